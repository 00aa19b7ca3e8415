// @ts-check
/**
 * What stands around the board: the two cards with their clocks, the moves, the actions.
 *
 * @import { State, Color } from "../wire.js"
 * @import { Pace } from "../game/pace.js"
 * @import { PlayerCard } from "./player-card.js"
 * @import { MoveList } from "./move-list.js"
 * @import { PlayActions } from "./play-actions.js"
 * @import { StepBar } from "./step-bar.js"
 */
import { cardOf, farColor, nearColor } from "../game/cards.js";
import { isLow, timeLeft } from "../game/clock.js";
import { boardAt } from "../game/fold.js";
import { variantName } from "../game/variants.js";
import { settings } from "../settings.js";
import { playWarning } from "../sound.js";
import "./move-list.js";
import "./play-actions.js";
import "./player-card.js";
import "./step-bar.js";

export class Beside {
  moves = /** @type {MoveList} */ (part("moves"));
  steps = /** @type {StepBar} */ (part("steps"));
  actions = /** @type {PlayActions} */ (part("actions"));
  /** Leads back to the present. */
  live = part("live");
  #near = /** @type {PlayerCard} */ (part("near"));
  #far = /** @type {PlayerCard} */ (part("far"));
  #isLow = false;

  /**
   * @param {State} state
   * @param {Pace} pace
   */
  show(state, { shown, isFollowing }) {
    const { counts } = boardAt(state, shown);
    const known = isFollowing ? shown : state.moves.length;
    for (const [card, color] of this.#cards(state)) card.show(cardOf(state, color, { count: counts[color], ply: known }));
    this.moves.show(state.moves.slice(0, known), shown, settings.value("notation"));
    this.steps.show(shown, known);
    this.actions.show(state);
    this.live.hidden = isFollowing;
    say(part("opening"), state.opening ?? "");
    say(part("variant"), variantName(state.variant));
  }

  /**
   * @param {State} state
   * @param {number} now the server's time
   */
  showClocks(state, now) {
    for (const [card, color] of this.#cards(state)) {
      const left = timeLeft(state, color, now);
      card.showTime(left, isLow(state, left));
    }
    const running = state.clock?.running ?? null;
    const left = running && state.you.length === 1 && running === state.you[0] ? timeLeft(state, running, now) : null;
    const isNowLow = isLow(state, left);
    if (isNowLow && !this.#isLow) playWarning();
    this.#isLow = isNowLow;
  }

  /**
   * @param {State} state
   * @returns {[PlayerCard, Color][]}
   */
  #cards(state) {
    return [
      [this.#near, nearColor(state)],
      [this.#far, farColor(state)],
    ];
  }
}

/**
 * A line that is there only where it says something.
 * @param {HTMLElement} line
 * @param {string} text
 */
function say(line, text) {
  line.textContent = text;
  line.hidden = !text;
}

/** @param {string} id */
function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
