// Stepping through the clock cycles of a replay, whatever is drawn of one.
"use strict";
const byId = (id) => document.getElementById(id);

const draw = (parent, kind, attributes, text) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
};

// Names and values, as the entries of a list of definitions.
const list = (parent, rows) => parent.replaceChildren(...rows.flatMap(([name, text]) => {
  const term = document.createElement("dt"), shown = document.createElement("dd");
  term.textContent = name;
  shown.textContent = text;
  return [term, shown];
}));

// Shows the first cycle of the data, and then those that are asked for.
const steps = (data, drawCycle) => {
  const app = byId("replay-app");

  // Each cycle in the data holds only what differs from the one before.
  const cycles = [];
  for (const changed of data.cycles) cycles.push({ ...cycles.at(-1), ...changed });
  const last = cycles.length - 1;

  // The waveforms, where the page has them.
  const waves = byId("waves-drawing"), wavesScroll = byId("waves-scroll");
  const markWaves = (at) => {
    if (!waves) return;
    const width = Number(waves.dataset.cycle), x = at * width;
    byId("waves-now").setAttribute("x", x);
    if (x < wavesScroll.scrollLeft + width || x > wavesScroll.scrollLeft + wavesScroll.clientWidth - 2 * width) {
      wavesScroll.scrollLeft = x - wavesScroll.clientWidth / 2;
    }
  };
  waves?.addEventListener("click", (event) => {
    show(Math.floor((event.clientX - waves.getBoundingClientRect().left) / Number(waves.dataset.cycle)));
  });

  const slider = byId("cycle"), answer = byId("answer");
  let current = 0;
  const show = (wanted) => {
    current = Math.min(Math.max(wanted, 0), last);
    const now = cycles[current];
    slider.value = current;
    slider.setAttribute("aria-valuetext", `cycle ${current}, ${now.state}`);
    byId("cycle-number").textContent = current;
    byId("state").textContent = now.state;
    byId("tells").textContent = now.tells || "Nothing happens.";
    // The answer this cycle works towards.
    answer.value = String((data.moves.find((move) => move.cycle >= current && current > 0) ?? { cycle: 0 }).cycle);
    byId("control").replaceChildren(...now.control.map((place) => {
      const chip = document.createElement("li");
      chip.textContent = data.control[place];
      return chip;
    }));
    drawCycle(now);
    markWaves(current);
    app.dataset.cycle = current;
  };

  // Playing.
  const play = byId("play");
  let timer = null;
  const pause = () => {
    clearInterval(timer);
    timer = null;
    play.setAttribute("aria-pressed", "false");
    play.textContent = "Play";
    byId("tells").setAttribute("aria-live", "polite");
  };
  const toggle = () => {
    if (timer !== null) return pause();
    if (current === last) show(0);
    play.setAttribute("aria-pressed", "true");
    play.textContent = "Pause";
    // Nobody can listen as fast as this.
    byId("tells").setAttribute("aria-live", "off");
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    timer = setInterval(() => current === last ? pause() : show(current + 1), calm ? 2000 : 700);
  };
  const go = (cycle) => {
    if (timer !== null) pause();
    show(cycle);
  };
  play.addEventListener("click", toggle);
  byId("to-first").addEventListener("click", () => go(0));
  byId("step-back").addEventListener("click", () => go(current - 1));
  byId("step-forward").addEventListener("click", () => go(current + 1));
  byId("to-last").addEventListener("click", () => go(last));
  slider.addEventListener("input", () => go(Number(slider.value)));
  answer.addEventListener("change", () => go(Number(answer.value)));
  for (const box of app.querySelectorAll("[data-layer]")) {
    const set = () => byId("layer-" + box.dataset.layer).setAttribute("visibility", box.checked ? "visible" : "hidden");
    box.addEventListener("change", set);
    set();
  }
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || target === slider || target === answer) return;
    // The ends of the page are Home and End outside the replay, and what scrolls sideways keeps its arrows.
    const within = app.contains(target);
    if (!within && target !== document.body) return;
    const steps = { ArrowLeft: () => go(current - 1), ArrowRight: () => go(current + 1), p: toggle };
    const ends = { Home: () => go(0), End: () => go(last) };
    const action = steps[key] ?? (within ? ends[key] : undefined);
    if (action) {
      event.preventDefault();
      action();
    }
  });
  app.hidden = false;
  show(0);
};
