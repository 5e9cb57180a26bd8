// The array of the chess machine in a clock cycle.
(() => {
  const data = JSON.parse(byId("replay-data").textContent);
  const signalPlace = new Map(data.signals.map((name, place) => [name, place]));
  const signal = (cycle, name) => cycle.signals[signalPlace.get(name)];

  const squares = data.names.length;
  const fileOf = (at) => at % data.files;
  const rankOf = (at) => Math.floor(at / data.files);
  const inSet = (set, at) => (BigInt("0x" + set) >> BigInt(at) & 1n) === 1n;
  const byteAt = (text, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16);
  // The machine numbers squares by rank and file, three bits each.
  const squareName = (number) => "abcdefgh"[number & 7] + ((number >> 3) + 1);
  const boardSquare = (number) => (number >> 3) * data.files + (number & 7);

  const group = (parent, name) => draw(parent, "g", { id: name });

  // The board.
  const SIZE = 60, EDGE = 22;
  const left = (at) => EDGE + fileOf(at) * SIZE;
  const top = (at) => 4 + (data.ranks - 1 - rankOf(at)) * SIZE;
  const middle = (at) => [left(at) + SIZE / 2, top(at) + SIZE / 2];
  const step = (at, [files, ranks]) => {
    const file = fileOf(at) + files, rank = rankOf(at) + ranks;
    return file >= 0 && file < data.files && rank >= 0 && rank < data.ranks ? rank * data.files + file : -1;
  };
  const board = byId("board");
  board.setAttribute("viewBox", `0 0 ${EDGE + data.files * SIZE + 4} ${data.ranks * SIZE + EDGE + 4}`);
  const ground = group(board, "ground");
  for (let at = 0; at < squares; at++) {
    const odd = (fileOf(at) + rankOf(at)) % 2 === 0 ? " odd" : "";
    draw(ground, "rect", { class: "sq" + odd, x: left(at), y: top(at), width: SIZE, height: SIZE });
  }
  for (let file = 0; file < data.files; file++) {
    draw(ground, "text", { class: "edge", x: left(file) + SIZE / 2, y: data.ranks * SIZE + 16 }, data.names[file][0]);
  }
  for (let rank = 0; rank < data.ranks; rank++) {
    const at = rank * data.files;
    draw(ground, "text", { class: "edge", x: 10, y: top(at) + SIZE / 2 }, rank + 1);
  }
  const layers = {};
  for (const name of ["masks", "lines", "arbiters", "marks", "pieces", "priorities"]) layers[name] = group(board, "layer-" + name);

  const frame = (parent, kind, at, inset) =>
    draw(parent, "rect", {
      class: kind, "data-square": data.names[at], x: left(at) + inset, y: top(at) + inset,
      width: SIZE - 2 * inset, height: SIZE - 2 * inset, rx: 4,
    });

  // A line beside the middle of its squares, so that the two ways between neighbours stand apart.
  const line = (kind, from, to, aside) => {
    const [x1, y1] = middle(from), [x2, y2] = middle(to);
    const length = Math.hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / length, uy = (y2 - y1) / length;
    const sx = -uy * aside, sy = ux * aside, tip = 5;
    const ex = x2 + sx - ux * 16, ey = y2 + sy - uy * 16;
    const wing = (side) => `M${ex} ${ey}l${-ux * tip - uy * tip * side} ${-uy * tip + ux * tip * side}`;
    return `M${x1 + sx} ${y1 + sy}L${ex} ${ey}` + wing(1) + wing(-1);
  };
  const drawLines = (now) => {
    const paths = { slide: "", kings: "", pawns: "", knights: "" };
    for (let at = 0; at < squares; at++) {
      data.ways.forEach((way, bit) => {
        const to = step(at, way);
        if (to < 0) return;
        if (byteAt(now.slides, at) >> bit & 1) paths.slide += line("slide", at, to, 4);
        if (byteAt(now.kings, at) >> bit & 1) paths.kings += line("kings", at, to, 9);
        if (byteAt(now.pawns, at) >> bit & 1) paths.pawns += line("pawns", at, to, 13);
      });
      if (inSet(now.knights, at)) {
        for (const jump of data.jumps) {
          const to = step(at, jump);
          if (to >= 0) paths.knights += line("knights", at, to, 0);
        }
      }
    }
    for (const [kind, path] of Object.entries(paths)) if (path) draw(layers.lines, "path", { class: kind, d: path });
  };

  const FIGURES = { p: "♟", n: "♞", b: "♝", r: "♜", q: "♛", k: "♚" };
  const drawBoard = (now) => {
    for (const layer of Object.values(layers)) layer.replaceChildren();
    const anyone = Number(signal(now, "best_priority")) > 0;
    const best = anyone ? boardSquare(signal(now, "best_square")) : -1;
    for (let at = 0; at < squares; at++) {
      const [x, y] = middle(at);
      if (inSet(now.masked, at)) frame(layers.masks, "masked", at, 1);
      if (inSet(now.masks, at)) draw(layers.masks, "circle", { class: "maskbit", cx: left(at) + 8, cy: top(at) + 8, r: 4 });
      if (inSet(now.transmits, at)) frame(layers.marks, "sends", at, 9);
      if (inSet(now.pointed, at)) frame(layers.marks, "point", at, 6);
      if (inSet(now.destination, at) || inSet(now.origin, at) || inSet(now.cleared, at)) frame(layers.marks, "written", at, 2);
      const piece = now.pieces[at];
      if (piece !== ".") {
        const colour = piece === piece.toUpperCase() ? "white" : "black";
        draw(layers.pieces, "text", { class: "piece " + colour, "data-square": data.names[at], x, y: y + 1 },
          FIGURES[piece.toLowerCase()] + "\uFE0E");
      }
      const priority = now.priorities[at];
      if (priority !== "0") {
        const chosen = at === best ? " best" : "";
        const place = { x: left(at) + SIZE - 11, y: top(at) + SIZE - 11 };
        draw(layers.priorities, "circle", { class: "badge" + chosen, cx: place.x, cy: place.y, r: 9 });
        draw(layers.priorities, "text", { class: "digit" + chosen, "data-square": data.names[at], ...place }, priority);
      }
    }
    drawLines(now);
  };

  // The tree of arbiters: a bar for each square's priority, above it who wins against whom.
  const STEP = 10, BARS = 62, LEVEL = 20, leaves = data.leaves.length;
  const depth = [], across = [], onBoard = [];
  data.leaves.forEach((square, place) => {
    depth.push(0); across.push(STEP / 2 + place * STEP); onBoard.push(middle(square));
  });
  data.tree.forEach(([first, second]) => {
    depth.push(1 + Math.max(depth[first], depth[second]));
    across.push((across[first] + across[second]) / 2);
    onBoard.push([0, 1].map((axis) => (onBoard[first][axis] + onBoard[second][axis]) / 2));
  });
  const levels = Math.max(...depth), height = 26 + levels * LEVEL + BARS;
  const up = (node) => 26 + (levels - depth[node]) * LEVEL;
  const tree = byId("tree");
  tree.setAttribute("viewBox", `0 0 ${leaves * STEP} ${height}`);
  const branches = data.tree.map((children, place) => children.map((child) => {
    const node = leaves + place;
    return draw(tree, "path", { d: `M${across[child]} ${up(child)}V${up(node)}H${across[node]}` });
  }));
  const bars = data.leaves.map((square, place) => {
    const bar = draw(tree, "rect", { class: "bar", x: place * STEP + 2, y: up(place), width: STEP - 4, height: 0 });
    draw(bar, "title", {}, data.names[square]);
    return bar;
  });
  const root = draw(tree, "text", { class: "root", x: across.at(-1), y: 15 });

  // From the root down to the square chosen; nothing where none is.
  const wayDown = (now) => {
    const way = [];
    let node = leaves + data.tree.length - 1;
    while (node >= leaves && now.choices[node - leaves] !== ".") {
      const side = now.choices[node - leaves] === "2" ? 1 : 0;
      way.push({ node, side });
      node = data.tree[node - leaves][side];
    }
    return way;
  };
  // Who comes out of a node of the tree.
  const winner = (now, node) => {
    while (node >= leaves) {
      if (now.choices[node - leaves] === ".") return null;
      node = data.tree[node - leaves][now.choices[node - leaves] === "2" ? 1 : 0];
    }
    const square = data.leaves[node];
    return now.priorities[square] === "0" ? null : { name: data.names[square], priority: now.priorities[square] };
  };
  const drawTree = (now) => {
    const way = wayDown(now), chosen = winner(now, leaves + data.tree.length - 1);
    branches.forEach((pair, place) => pair.forEach((branch, side) => {
      const onWay = way.some(({ node, side: taken }) => node === leaves + place && taken === side);
      const alive = winner(now, data.tree[place][side]) !== null;
      branch.setAttribute("class", "branch" + (onWay ? " way" : alive ? " on" : ""));
    }));
    // What stands later is drawn above.
    for (const pair of branches) for (const branch of pair) if (branch.classList.contains("way")) tree.append(branch);
    data.leaves.forEach((square, place) => {
      const priority = Number(now.priorities[square]);
      bars[place].setAttribute("height", priority * (BARS - 6) / 7);
      bars[place].setAttribute("class", "bar" + (chosen?.name === data.names[square] ? " best" : ""));
    });
    root.textContent = chosen ? chosen.name : "no candidate";
    const bouts = way.toReversed().map(({ node, side }) => {
      const other = winner(now, data.tree[node - leaves][1 - side]);
      return other ? `${other.name} (${other.priority})` : null;
    }).filter(Boolean);
    byId("path").textContent = !chosen ? "" : bouts.length === 0
      ? `${chosen.name} (${chosen.priority}) is the only candidate.`
      : `${chosen.name} (${chosen.priority}) is chosen over ${bouts.join(", then ")}.`;
    for (const { node, side } of way) {
      const child = data.tree[node - leaves][side], [x1, y1] = onBoard[child], [x2, y2] = onBoard[node];
      draw(layers.arbiters, "path", { class: "branch way", d: `M${x1} ${y1}L${x2} ${y2}` });
    }
    data.tree.forEach((_, place) => {
      const node = leaves + place, onWay = way.some((stage) => stage.node === node);
      const [cx, cy] = onBoard[node];
      draw(layers.arbiters, "circle", { class: "node" + (onWay ? " way" : ""), cx, cy, r: 2.5 + depth[node] });
    });
  };

  // Registers in words.
  const KINDS = ["nothing", "pawn", "knight", "bishop", "rook", "queen", "king"];
  const drawRegisters = (now) => {
    const value = (name) => signal(now, name);
    const word = value("current_move");
    const victim = value("victim_priority"), aggressor = value("aggressor_priority");
    const held = now.control.some((place) => data.control[place] === "held");
    const rows = {
      "side to move": value("side") ? "black" : "white",
      "ply": value("ply"),
      "victim": victim ? `${squareName(value("victim_square"))}, ${KINDS[victim - 1]}`.replace("nothing", "empty") : "none",
      "aggressor": aggressor
        ? `${squareName(value("aggressor_square"))}, ${KINDS[7 - aggressor]}${value("aggressor_several") ? "; others wait" : "; the last"}` : "none",
      "move register": word ? `${squareName(word & 63)}${squareName(word >> 6 & 63)}, ${KINDS[word >> 12 & 7]}` +
        `${word >> 15 & 7 ? " takes " + KINDS[word >> 15 & 7] : ""}${held ? " (held)" : ""}` : "empty",
      "tests": [value("attacked") ? "attacked" : "", value("checking") ? "gives check" : ""].filter(Boolean).join(", ") || "quiet",
    };
    list(byId("registers"), Object.entries(rows));
  };

  steps(data, (now) => {
    // Outside a node the phase means nothing.
    const outside = now.state === "idle" || now.state === "respond";
    byId("phase").textContent = outside ? "" : `phase ${signal(now, "phase")}: ${data.phases[signal(now, "phase")] ?? "none"}`;
    drawBoard(now);
    drawTree(now);
    drawRegisters(now);
  });
})();
