// @ts-check
/**
 * Sitting down by an invite link: its fragment is the secret of a seat.
 *
 * @import { State } from "../wire.js"
 *
 * What came of it: `seated`, `own` (the link is for somebody else), or why one only watches: the seat is `taken`, the link is
 * `unknown` here, or `incomplete`.
 * @typedef {"seated" | "own" | "taken" | "unknown" | "incomplete"} Seating
 */
import { ApiError, takeSeat } from "../net/api.js";

const SECRET = /^[0-9a-f]{64}$/i;

/** The server's words for a seat that is no longer free. */
const TAKEN = ["seat-taken", "seat-full"];

/**
 * @param {State} state
 * @param {string} secret what stood in the address
 * @param {string} name
 * @returns {Promise<Seating>} rejected where the server could not say
 */
export async function sitDown({ id, you }, secret, name) {
  if (you.length > 0) return "own";
  if (!SECRET.test(secret)) return "incomplete";
  try {
    await takeSeat(id, { secret, name: name || null });
    return "seated";
  } catch (error) {
    if (error instanceof ApiError && TAKEN.includes(error.code)) return "taken";
    if (error instanceof ApiError && error.code === "wrong-secret") return "unknown";
    throw error;
  }
}
