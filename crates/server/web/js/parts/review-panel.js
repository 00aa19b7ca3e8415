// @ts-check
/**
 * The review beside the graph: legend, totals of each side, and a table of all moves.
 *
 * @import { Review, Judged, Total } from "../study/wire.js"
 * @import { Notation } from "../board/squares.js"
 * @import { Color } from "../wire.js"
 *
 * @typedef {object} ReviewView
 * @property {Review | null} review
 * @property {{ done: number, total: number } | null} progress while it is being made
 * @property {number} againIn seconds until the server is asked again, which had no time
 * @property {string} trouble why there is none
 * @property {"deeper" | "stop" | null} offer what the button does
 * @property {number} at
 * @property {Notation} notation
 */
import { el, svg } from "../dom.js";
import { colorName } from "../game/speech.js";
import { word } from "../i18n.js";
import { LOSSES, changeText, className, isLoss, lossText, signOf, thresholdText, turningPoints } from "../study/review.js";
import { againText, signed } from "../study/status.js";
import { discs, effortText, moveName } from "../study/values.js";
import { markOf } from "./graph-drawing.js";
import { putItems } from "./listing.js";

/**
 * @param {(ply: number) => void} look
 * @param {(judged: Judged) => void} explain opens the card of a mistake
 */
export function reviewPanel(look, explain) {
  /** The signs of the graph, below it. */
  const signs = el("ul", { class: "legend", "aria-label": word("graph.legend") });
  /** Not a live region: screen readers should not announce every reviewed move. */
  const note = el("p", { class: "soft" });
  /** Asks for a better one. */
  const deeper = el("button", { type: "button", class: "button quiet deeper", hidden: true });
  const bar = el("progress", { "aria-label": word("review.progress") });
  const sums = el("div", { class: "totals" });
  const points = el("ul", { class: "turning-points" });
  const rows = el("tbody", {});
  const element = el(
    "section",
    { class: "panel review", "aria-labelledby": "review-title" },
    el("header", {}, el("h2", { id: "review-title" }, word("review.title")), note, deeper),
    bar,
    sums,
    points,
    table(),
  );
  let drawn = "";

  return { element, legend: signs, deeper, show };

  /** @param {ReviewView} view */
  function show({ review, progress, againIn, trouble, offer, at, notation }) {
    showOffer(offer);
    bar.hidden = progress === null;
    if (progress) Object.assign(bar, { max: progress.total || 1, value: progress.done });
    const going = againIn ? againText(againIn) : progress ? word("review.reviewing", progress) : "";
    const status = trouble || going || (review ? signed(word("review.level", { level: review.level }), review.by) : "");
    if (note.textContent !== status) note.textContent = status;
    const face = JSON.stringify([review, notation]);
    if (face !== drawn) fill(review, notation);
    drawn = face;
    rows.querySelector("[aria-current]")?.removeAttribute("aria-current");
    rows.querySelector(`tr[data-ply="${at}"]`)?.setAttribute("aria-current", "true");
  }

  /** @param {ReviewView["offer"]} offer */
  function showOffer(offer) {
    deeper.hidden = offer === null;
    const text = word(offer === "stop" ? "review.stop" : "review.deeper");
    if (deeper.textContent !== text) deeper.textContent = text;
  }

  /**
   * @param {Review | null} review
   * @param {Notation} notation
   */
  function fill(review, notation) {
    signs.replaceChildren(...(review ? legend(review) : []));
    sums.replaceChildren(...(review ? [totals(review)] : []));
    // The review runs from the last move to the first: new rows are inserted above the others.
    const key = (/** @type {Judged} */ { ply }) => String(ply);
    const face = (/** @type {Judged} */ judged) => JSON.stringify([judged, notation]);
    const turns = review ? turningPoints(review) : [];
    putItems(points, turns, { key, face, fill: (item, judged) => item.replaceChildren(turn(judged, notation)) });
    putItems(rows, review?.moves ?? [], { key, face, fill: (row, judged) => fillRow(row, judged, notation), tag: "tr" });
  }

  function table() {
    const heads = /** @type {const} */ (["table.number", "table.move", "table.value", "table.best", "table.loss"]);
    const head = el("tr", {}, ...heads.map((key) => el("th", { scope: "col" }, word(key))));
    const table = el("table", {}, el("caption", { class: "visually-hidden" }, word("table.caption")), el("thead", {}, head), rows);
    return el("details", { class: "more as-table" }, el("summary", {}, word("table.open")), el("div", { class: "scroll" }, table));
  }

  /**
   * @param {Judged} judged
   * @param {Notation} notation
   */
  function turn(judged, notation) {
    const { ply, color, move, change } = judged;
    const told = { n: ply, color: colorName(color), move: moveName(move, notation), change: changeText(change ?? ["", ""]) };
    const onclick = () => look(ply);
    return el("button", { type: "button", class: "link", onclick }, word("review.turningPoint", told));
  }

  /**
   * @param {HTMLElement} row
   * @param {Judged} judged
   * @param {Notation} notation
   */
  function fillRow(row, judged, notation) {
    const { ply, color, move, best, playedValue, exact, loss, forced } = judged;
    const go = el("button", { type: "button", class: "link", onclick: () => look(ply) }, moveName(move, notation));
    const card = isLoss(judged.class) && cardButton(judged, notation);
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
  function cardButton(judged, notation) {
    const label = word("card.open", { kind: className(judged.class), move: moveName(judged.move, notation) });
    const onclick = () => explain(judged);
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
  items.push(el("li", { class: "soft" }, word("review.noise", { n: thresholds.unprovenMargin })));
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
