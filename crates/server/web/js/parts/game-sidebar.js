// @ts-check
/**
 * The parts around the board: player cards with clocks, moves, actions.
 *
 * @import { State, Color } from "../wire.js"
 * @import { Pace } from "../game/pace.js"
 */
import { cardOf, farColor, nearColor } from "../game/cards.js";
import { isLow, timeLeft } from "../game/clock.js";
import { boardAt } from "../game/fold.js";
import { variantName } from "../game/variants.js";
import { settings } from "../settings.js";
import { playWarning } from "../sound.js";
import { moveList } from "./move-list.js";
import { playActions } from "./play-actions.js";
import { playerCard } from "./player-card.js";
import { stepBar } from "./step-bar.js";

/** @param {{ look: (ply: number) => void, undo: () => void, hint: () => void, resign: () => void }} deeds */
export function gameSidebar(deeds) {
  const moves = put("moves", moveList(deeds.look));
  const steps = put("steps", stepBar(deeds.look));
  const actions = put("actions", playActions(deeds));
  /** Leads back to the present. */
  const live = part("live");
  const near = put("near", playerCard());
  const far = put("far", playerCard());
  let wasLow = false;

  return { actions, live, show, showClocks };

  /**
   * @param {State} state
   * @param {Pace} pace
   */
  function show(state, { shown, isFollowing }) {
    const { counts } = boardAt(state, shown);
    const known = isFollowing ? shown : state.moves.length;
    for (const [card, color] of cards(state)) card.show(cardOf(state, color, { count: counts[color], ply: known }));
    moves.show(state.moves.slice(0, known), shown, settings.value("notation"));
    steps.show(shown, known);
    actions.show(state);
    live.hidden = isFollowing;
    say(part("opening"), state.opening ?? "");
    say(part("variant"), variantName(state.variant));
  }

  /**
   * @param {State} state
   * @param {number} now the server's time
   */
  function showClocks(state, now) {
    for (const [card, color] of cards(state)) {
      const left = timeLeft(state, color, now);
      card.showTime(left, isLow(state, left));
    }
    const running = state.clock?.running ?? null;
    const left = running && state.you.length === 1 && running === state.you[0] ? timeLeft(state, running, now) : null;
    const isNowLow = isLow(state, left);
    if (isNowLow && !wasLow) playWarning();
    wasLow = isNowLow;
  }

  /**
   * @param {State} state
   * @returns {[ReturnType<typeof playerCard>, Color][]}
   */
  function cards(state) {
    return [
      [near, nearColor(state)],
      [far, farColor(state)],
    ];
  }
}

/**
 * Sets a text and hides the element if it is empty.
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

/**
 * Puts a part in the place of the element with this id.
 *
 * @template {{ element: HTMLElement }} Part
 * @param {string} id
 * @param {Part} made
 */
function put(id, made) {
  part(id).replaceWith(made.element);
  made.element.id = id;
  return made;
}
