// @ts-check
/**
 * Every length of time that the page uses, in milliseconds.
 */

/** A disc is put down. */
export const PLACE = 120;
/** One disc turns over. */
export const FLIP = 240;
/** A disc one square farther from the placed one begins that much later. */
export const STAGGER = 40;
/** No move takes longer. */
export const MOVE_AT_MOST = 600;
/** The computer's answer shows no sooner than this after the move before it has landed. */
export const ANSWER_AFTER = 350;
/** And after a pass, which wants to be read. */
export const ANSWER_AFTER_PASS = 1100;
/** A disc that is taken back fades. */
export const TAKE_AWAY = 120;
/** A square that cannot be had shakes for this long, and is marked for that long. */
export const SHAKE = 280;
export const REFUSED = 900;
/** A letter that also means something else waits this long for the digit that makes it a square. */
export const NEXT_KEY = 500;
/** How long the banner of a pass stays. */
export const PASS_BANNER = 2600;
/** How long a short message stays. */
export const TOAST = 3200;
/** And one that may come often. */
export const TOAST_ONCE = 1600;
/** The count-up at the end of a game, in all. */
export const COUNT_UP = 1600;
/** Between the last move's landing and the count-up. */
export const END_AFTER = 500;
/** Clocks are drawn anew this often. */
export const CLOCK_TICK = 100;
/** Below this a clock shows tenths and calls for attention. */
export const CLOCK_LOW = 10_000;
/** The least that does so where each move has a time of its own; a fifth of a longer time. */
export const MOVE_LOW = 3000;
/** "Reconnecting" shows only when the connection stays away this long. */
export const RECONNECTING_AFTER = 700;
/** Pauses between tries to connect again: the first, and the longest. */
export const RECONNECT = { first: 250, most: 5000 };
/** A line that says nothing for so long is taken for broken. */
export const SILENCE = 40_000;
/** Lists of games on the first page are asked for again this often. */
export const LIST_REFRESH = 10_000;
/** The list of bots changes faster. */
export const BOTS_REFRESH = 4000;
/** An owner's bot is asked about this often: the server counts guesses at tokens. */
export const OWN_BOT_REFRESH = 8000;
/** A watched game goes from move to move this fast at the usual speed, animation included. */
export const WATCH_STEP = 1100;
/** Who runs through a game is not asked about at every step: the server is, once this time has passed. */
export const SETTLE = 140;
/** What is typed into a field is looked up after this pause. */
export const TYPED = 200;
/** An archive that is busy is asked again after so long, unless it says when, and for so long in all. */
export const BUSY_AGAIN = 1000;
export const BUSY_AT_MOST = 120_000;
/** The projector stays with a game at least this long, and looks at its end for so long. */
export const FEATURE_AT_LEAST = 20_000;
export const FEATURE_END = 4000;

const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Does the user want things to stand still? */
export function isStill() {
  return still?.matches ?? false;
}

/**
 * When a disc at a distance from the placed one begins to turn, after the move began.
 * @param {number} distance squares between them: 1 is the neighbour
 */
export function flipDelay(distance) {
  return Math.min(PLACE + (distance - 1) * STAGGER, MOVE_AT_MOST - FLIP);
}
