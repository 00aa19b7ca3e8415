"use strict";

/* Plays a game through. Every board is given: there are no rules here. */

const { size, scenes, at: opening } = JSON.parse(document.getElementById("data").textContent);
const CELL = 40;
const FRAME = 22;
const SIDE = size * CELL + 2 * FRAME;
const byId = (id) => document.getElementById(id);
const state = { at: scenes.length - 1, timer: 0 };

function shape(name, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

function squareName(index) {
  return "abcdefgh"[index % size] + (Math.floor(index / size) + 1);
}

function drawBoard(scene, before) {
  const svg = shape("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, "aria-hidden": "true" });
  svg.append(shape("rect", { width: SIDE, height: SIDE, fill: "var(--frame)" }));
  for (let step = 0; step < size; step += 1) {
    const middle = FRAME + (step + 0.5) * CELL;
    const look = { fill: "var(--frame-text)", "font-size": 12, "text-anchor": "middle", "dominant-baseline": "central" };
    svg.append(shape("text", { ...look, x: middle, y: FRAME / 2 }, "abcdefgh"[step]));
    svg.append(shape("text", { ...look, x: FRAME / 2, y: middle }, String(step + 1)));
  }
  [...scene.board].forEach((sign, index) => drawSquare(svg, scene, before, sign, index));
  return svg;
}

function drawSquare(svg, scene, before, sign, index) {
  const x = FRAME + (index % size) * CELL;
  const y = FRAME + Math.floor(index / size) * CELL;
  const fill = sign === " " ? "var(--hole)" : "var(--felt)";
  svg.append(shape("rect", { x, y, width: CELL, height: CELL, fill, stroke: "var(--felt-line)" }));
  if (sign !== "X" && sign !== "O") return;
  const color = sign === "X" ? "black" : "white";
  const centre = { cx: x + CELL / 2, cy: y + CELL / 2 };
  const was = before?.board[index];
  const turned = was !== undefined && was !== "." && was !== sign ? "disc turned" : "disc";
  const look = { fill: `var(--${color})`, stroke: `var(--${color}-rim)`, "stroke-width": 1.2, class: turned };
  svg.append(shape("circle", { ...centre, r: CELL * 0.41, ...look }));
  if (scene.move === squareName(index)) svg.append(shape("circle", { ...centre, r: CELL * 0.09, fill: `var(--on-${color})` }));
}

function describe(scene, at) {
  const mover = at === 0 ? null : scenes[at - 1].turn;
  const moved = at === 0 ? "Start" : `${at}. ${mover} ${{ pass: "passes", lost: "loses the turn" }[scene.move] ?? `plays ${scene.move}`}`;
  const turn = scene.turn === null ? "the game is over" : `${scene.turn} to move`;
  const reviewed = scene.reviewed ? `; ${scene.reviewed.value} for black${scene.reviewed.class ? `, ${scene.reviewed.class}` : ""}` : "";
  return `${moved}; black ${scene.black}, white ${scene.white}; ${turn}${reviewed}`;
}

function show(at) {
  const before = scenes[state.at];
  const isStep = at === state.at + 1;
  state.at = Math.max(0, Math.min(scenes.length - 1, at));
  const scene = scenes[state.at];
  byId("board").replaceChildren(drawBoard(scene, isStep ? before : undefined));
  const words = describe(scene, state.at);
  byId("board").setAttribute("aria-label", words);
  byId("state").textContent = words;
  byId("slider").value = String(state.at);
  byId("slider").setAttribute("aria-valuetext", words);
  for (const row of document.querySelectorAll("tr[data-at]")) {
    if (Number(row.dataset.at) === state.at) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
  placeCursor();
  if (state.at === scenes.length - 1) stop();
}

/* The chart is 640 wide, with 44 to the left of its line and 14 to the right. */
const [CHART, LEFT, RIGHT] = [640, 44, 14];
const reviewedPlies = scenes.flatMap((scene, at) => (scene.reviewed ? [at] : []));
const [firstPly, lastPly] = [reviewedPlies[0] ?? 0, reviewedPlies[reviewedPlies.length - 1] ?? 0];

function placeCursor() {
  const share = (Math.max(firstPly, Math.min(lastPly, state.at)) - firstPly) / Math.max(1, lastPly - firstPly);
  byId("cursor").style.left = `${((LEFT + share * (CHART - LEFT - RIGHT)) / CHART) * 100}%`;
}

function pointAt(event) {
  const area = byId("graph").getBoundingClientRect();
  const share = (((event.clientX - area.left) / area.width) * CHART - LEFT) / (CHART - LEFT - RIGHT);
  stop();
  show(firstPly + Math.round(share * (lastPly - firstPly)));
}

function cell(row, text, name = "td") {
  const element = document.createElement(name);
  if (name === "th") element.scope = "col";
  element.textContent = text;
  row.append(element);
  return element;
}

function listMoves() {
  const isReviewed = reviewedPlies.length > 0;
  const head = document.querySelector("#moves thead").appendChild(document.createElement("tr"));
  for (const title of isReviewed ? ["No.", "Side", "Move", "For Black", "Lost", "Best", "Class"] : ["No.", "Side", "Move"]) cell(head, title, "th");
  scenes.forEach((scene, at) => {
    if (at === 0) return;
    const row = document.querySelector("#moves tbody").appendChild(document.createElement("tr"));
    row.dataset.at = String(at);
    cell(row, `${at}.`);
    cell(row, scenes[at - 1].turn ?? "");
    const button = document.createElement("button");
    button.textContent = scene.move;
    button.addEventListener("click", () => { stop(); show(at); });
    cell(row, "").append(button);
    if (!isReviewed) return;
    const reviewed = scene.reviewed ?? { value: "", loss: "", best: null, class: "" };
    for (const text of [reviewed.value, reviewed.loss, reviewed.best ?? "", reviewed.class]) cell(row, text);
    row.classList.toggle("bad", reviewed.class !== "");
  });
}

function stop() {
  clearInterval(state.timer);
  state.timer = 0;
  byId("play").setAttribute("aria-pressed", "false");
}

function togglePlay() {
  if (state.timer !== 0) return stop();
  if (state.at === scenes.length - 1) show(0);
  state.timer = setInterval(() => show(state.at + 1), 900);
  byId("play").setAttribute("aria-pressed", "true");
}

const go = { first: () => 0, back: () => state.at - 1, forward: () => state.at + 1, last: () => scenes.length - 1 };
for (const [id, where] of Object.entries(go)) {
  byId(id).addEventListener("click", () => { stop(); show(where()); });
}
byId("play").addEventListener("click", togglePlay);
byId("slider").max = String(scenes.length - 1);
byId("slider").addEventListener("input", () => { stop(); show(Number(byId("slider").value)); });
const keys = { ArrowLeft: go.back, ArrowRight: go.forward, Home: go.first, End: go.last };
document.addEventListener("keydown", (event) => {
  if (event.target === byId("slider") || event.ctrlKey || event.metaKey || event.altKey) return;
  const where = keys[event.key];
  if (where === undefined) return;
  event.preventDefault();
  stop();
  show(where());
});
byId("graph").hidden = byId("graph").querySelector("svg") === null;
byId("graph").addEventListener("pointerdown", (event) => { byId("graph").setPointerCapture(event.pointerId); pointAt(event); });
byId("graph").addEventListener("pointermove", (event) => { if (event.buttons === 1) pointAt(event); });
listMoves();
show(location.hash ? Number(location.hash.slice(1)) || 0 : opening);
