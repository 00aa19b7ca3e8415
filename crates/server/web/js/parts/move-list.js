// @ts-check
/**
 * The turns of a game, numbered, passes and lost turns included.
 *
 * @import { Move } from "../wire.js"
 * @import { Notation } from "../board/squares.js"
 */
import { el } from "../dom.js";
import { colorName, turnName } from "../game/speech.js";
import { word } from "../i18n.js";

/** @param {(ply: number) => void} look */
export function moveList(look) {
  const element = el("div", { class: "move-list" });
  const list = el("ol", {});
  const empty = el("p", { class: "soft" });
  let drawn = "";

  list.ariaLabel = word("play.moves");
  empty.textContent = word("play.noMoves");
  element.append(empty, list);
  new ResizeObserver(() => reveal(element.querySelector("[aria-current]"))).observe(list);
  element.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button) look(Number(button.dataset.ply));
  });

  return { element, show };

  /**
   * @param {Move[]} moves
   * @param {number} shown turns on the board
   * @param {Notation} notation
   */
  function show(moves, shown, notation) {
    empty.hidden = moves.length > 0;
    list.hidden = moves.length === 0;
    const face = notation + moves.map((move) => move.color[0] + move.move + (move.lost ?? "")).join();
    if (face !== drawn) list.replaceChildren(...moves.map((move) => item(move, notation)));
    drawn = face;
    select(shown);
  }

  /** @param {number} shown */
  function select(shown) {
    const now = list.children[shown - 1]?.firstElementChild ?? null;
    const before = list.querySelector("[aria-current]");
    if (before === now) return;
    before?.removeAttribute("aria-current");
    now?.setAttribute("aria-current", "step");
    reveal(now);
  }

  /** Scrolls the list, never the page. @param {Element | null} button */
  function reveal(button) {
    const item = button?.parentElement;
    list.scrollTop = item ? item.offsetTop - (list.clientHeight - item.clientHeight) / 2 : 0;
  }
}

/**
 * @param {Move} turn
 * @param {Notation} notation
 */
function item(turn, notation) {
  const { ply, color, move } = turn;
  const isPass = move === "pass";
  const text = turnName(turn, notation);
  const disc = el("span", { class: `disc-sign ${color}`, role: "img", "aria-label": colorName(color) });
  const number = el("span", { class: "number" }, String(ply));
  const button = el("button", { type: "button", "data-ply": ply, class: isPass ? "pass" : "" }, number, disc, el("span", {}, text));
  return el("li", {}, button);
}
