// @ts-check
/**
 * Who plays a color and how many discs they have, in one line.
 *
 * @typedef {import("../wire.js").State} State
 * @typedef {import("../wire.js").Color} Color
 */

import { el } from "../dom.js";
import { playerName } from "../game/players.js";
import { word } from "../i18n.js";

/** @param {Color} color */
export function playerLine(color) {
  const disc = el("span", { class: `disc-sign ${color}`, role: "img", "aria-label": word(`color.${color}`) });
  const name = el("span", { class: "name" });
  const figure = el("span", { "aria-hidden": "true" });
  const spoken = el("span", { class: "visually-hidden" });
  const element = el("div", { class: "player" }, disc, name, el("span", { class: "count" }, figure, spoken));
  return {
    element,
    /**
     * @param {State} game
     * @param {number} count
     * @param {boolean} isToMove
     */
    show({ seats, you }, count, isToMove) {
      const isShared = you.length === 2 && !seats[color].name;
      name.textContent = isShared ? word(`color.${color}`) : playerName(seats[color], { you: you.includes(color) });
      figure.textContent = String(count);
      spoken.textContent = word("play.discCount", { n: count });
      element.classList.toggle("to-move", isToMove);
    },
  };
}
