// @ts-check
/**
 * Values of the moves, as asked for by a player. They hold for one position only.
 *
 * @import { CellValue } from "../board/cell.js"
 */
import { hint } from "../net/api.js";

export class Hints {
  #ply = -1;
  /** @type {Record<string, CellValue> | null} */
  #values = null;

  /**
   * What to write on the squares after so many turns.
   * @param {number} ply
   */
  at(ply) {
    return ply === this.#ply ? this.#values : null;
  }

  clear() {
    this.#values = null;
  }

  /**
   * @param {string} id of the game
   * @returns {Promise<string | null>} the best move
   */
  async ask(id) {
    const { ply, values, best } = await hint(id);
    this.#ply = ply;
    this.#values = Object.fromEntries(values.map(({ move, value, exact }) => [move, { value, exact, best: move === best }]));
    return best;
  }
}
