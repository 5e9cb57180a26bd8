// The board of a Blokus machine in a clock cycle, and its stream of moves.
(() => {
  const data = JSON.parse(byId("replay-data").textContent);
  const SIZE = 40, EDGE = 22, names = "123456789abcde";
  const board = byId("board");
  board.setAttribute("viewBox", `0 0 ${EDGE + data.side * SIZE + 4} ${EDGE + data.side * SIZE + 4}`);
  const left = (at) => EDGE + at % data.side * SIZE;
  const top = (at) => EDGE + Math.floor(at / data.side) * SIZE;
  const middle = (place) => EDGE + place * SIZE + SIZE / 2;
  const group = (name) => draw(board, "g", { id: name });
  const square = (parent, kind, at, inset) =>
    draw(parent, "rect", {
      class: kind, "data-cell": names[at % data.side] + names[Math.floor(at / data.side)],
      x: left(at) + inset, y: top(at) + inset, width: SIZE - 2 * inset, height: SIZE - 2 * inset, rx: 3,
    });
  const ground = group("ground"), cells = data.side * data.side;
  for (let at = 0; at < cells; at++) square(ground, "sq", at, 1);
  for (let place = 0; place < data.side; place++) {
    draw(ground, "text", { class: "edge", x: middle(place), y: 12 }, names[place]);
    draw(ground, "text", { class: "edge", x: 10, y: middle(place) }, names[place]);
  }
  const layers = ["cells", "corners", "next", "held"].map((name) => group("layer-" + name));
  const [pieces, corners, next, held] = layers;

  // A set of cells is four digits a row, column 1 in bit 0.
  const inSet = (rows, at) => {
    const row = Math.floor(at / data.side);
    return parseInt(rows.slice(4 * row, 4 * row + 4), 16) >> at % data.side & 1;
  };
  const STAGES = ["1 corner", "2 window", "3 pieces", "4 ways"];
  steps(data, (now) => {
    for (const layer of layers) layer.replaceChildren();
    for (let at = 0; at < cells; at++) {
      if (inSet(now.first, at)) square(pieces, "player one", at, 1);
      if (inSet(now.second, at)) square(pieces, "player two", at, 1);
      if (inSet(now.corners, at) || inSet(now.todo, at)) {
        const kind = inSet(now.todo, at) ? "usable todo" : "usable";
        draw(corners, "circle", { class: kind, cx: left(at) + SIZE / 2, cy: top(at) + SIZE / 2, r: 7 });
      }
    }
    for (const at of now.next?.[1] ?? []) square(next, "coming", at, 4);
    for (const at of now.held?.[1] ?? []) square(held, "kept", at, 9);
    const coming = now.next ? `; first ${now.next[0]}` : "";
    list(byId("stream"), STAGES.map((name, place) => [name, now.stream[place] + (place === 3 ? coming : "")]));
    const values = data.registers.map((name, place) => [name, now.values[place]]);
    list(byId("registers"), [["move held", now.held?.[0] ?? "none"], ...values]);
  });
})();
