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

// Shows the cycle that the address names, or else the one the data open at, and then those that are asked for.
const steps = (data, drawCycle) => {
  const app = byId("replay-app");

  // Each cycle in the data holds only what differs from the one before.
  const cycles = [];
  for (const changed of data.cycles) cycles.push({ ...cycles.at(-1), ...changed });
  const last = cycles.length - 1;

  // The cycle in the address: #cycle=8. Browsers refuse changes that come too fast, so a late one stands for all before it.
  const named = () => {
    const [, digits] = /^#cycle=(\d+)$/.exec(location.hash) ?? [];
    return digits === undefined ? null : Number(digits);
  };
  let naming = null;
  const nameCycle = () => {
    naming ??= setTimeout(() => {
      naming = null;
      history.replaceState(null, "", `#cycle=${current}`);
    }, 400);
  };

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
    go(Math.floor((event.clientX - waves.getBoundingClientRect().left) / Number(waves.dataset.cycle)));
  });

  const slider = byId("cycle"), answer = byId("answer"), speed = byId("speed");
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
  const turnTo = (cycle) => {
    show(cycle);
    nameCycle();
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
  const run = () => {
    clearInterval(timer);
    timer = setInterval(() => current === last ? pause() : turnTo(current + 1), 1000 / Number(speed.value));
  };
  const toggle = () => {
    if (timer !== null) return pause();
    if (current === last) turnTo(0);
    play.setAttribute("aria-pressed", "true");
    play.textContent = "Pause";
    // Nobody can listen as fast as this.
    byId("tells").setAttribute("aria-live", "off");
    run();
  };
  const go = (cycle) => {
    if (timer !== null) pause();
    turnTo(cycle);
  };
  speed.value = matchMedia("(prefers-reduced-motion: reduce)").matches ? "0.5" : "1";
  speed.addEventListener("change", () => {
    if (timer !== null) run();
  });
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
    if (event.altKey || event.ctrlKey || event.metaKey || target === slider || target === answer || target === speed) return;
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
  addEventListener("hashchange", () => {
    const cycle = named();
    if (cycle !== null && cycle !== current) go(cycle);
  });
  app.hidden = false;
  show(named() ?? data.opens);
  // Whoever follows a link to a cycle wants to see it.
  if (named() !== null) byId("replay").scrollIntoView();
};
