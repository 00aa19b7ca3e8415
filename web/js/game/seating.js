// @ts-check
/**
 * Sitting down by an invite link: its fragment is the secret of a seat.
 *
 * @import { State } from "../wire.js"
 *
 * What came of it: `seated`, `back` (one sat there before), `own` (the link is for the opponent), or why one only watches: the
 * seat is `taken`, the link is `unknown` here, or `incomplete`, or the browser is `forgetful`: it keeps no cookies.
 * @typedef {"seated" | "back" | "own" | "taken" | "unknown" | "incomplete" | "forgetful"} Seating
 */
import { ApiError, introduce, takeSeat } from "../net/api.js";

const SECRET = /^[0-9a-f]{64}$/i;

/** What a refusal of the server means here. @type {Record<string, Seating>} */
const REFUSED = {
  "own-link": "own",
  "seat-taken": "taken",
  "seat-full": "taken",
  "wrong-secret": "unknown",
  "no-proof": "forgetful",
};

/**
 * Asked as often as it takes: who sits already keeps the seat.
 *
 * @param {State} state
 * @param {string} secret what stood in the address
 * @param {string} name
 * @returns {Promise<Seating>} rejected where the server could not say
 */
export async function sitDown({ id, you }, secret, name) {
  if (!SECRET.test(secret)) return "incomplete";
  const sitsAlready = you.length > 0;
  try {
    if (!sitsAlready) await introduce();
    await takeSeat(id, { secret, name: name || null });
  } catch (error) {
    const meaning = error instanceof ApiError ? REFUSED[error.code] : undefined;
    if (!meaning) throw error;
    return meaning;
  }
  return sitsAlready ? "back" : "seated";
}
