// @ts-check
/**
 * The moves of a position from the best to the worst, with how sure their values are and how the game would go on: the same that
 * stands on the squares, as a table.
 *
 * @import { Values, Worth } from "../study/wire.js"
 * @import { Notation } from "../board/squares.js"
 */
import { squareName } from "../board/squares.js";
import { el } from "../dom.js";
import { boundSign, certaintyOf, discs, effortText, ranked } from "../study/values.js";
import { word } from "../words.js";
import { refill } from "./listing.js";

export class BestLines {
  #body = el("tbody", {});
  /** Asks for more. */
  deeper = el("button", { type: "button", class: "button quiet deeper", hidden: true });
  #status = el("p", { class: "soft status", role: "status" });
  #table = el(
    "table",
    { class: "lines" },
    el("caption", { class: "visually-hidden" }, word("lines.caption")),
    el("thead", {}, el("tr", {}, ...["lines.move", "lines.value", "lines.depth", "lines.line"].map(head))),
    this.#body,
  );
  element = el("section", { class: "panel best-lines", "aria-labelledby": "lines-title" }, el("header", {}, el("h2", { id: "lines-title" }, word("lines.title")), this.#status, this.deeper), el("div", { class: "scroll" }, this.#table));
  #play;
  #face = "";

  /** @param {(moves: string[]) => void} play puts the moves of a line onto the board */
  constructor(play) {
    this.#play = play;
  }

  /** @param {"deeper" | "stop" | null} offer what the button does */
  offer(offer) {
    this.deeper.hidden = offer === null;
    const text = word(offer === "stop" ? "lines.stop" : "lines.deeper");
    if (this.deeper.textContent !== text) this.deeper.textContent = text;
  }

  /**
   * @param {Values | null} values
   * @param {string} status what the engine is doing
   * @param {Notation} notation
   */
  show(values, status, notation) {
    if (this.#status.textContent !== status) this.#status.textContent = status;
    const face = JSON.stringify([values?.moves, notation]);
    if (face === this.#face) return;
    this.#face = face;
    this.#table.hidden = !values || values.moves.length === 0;
    refill(this.#body, () => this.#body.replaceChildren(...(values ? ranked(values).map((worth) => this.#row(worth, values, notation)) : [])));
  }

  /**
   * @param {Worth} worth
   * @param {Values} values
   * @param {Notation} notation
   */
  #row(worth, values, notation) {
    const { move, value, exact, line } = worth;
    const name = squareName(move, notation);
    const rest = line[0] === move ? line.slice(1) : line;
    const sign = boundSign(worth);
    const face = `${sign}${discs(value)}${exact || sign ? "" : "~"}`;
    const told = el("span", { class: "worth", "data-certainty": certaintyOf(worth) }, face, exact && el("span", { class: "check", role: "img", "aria-label": word("values.exactShort") }, "✓"));
    const follow = rest.length > 0 && el("button", { type: "button", class: "follow", title: word("lines.follow"), onclick: () => this.#play([move, ...rest]) }, rest.map((square) => squareName(square, notation)).join(" "));
    return el(
      "tr",
      { class: move === values.best ? "best" : "" },
      el("th", { scope: "row" }, el("button", { type: "button", class: "move", "aria-label": word("lines.play", { move: name }), onclick: () => this.#play([move]) }, name)),
      el("td", {}, told),
      el("td", { class: "depth" }, exact ? word("lines.toTheEnd") : effortText(worth)),
      el("td", { class: "line-cell" }, follow),
    );
  }
}

/** @param {string} key */
function head(key) {
  return el("th", { scope: "col" }, word(/** @type {import("../words.js").Word} */ (key)));
}
