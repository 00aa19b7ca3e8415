// @ts-check
/**
 * The moves of a position from the best to the worst, with how sure their values are and how the game would go on: the same that
 * stands on the squares, as a table.
 *
 * @import { Values, Worth } from "../study/wire.js"
 * @import { Notation } from "../board/squares.js"
 */
import { el } from "../dom.js";
import { boundSign, certaintyOf, discs, effortText, moveName, ranked } from "../study/values.js";
import { word } from "../words.js";
import { refill } from "./listing.js";

export class BestLines {
  #body = el("tbody", {});
  /** Asks for more. */
  deeper = el("button", { type: "button", class: "button quiet deeper", hidden: true });
  /** For the eye: whoever listens does not want to hear of every depth. */
  #status = el("p", { class: "soft status" });
  #heading = el("header", {}, el("h2", { id: "lines-title" }, word("lines.title")), this.#status, this.deeper);
  #table = el(
    "table",
    { class: "lines" },
    el("caption", { class: "visually-hidden" }, word("lines.caption")),
    el("thead", {}, el("tr", {}, ...["lines.move", "lines.value", "lines.depth", "lines.line"].map(head))),
    this.#body,
  );
  #scroll = el("div", { class: "scroll" }, this.#table);
  element = el("section", { class: "panel best-lines", "aria-labelledby": "lines-title" }, this.#heading, this.#scroll);
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
    this.#scroll.hidden = !values || values.moves.length === 0;
    const rows = values ? ranked(values).map((worth) => this.#row(worth, values, notation)) : [];
    refill(this.#body, () => this.#body.replaceChildren(...rows));
  }

  /**
   * @param {Worth} worth
   * @param {Values} values
   * @param {Notation} notation
   */
  #row(worth, values, notation) {
    const { move, exact } = worth;
    const name = moveName(move, notation);
    const play = { "aria-label": word("lines.play", { move: name }), onclick: () => this.#play([move]) };
    return el(
      "tr",
      { class: move === values.best ? "best" : "" },
      el("th", { scope: "row" }, el("button", { type: "button", class: "move", ...play }, name)),
      el("td", {}, worthSign(worth)),
      el("td", { class: "depth" }, exact ? word("lines.toTheEnd") : effortText(worth)),
      el("td", { class: "line-cell" }, this.#follow(worth, notation)),
    );
  }

  /**
   * How it goes on, as far as that is known.
   *
   * @param {Worth} worth
   * @param {Notation} notation
   */
  #follow({ move, line }, notation) {
    const rest = line[0] === move ? line.slice(1) : line;
    const onclick = () => this.#play([move, ...rest]);
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
  return el("th", { scope: "col" }, word(/** @type {import("../words.js").Word} */ (key)));
}
