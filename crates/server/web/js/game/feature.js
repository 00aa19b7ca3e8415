// @ts-check
/**
 * Chooses the featured game. The server ranks games; a game stays long enough to follow it and to
 * see its end. Knows nothing of the page; the caller passes the time.
 *
 * @typedef {import("../tournament-types.js").Boards} Boards
 * @typedef {import("../tournament-types.js").Mini} Mini
 */
import { FEATURE_AT_LEAST, FEATURE_END } from "../timing.js";

export class Feature {
  /** @type {Mini | null} */
  #game = null;
  #since = 0;
  /** When it was seen to be over, or gone. @type {number | null} */
  #ended = null;

  /**
   * @param {Boards} boards
   * @param {number} now ms
   * @returns {Mini | null} nothing where nothing is played
   */
  choose({ games, featured }, now) {
    const same = games.find(({ number }) => number === this.#game?.number) ?? null;
    if (same) this.#game = same;
    const isOver = this.#game !== null && (same === null || same.turn === null);
    if (!isOver) this.#ended = null;
    else this.#ended ??= now;
    if (this.#game && !this.#isEnough(now, featured)) return this.#game;
    return this.#take(games.find(({ number }) => number === featured) ?? null, now);
  }

  /**
   * @param {number} now
   * @param {number | null} featured
   */
  #isEnough(now, featured) {
    if (this.#ended !== null) return now - this.#ended >= FEATURE_END;
    return featured !== this.#game?.number && now - this.#since >= FEATURE_AT_LEAST;
  }

  /**
   * @param {Mini | null} game
   * @param {number} now
   */
  #take(game, now) {
    if (game?.number !== this.#game?.number) this.#since = now;
    this.#game = game;
    this.#ended = null;
    return game;
  }
}
