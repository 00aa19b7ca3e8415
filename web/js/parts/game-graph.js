// @ts-check
/**
 * `<game-graph>`: the whole game under the board, Black upwards: what each move left, mistakes by their shapes, where values are
 * exact, where the result changed, and a cursor that can be dragged and moved by keys. Event `look` (detail `{ ply }`).
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
import { isLoss, judgedSpeech } from "../study/review.js";
import { word } from "../words.js";
import { drawGraph, plyAt } from "./graph-drawing.js";

export class GameGraph extends HTMLElement {
  /** @type {GraphView | null} */
  #view = null;
  #picture = el("div", { class: "graph-picture", role: "slider", tabindex: 0, "aria-orientation": "horizontal" });
  #isDragged = false;

  connectedCallback() {
    if (this.firstChild) return;
    this.#picture.ariaLabel = word("graph.label");
    this.append(this.#picture);
    new ResizeObserver(() => this.#draw()).observe(this.#picture);
    this.#picture.addEventListener("keydown", (event) => this.#onKey(event));
    this.#picture.addEventListener("pointerdown", (event) => this.#grab(event));
    this.#picture.addEventListener("pointermove", (event) => this.#isDragged && this.#lookAt(event));
    for (const end of ["pointerup", "pointercancel"]) this.#picture.addEventListener(end, () => (this.#isDragged = false));
  }

  /** @param {GraphView} view */
  show(view) {
    this.#view = view;
    this.#draw();
  }

  #draw() {
    const view = this.#view;
    if (!view) return;
    const { clientWidth: width, clientHeight: height } = this.#picture;
    if (width) this.#picture.replaceChildren(drawGraph(view, { width, height }));
    const judged = view.review?.moves.find(({ ply }) => ply === view.at);
    const place = word("watch.ply", { ply: view.at, plies: view.plies });
    this.#picture.setAttribute("aria-valuemin", "0");
    this.#picture.setAttribute("aria-valuemax", String(view.plies));
    this.#picture.setAttribute("aria-valuenow", String(view.at));
    this.#picture.setAttribute("aria-valuetext", judged ? `${place}: ${judgedSpeech(judged, view.notation)}` : place);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const view = this.#view;
    if (!view || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = targetOf(event.key, view);
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.#look(target);
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    if (event.button !== 0) return;
    this.#isDragged = true;
    this.#picture.setPointerCapture(event.pointerId);
    this.#lookAt(event);
  }

  /** @param {PointerEvent} event */
  #lookAt(event) {
    if (!this.#view) return;
    const { left, width } = this.#picture.getBoundingClientRect();
    this.#look(plyAt(event.clientX - left, { width, plies: this.#view.plies }));
  }

  /** @param {number} wanted */
  #look(wanted) {
    if (!this.#view) return;
    const ply = Math.max(0, Math.min(this.#view.plies, wanted));
    if (ply !== this.#view.at) this.dispatchEvent(new CustomEvent("look", { detail: { ply } }));
  }
}

/**
 * Where a key leads; with PageUp and PageDown, from mistake to mistake.
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

customElements.define("game-graph", GameGraph);
