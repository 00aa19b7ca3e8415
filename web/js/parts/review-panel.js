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
 * @property {number} againIn seconds until the server is asked again, which had no time
 * @property {string} trouble why there is none
 * @property {"deeper" | "stop" | null} offer what the button does
 * @property {number} at
 * @property {Notation} notation
 */
import { el, svg } from "../dom.js";
import { colorName } from "../game/speech.js";
import { LOSSES, changeText, className, isLoss, lossText, signOf, thresholdText, turningPoints } from "../study/review.js";
import { againText } from "../study/status.js";
import { discs, effortText, moveName } from "../study/values.js";
import { word } from "../words.js";
import { markOf } from "./graph-drawing.js";
import { putItems } from "./listing.js";

export class ReviewPanel {
  /** The signs of the graph, below it. */
  legend = el("ul", { class: "legend", "aria-label": word("graph.legend") });
  /** For the eye: whoever listens does not want to hear of every move that is done. */
  #status = el("p", { class: "soft" });
  /** Asks for a better one. */
  deeper = el("button", { type: "button", class: "button quiet deeper", hidden: true });
  #bar = el("progress", { "aria-label": word("review.progress") });
  #totals = el("div", { class: "totals" });
  #turns = el("ul", { class: "turning-points" });
  #rows = el("tbody", {});
  element = el(
    "section",
    { class: "panel review", "aria-labelledby": "review-title" },
    el("header", {}, el("h2", { id: "review-title" }, word("review.title")), this.#status, this.deeper),
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
  show({ review, progress, againIn, trouble, offer, at, notation }) {
    this.#offer(offer);
    this.#bar.hidden = progress === null;
    if (progress) Object.assign(this.#bar, { max: progress.of || 1, value: progress.done });
    const going = againIn ? againText(againIn) : progress ? word("review.reviewing", progress) : "";
    const status = trouble || going || (review ? word("review.level", { level: review.level }) : "");
    if (this.#status.textContent !== status) this.#status.textContent = status;
    const face = JSON.stringify([review, notation]);
    if (face !== this.#face) this.#fill(review, notation);
    this.#face = face;
    this.#rows.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.#rows.querySelector(`tr[data-ply="${at}"]`)?.setAttribute("aria-current", "true");
  }

  /** @param {ReviewView["offer"]} offer */
  #offer(offer) {
    this.deeper.hidden = offer === null;
    const text = word(offer === "stop" ? "review.stop" : "review.deeper");
    if (this.deeper.textContent !== text) this.deeper.textContent = text;
  }

  /**
   * @param {Review | null} review
   * @param {Notation} notation
   */
  #fill(review, notation) {
    this.legend.replaceChildren(...(review ? legend(review) : []));
    this.#totals.replaceChildren(...(review ? [totals(review)] : []));
    // The review is made from the end: rows come before those that somebody is among.
    const key = (/** @type {Judged} */ { ply }) => String(ply);
    const face = (/** @type {Judged} */ judged) => JSON.stringify([judged, notation]);
    const turns = review ? turningPoints(review) : [];
    putItems(this.#turns, turns, { key, face, fill: (item, judged) => item.replaceChildren(this.#turn(judged, notation)) });
    putItems(this.#rows, review?.moves ?? [], { key, face, fill: (row, judged) => this.#fillRow(row, judged, notation), tag: "tr" });
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
    const told = { n: ply, color: colorName(color), move: moveName(move, notation), change: changeText(change ?? ["", ""]) };
    const onclick = () => this.#look(ply);
    return el("button", { type: "button", class: "link", onclick }, word("review.turningPoint", told));
  }

  /**
   * @param {HTMLElement} row
   * @param {Judged} judged
   * @param {Notation} notation
   */
  #fillRow(row, judged, notation) {
    const { ply, color, move, best, playedValue, exact, loss, forced } = judged;
    const go = el("button", { type: "button", class: "link", onclick: () => this.#look(ply) }, moveName(move, notation));
    const card = isLoss(judged.class) && this.#cardButton(judged, notation);
    row.dataset.ply = String(ply);
    row.replaceChildren(
      el("td", {}, ply),
      el("th", { scope: "row" }, el("span", { class: `disc-sign ${color}`, role: "img", "aria-label": colorName(color) }), " ", go),
      el("td", { title: effortText(judged) }, discs(playedValue), exact ? "✓" : "~"),
      el("td", {}, forced ? word("table.forced") : best ? moveName(best, notation) : ""),
      el("td", {}, lossText(loss), card && " ", card),
    );
  }

  /**
   * @param {Judged} judged
   * @param {Notation} notation
   */
  #cardButton(judged, notation) {
    const label = word("card.open", { kind: className(judged.class), move: moveName(judged.move, notation) });
    const onclick = () => this.#show(judged);
    return el("button", { type: "button", class: `link sign ${judged.class}`, "aria-label": label, onclick }, signOf(judged.class));
  }
}

/** Every sign, of Black and of White, with how many lost discs it stands for. @param {Review} review */
function legend({ thresholds, exactFrom, moves }) {
  const items = LOSSES.map((kind) => {
    const pair = [markOf(kind, "black"), markOf(kind, "white", "translate(15 0)")];
    const sign = svg("svg", { class: "pair", viewBox: "-8 -8 31 16", "aria-hidden": "true" }, ...pair);
    return el("li", {}, sign, el("b", {}, signOf(kind)), ` ${className(kind)} `, el("span", { class: "soft" }, thresholdText(thresholds, kind)));
  });
  items.push(el("li", { class: "soft" }, word("review.noise", { n: thresholds.noise })));
  if (moves.some(({ change }) => change)) items.push(el("li", {}, flag(), word("graph.changed")));
  const hatched = el("span", { class: "hatched", "aria-hidden": "true" });
  if (exactFrom !== null) items.push(el("li", {}, hatched, word("graph.exactFrom", { n: exactFrom })));
  return items;
}

function flag() {
  const pole = svg("path", { d: "M4 2V15", class: "pole" });
  return svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, pole, svg("path", { d: "M4 2h9l-2.5 3.5 2.5 3.5h-9z", class: "flag" }));
}

/** @param {Review} review */
function totals({ totals: sums }) {
  const spoken = (/** @type {typeof LOSSES[number]} */ kind) => el("span", { class: "visually-hidden" }, ` ${className(kind)}`);
  const heads = LOSSES.map((kind) => el("th", { scope: "col", title: className(kind) }, signOf(kind), spoken(kind)));
  const head = el("tr", {}, el("td", {}), ...heads, el("th", { scope: "col" }, word("review.lost")));
  const row = (/** @type {Color} */ color) => {
    const sum = /** @type {Total} */ (sums[color]);
    const name = el("th", { scope: "row" }, el("span", { class: `disc-sign ${color}`, "aria-hidden": "true" }), " ", colorName(color));
    return el("tr", {}, name, ...LOSSES.map((kind) => el("td", {}, sum[kind])), el("td", {}, Math.round(sum.loss)));
  };
  const caption = el("caption", { class: "visually-hidden" }, word("review.totals"));
  return el("table", {}, caption, el("thead", {}, head), el("tbody", {}, row("black"), row("white")));
}
