// @ts-check
/**
 * Every length of time that the page uses, in milliseconds.
 */

/** A disc is put down. */
export const PLACE = 120;
/** One disc turns over. */
export const FLIP = 240;
/** Delay of a flip per square of distance from the placed disc. */
export const STAGGER = 40;
/** Maximum duration of a move. */
export const MOVE_AT_MOST = 600;
/** The computer's answer shows no sooner than this after the move before it has landed. */
export const ANSWER_AFTER = 350;
/** The same after a pass, which takes time to read. */
export const ANSWER_AFTER_PASS = 1100;
/** A disc that is taken back fades. */
export const TAKE_AWAY = 120;
/** A refused square shakes, and stays marked, this long. */
export const SHAKE = 280;
export const REFUSED = 900;
/** A letter that also means something else waits this long for the digit that makes it a square. */
export const NEXT_KEY = 500;
/** How long the banner of a pass stays. */
export const PASS_BANNER = 2600;
/** How long a short message stays. */
export const TOAST = 3200;
/** The same for frequent messages. */
export const TOAST_ONCE = 1600;
/** The count-up at the end of a game, in all. */
export const COUNT_UP = 1600;
/** Between the last move's landing and the count-up. */
export const END_AFTER = 500;
/** Redraw interval of clocks. */
export const CLOCK_TICK = 100;
/** Below this a clock shows tenths and calls for attention. */
export const CLOCK_LOW = 10_000;
/** Minimum of that limit with a time per move; a fifth of a longer time. */
export const MOVE_LOW = 3000;
/** "Reconnecting" shows only when the connection stays away this long. */
export const RECONNECTING_AFTER = 700;
/** Pauses between tries to connect again: the first, and the longest. */
export const RECONNECT = { first: 250, most: 5000 };
/** A connection silent for this long counts as broken. */
export const SILENCE = 40_000;
/** Lists of games on the first page are asked for again this often. */
export const LIST_REFRESH = 10_000;
/** The list of bots changes faster. */
export const BOTS_REFRESH = 4000;
/** Poll interval of the bot page: the server limits requests by token. */
export const OWN_BOT_REFRESH = 8000;
/** A watched game goes from move to move this fast at the usual speed, animation included. */
export const WATCH_STEP = 1100;
/** How long the engine of the browser thinks for a hint: as long as that of the server. */
export const HINT = 500;
/** The page asks the server about a position after the user has stayed there this long. */
export const SETTLE = 140;
/** Delay after typing before a lookup. */
export const TYPED = 200;
/** Retry delay for a busy archive, unless it names one, and the total time limit. */
export const BUSY_AGAIN = 1000;
export const BUSY_AT_MOST = 120_000;
/** Minimum time of a featured game, and the time its end stays. */
export const FEATURE_AT_LEAST = 20_000;
export const FEATURE_END = 4000;

const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Does the user prefer reduced motion? */
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
