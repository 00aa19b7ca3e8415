// @ts-check
/**
 * Clocks between two messages of the server. The server decides; the page only counts down.
 *
 * @import { State, Color } from "../wire.js"
 */
import { CLOCK_LOW, MOVE_LOW } from "../timing.js";

/**
 * Milliseconds that a side has left, or null in a game without clocks.
 * @param {State} state
 * @param {Color} color
 * @param {number} now the server's time
 */
export function timeLeft({ clock, now: asOf }, color, now) {
  if (!clock) return null;
  const spent = clock.running === color ? Math.max(0, now - asOf) : 0;
  return Math.max(0, clock[color] - spent);
}

/**
 * Is little time left? With a time per move, the limit is lower.
 * @param {State} state
 * @param {number | null} ms left
 */
export function isLow({ clock }, ms) {
  if (ms === null) return false;
  const [, perMove] = /^(\d+)s\/move$/.exec(clock?.control ?? "") ?? [];
  return ms < (perMove ? Math.min(CLOCK_LOW, Math.max(MOVE_LOW, Number(perMove) * 200)) : CLOCK_LOW);
}

/**
 * `4:05`, `1:02:09`, and `7.3` when little is left.
 * @param {number} ms
 */
export function clockText(ms) {
  if (ms < CLOCK_LOW) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = String(s).padStart(2, "0");
  return h > 0 ? `${h}:${String(m).padStart(2, "0")}:${tail}` : `${m}:${tail}`;
}
