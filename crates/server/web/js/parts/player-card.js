// @ts-check
/**
 * Who plays a color, how many discs they have, and their clock.
 *
 * @import { Color } from "../wire.js"
 *
 * @typedef {object} CardView
 * @property {Color} color
 * @property {string} name
 * @property {string} note what this player is doing, in a word or two
 * @property {number} count
 * @property {boolean} isActive
 * @property {boolean} isAway
 * @property {boolean} isWinner
 */
import { el } from "../dom.js";
import { clockText } from "../game/clock.js";
import { word } from "../i18n.js";

export function playerCard() {
  const element = el("div", { class: "player-card" });
  const disc = el("span", { class: "disc-sign", "aria-hidden": "true" });
  const name = el("span", { class: "name" });
  const note = el("span", { class: "note" });
  const clock = el("span", { class: "clock", role: "timer", hidden: true });
  const figure = el("span", { class: "figure", "aria-hidden": "true" });
  const spoken = el("span", { class: "visually-hidden" });

  const who = el("span", { class: "who" }, name, note);
  element.append(disc, who, clock, el("span", { class: "count" }, figure, spoken));

  return { element, show, showTime };

  /** @param {CardView} view */
  function show(view) {
    element.dataset.color = view.color;
    disc.className = `disc-sign ${view.color}`;
    setText(name, view.name);
    setText(note, view.note);
    setText(figure, String(view.count));
    setText(spoken, word("play.discCount", { n: view.count }));
    element.toggleAttribute("data-active", view.isActive);
    element.toggleAttribute("data-away", view.isAway);
    element.toggleAttribute("data-winner", view.isWinner);
  }

  /**
   * @param {number | null} ms left, null without a clock
   * @param {boolean} isLow does it call for attention?
   */
  function showTime(ms, isLow) {
    clock.hidden = ms === null;
    if (ms === null) return;
    setText(clock, clockText(ms));
    clock.toggleAttribute("data-low", isLow);
  }
}

/**
 * Writes only changes, so that screen readers and selections are not disturbed.
 * @param {HTMLElement} element
 * @param {string} text
 */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
