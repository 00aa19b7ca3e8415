// @ts-check
/**
 * The moves of a position as a table, best first, with depth and continuation.
 *
 * @import { Values, Worth } from "../study/wire.js"
 * @import { Notation } from "../board/squares.js"
 */
import { el } from "../dom.js";
import { word } from "../i18n.js";
import { boundSign, certaintyOf, discs, effortText, moveName, ranked } from "../study/values.js";
import { refill } from "./listing.js";

/** @param {(moves: string[]) => void} play puts the moves of a line onto the board */
export function bestLines(play) {
  const body = el("tbody", {});
  /** Asks for more. */
  const deeper = el("button", { type: "button", class: "button quiet deeper", hidden: true });
  /** Not a live region: screen readers should not announce every depth. */
  const note = el("p", { class: "soft status" });
  const heading = el("header", {}, el("h2", { id: "lines-title" }, word("lines.title")), note, deeper);
  const table = el(
    "table",
    { class: "lines" },
    el("caption", { class: "visually-hidden" }, word("lines.caption")),
    el("thead", {}, el("tr", {}, ...["lines.move", "lines.value", "lines.depth", "lines.line"].map(head))),
    body,
  );
  const scroll = el("div", { class: "scroll" }, table);
  const element = el("section", { class: "panel best-lines", "aria-labelledby": "lines-title" }, heading, scroll);
  let drawn = "";

  return { deeper, element, offer, show };

  /** @param {"deeper" | "stop" | null} offer what the button does */
  function offer(offer) {
    deeper.hidden = offer === null;
    const text = word(offer === "stop" ? "lines.stop" : "lines.deeper");
    if (deeper.textContent !== text) deeper.textContent = text;
  }

  /**
   * @param {Values | null} values
   * @param {string} status what the engine is doing
   * @param {Notation} notation
   */
  function show(values, status, notation) {
    if (note.textContent !== status) note.textContent = status;
    const face = JSON.stringify([values?.moves, notation]);
    if (face === drawn) return;
    drawn = face;
    scroll.hidden = !values || values.moves.length === 0;
    const rows = values ? ranked(values).map((worth) => row(worth, values, notation)) : [];
    refill(body, () => body.replaceChildren(...rows));
  }

  /**
   * @param {Worth} worth
   * @param {Values} values
   * @param {Notation} notation
   */
  function row(worth, values, notation) {
    const { move, exact } = worth;
    const name = moveName(move, notation);
    const onclick = () => play([move]);
    return el(
      "tr",
      { class: move === values.best ? "best" : "" },
      el("th", { scope: "row" }, el("button", { type: "button", class: "move", "aria-label": word("lines.play", { move: name }), onclick }, name)),
      el("td", {}, worthSign(worth)),
      el("td", { class: "depth" }, exact ? word("lines.toTheEnd") : effortText(worth)),
      el("td", { class: "line-cell" }, follow(worth, notation)),
    );
  }

  /**
   * The moves that follow, as far as they are known.
   *
   * @param {Worth} worth
   * @param {Notation} notation
   */
  function follow({ move, line }, notation) {
    const rest = line[0] === move ? line.slice(1) : line;
    const onclick = () => play([move, ...rest]);
    const names = rest.map((next) => moveName(next, notation)).join(" ");
    return rest.length > 0 && el("button", { type: "button", class: "follow", title: word("lines.follow"), onclick }, names);
  }
}

/** @param {Worth} worth */
function worthSign(worth) {
  const { value, exact } = worth;
  const bound = boundSign(worth);
  const face = `${bound}${discs(value)}${exact || bound ? "" : "~"}`;
  const check = exact && el("span", { class: "check", role: "img", "aria-label": word("values.exactShort") }, "✓");
  return el("span", { class: "worth", "data-certainty": certaintyOf(worth) }, face, check);
}

/** @param {string} key */
function head(key) {
  return el("th", { scope: "col" }, word(/** @type {import("../i18n.js").Word} */ (key)));
}
