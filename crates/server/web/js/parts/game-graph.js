// @ts-check
/**
 * The whole game under the board, Black upwards: what each move left, mistakes by their shapes, where values are
 * exact, where the result changed, and a cursor that can be dragged and moved by keys.
 *
 * @import { Review } from "../study/wire.js"
 * @import { Notation } from "../board/squares.js"
 *
 * @typedef {object} GraphView
 * @property {number} plies
 * @property {number} at turns on the board
 * @property {Review | null} review
 * @property {Notation} notation
 */
import { el } from "../dom.js";
import { word } from "../i18n.js";
import { isLoss, judgedSpeech } from "../study/review.js";
import { drawGraph, plyAt } from "./graph-drawing.js";

/** @param {(ply: number) => void} onlook */
export function gameGraph(onlook) {
  const element = el("div", { class: "game-graph" });
  /** @type {GraphView | null} */
  let shown = null;
  const picture = el("div", { class: "graph-picture", role: "slider", tabindex: 0, "aria-orientation": "horizontal" });
  let isDragged = false;

  picture.ariaLabel = word("graph.label");
  element.append(picture);
  new ResizeObserver(draw).observe(picture);
  picture.addEventListener("keydown", onKey);
  picture.addEventListener("pointerdown", grab);
  picture.addEventListener("pointermove", (event) => isDragged && lookAt(event));
  for (const end of ["pointerup", "pointercancel"]) picture.addEventListener(end, () => (isDragged = false));

  return { element, show };

  /** @param {GraphView} view */
  function show(view) {
    shown = view;
    draw();
  }

  function draw() {
    const view = shown;
    if (!view) return;
    const { clientWidth: width, clientHeight: height } = picture;
    if (width) picture.replaceChildren(drawGraph(view, { width, height }));
    const judged = view.review?.moves.find(({ ply }) => ply === view.at);
    const place = word("watch.ply", { ply: view.at, plies: view.plies });
    picture.setAttribute("aria-valuemin", "0");
    picture.setAttribute("aria-valuemax", String(view.plies));
    picture.setAttribute("aria-valuenow", String(view.at));
    picture.setAttribute("aria-valuetext", judged ? `${place}: ${judgedSpeech(judged, view.notation)}` : place);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const view = shown;
    if (!view || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = targetOf(event.key, view);
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    look(target);
  }

  /** @param {PointerEvent} event */
  function grab(event) {
    if (event.button !== 0) return;
    isDragged = true;
    picture.setPointerCapture(event.pointerId);
    lookAt(event);
  }

  /** @param {PointerEvent} event */
  function lookAt(event) {
    if (!shown) return;
    const { left, width } = picture.getBoundingClientRect();
    look(plyAt(event.clientX - left, { width, plies: shown.plies }));
  }

  /** @param {number} wanted */
  function look(wanted) {
    if (!shown) return;
    const ply = Math.max(0, Math.min(shown.plies, wanted));
    if (ply !== shown.at) onlook(ply);
  }
}

/**
 * The ply that a key leads to. PageUp and PageDown go from mistake to mistake.
 *
 * @param {string} key
 * @param {GraphView} view
 * @returns {number | null}
 */
function targetOf(key, { at, plies, review }) {
  /** @type {Record<string, number>} */
  const steps = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: plies };
  if (key in steps) return steps[key];
  const mistakes = review?.moves.filter((move) => isLoss(move.class)).map(({ ply }) => ply) ?? [];
  if (key === "PageDown") return mistakes.find((ply) => ply > at) ?? null;
  if (key === "PageUp") return mistakes.findLast((ply) => ply < at) ?? null;
  return null;
}
