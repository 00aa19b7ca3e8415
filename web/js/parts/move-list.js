// @ts-check
/**
 * `<move-list>`: the turns of a game, numbered, passes included. Event `look` (detail `{ ply }`) when one is chosen.
 *
 * @import { Move } from "../wire.js"
 * @import { Notation } from "../board/squares.js"
 */
import { squareName } from "../board/squares.js";
import { el } from "../dom.js";
import { colorName } from "../game/speech.js";
import { word } from "../words.js";

export class MoveList extends HTMLElement {
  #list = el("ol", {});
  #empty = el("p", { class: "soft" });
  #face = "";

  connectedCallback() {
    if (this.firstChild) return;
    this.#list.ariaLabel = word("play.moves");
    this.#empty.textContent = word("play.noMoves");
    this.append(this.#empty, this.#list);
    new ResizeObserver(() => this.#reveal(this.querySelector("[aria-current]"))).observe(this.#list);
    this.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (!button) return;
      this.dispatchEvent(new CustomEvent("look", { detail: { ply: Number(button.dataset.ply) } }));
    });
  }

  /**
   * @param {Move[]} moves
   * @param {number} shown turns on the board
   * @param {Notation} notation
   */
  show(moves, shown, notation) {
    this.#empty.hidden = moves.length > 0;
    this.#list.hidden = moves.length === 0;
    const face = notation + moves.map((move) => move.color[0] + move.move).join();
    if (face !== this.#face) this.#list.replaceChildren(...moves.map((move) => item(move, notation)));
    this.#face = face;
    this.#select(shown);
  }

  /** @param {number} shown */
  #select(shown) {
    const now = this.#list.children[shown - 1]?.firstElementChild ?? null;
    const before = this.#list.querySelector("[aria-current]");
    if (before === now) return;
    before?.removeAttribute("aria-current");
    now?.setAttribute("aria-current", "step");
    this.#reveal(now);
  }

  /** Scrolls the list, never the page. @param {Element | null} button */
  #reveal(button) {
    const item = button?.parentElement;
    this.#list.scrollTop = item ? item.offsetTop - (this.#list.clientHeight - item.clientHeight) / 2 : 0;
  }
}

/**
 * @param {Move} move
 * @param {Notation} notation
 */
function item({ ply, color, move }, notation) {
  const isPass = move === "pass";
  const text = isPass ? word("play.pass") : squareName(move, notation);
  const disc = el("span", { class: `disc-sign ${color}`, role: "img", "aria-label": colorName(color) });
  const number = el("span", { class: "number" }, String(ply));
  const button = el("button", { type: "button", "data-ply": ply, class: isPass ? "pass" : "" }, number, disc, el("span", {}, text));
  return el("li", {}, button);
}

customElements.define("move-list", MoveList);
