// @ts-check
/**
 * What a game's review says besides the graph: what the signs mean, what each side lost, and every move in a table.
 *
 * @import { Review, Judged, Total } from "../study/wire.js"
 * @import { Notation } from "../board/squares.js"
 * @import { Color } from "../wire.js"
 *
 * @typedef {object} ReviewView
 * @property {Review | null} review
 * @property {{ done: number, of: number } | null} progress while it is being made
 * @property {string} trouble why there is none
 * @property {number} at
 * @property {Notation} notation
 */
import { squareName } from "../board/squares.js";
import { el, svg } from "../dom.js";
import { colorName } from "../game/speech.js";
import { LOSSES, changeText, className, isLoss, lossText, signOf, thresholdText, turningPoints } from "../study/review.js";
import { discs, effortText } from "../study/values.js";
import { word } from "../words.js";
import { SHAPES } from "./graph-drawing.js";

export class ReviewPanel {
  /** The signs of the graph, below it. */
  legend = el("ul", { class: "legend", "aria-label": word("graph.legend") });
  #status = el("p", { class: "soft", role: "status" });
  #bar = el("progress", { "aria-label": word("review.progress") });
  #totals = el("div", { class: "totals" });
  #turns = el("ul", { class: "turning-points" });
  #rows = el("tbody", {});
  element = el(
    "section",
    { class: "panel review", "aria-labelledby": "review-title" },
    el("header", {}, el("h2", { id: "review-title" }, word("review.title")), this.#status),
    this.#bar,
    this.#totals,
    this.#turns,
    this.#table(),
  );
  #look;
  #show;
  #face = "";

  /**
   * @param {(ply: number) => void} look
   * @param {(judged: Judged) => void} show the card of a mistake
   */
  constructor(look, show) {
    this.#look = look;
    this.#show = show;
  }

  /** @param {ReviewView} view */
  show({ review, progress, trouble, at, notation }) {
    this.#bar.hidden = progress === null;
    if (progress) Object.assign(this.#bar, { max: progress.of || 1, value: progress.done });
    const status = trouble || (progress ? word("review.reviewing", { done: progress.done, of: progress.of }) : review ? word("review.level", { level: review.level }) : "");
    if (this.#status.textContent !== status) this.#status.textContent = status;
    const face = JSON.stringify([review, notation]);
    if (face !== this.#face) this.#fill(review, notation);
    this.#face = face;
    this.#rows.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.#rows.querySelector(`tr[data-ply="${at}"]`)?.setAttribute("aria-current", "true");
  }

  /**
   * @param {Review | null} review
   * @param {Notation} notation
   */
  #fill(review, notation) {
    this.legend.replaceChildren(...(review ? legend(review) : []));
    this.#totals.replaceChildren(...(review ? [totals(review)] : []));
    this.#turns.replaceChildren(...(review ? turningPoints(review).map((judged) => this.#turn(judged, notation)) : []));
    this.#rows.replaceChildren(...(review?.moves ?? []).map((judged) => this.#row(judged, notation)));
  }

  #table() {
    const heads = /** @type {const} */ (["table.number", "table.move", "table.value", "table.best", "table.loss"]);
    const head = el("tr", {}, ...heads.map((key) => el("th", { scope: "col" }, word(key))));
    const table = el("table", {}, el("caption", { class: "visually-hidden" }, word("table.caption")), el("thead", {}, head), this.#rows);
    return el("details", { class: "more as-table" }, el("summary", {}, word("table.open")), el("div", { class: "scroll" }, table));
  }

  /**
   * @param {Judged} judged
   * @param {Notation} notation
   */
  #turn(judged, notation) {
    const { ply, color, move, change } = judged;
    const text = word("review.turningPoint", { n: ply, color: colorName(color), move: squareName(move, notation), change: changeText(change ?? ["", ""]) });
    return el("li", {}, el("button", { type: "button", class: "link", onclick: () => this.#look(ply) }, text));
  }

  /**
   * @param {Judged} judged
   * @param {Notation} notation
   */
  #row(judged, notation) {
    const { ply, color, move, best, playedValue, exact, loss, forced } = judged;
    const name = move === "pass" ? word("play.pass") : squareName(move, notation);
    const go = el("button", { type: "button", class: "link", onclick: () => this.#look(ply) }, name);
    const card = isLoss(judged.class) && el("button", { type: "button", class: `link sign ${judged.class}`, "aria-label": word("card.open", { kind: className(judged.class), move: name }), onclick: () => this.#show(judged) }, signOf(judged.class));
    return el(
      "tr",
      { "data-ply": ply },
      el("td", {}, ply),
      el("th", { scope: "row" }, el("span", { class: `disc-sign ${color}`, role: "img", "aria-label": colorName(color) }), " ", go),
      el("td", { title: effortText(judged) }, discs(playedValue), exact ? "✓" : "~"),
      el("td", {}, forced ? word("table.forced") : best ? squareName(best, notation) : ""),
      el("td", {}, lossText(loss), card && " ", card),
    );
  }
}

/** Every sign with how many discs it stands for. @param {Review} review */
function legend({ thresholds, exactFrom, moves }) {
  const losses = LOSSES.map((kind) => {
    const sign = svg("svg", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, svg("path", { d: SHAPES[kind], class: `mark ${kind}` }));
    return el("li", {}, sign, el("b", {}, signOf(kind)), ` ${className(kind)} `, el("span", { class: "soft" }, thresholdText(thresholds, kind)));
  });
  const flag = svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: "M4 2V15", class: "pole" }), svg("path", { d: "M4 2h9l-2.5 3.5 2.5 3.5h-9z", class: "flag" }));
  if (moves.some(({ change }) => change)) losses.push(el("li", {}, flag, word("graph.changed")));
  if (exactFrom !== null) losses.push(el("li", {}, el("span", { class: "hatched", "aria-hidden": "true" }), word("graph.exactFrom", { n: exactFrom })));
  return losses;
}

/** @param {Review} review */
function totals({ totals: sums }) {
  const head = el("tr", {}, el("td", {}), ...LOSSES.map((kind) => el("th", { scope: "col", title: className(kind) }, signOf(kind), el("span", { class: "visually-hidden" }, ` ${className(kind)}`))), el("th", { scope: "col" }, word("review.lost")));
  const row = (/** @type {Color} */ color) => {
    const sum = /** @type {Total} */ (sums[color]);
    const name = el("th", { scope: "row" }, el("span", { class: `disc-sign ${color}`, "aria-hidden": "true" }), " ", colorName(color));
    return el("tr", {}, name, ...LOSSES.map((kind) => el("td", {}, sum[kind])), el("td", {}, Math.round(sum.loss)));
  };
  return el("table", {}, el("caption", { class: "visually-hidden" }, word("review.totals")), el("thead", {}, head), el("tbody", {}, row("black"), row("white")));
}
