// @ts-check
/**
 * Values of the legal moves in one position, as the server last computed them for the player.
 *
 * @import { CellValue } from "../board/cell.js"
 * @import { Color } from "../wire.js"
 */
import { hint } from "../net/api.js";

export class Hints {
  /** The position that the values belong to. A ply would not do: after a takeback it names another position. */
  #position = "";
  /** @type {Record<string, CellValue> | null} */
  #values = null;

  /**
   * The values by square, or null where there are none for this position.
   * @param {string} board
   * @param {Color | null} turn
   */
  at(board, turn) {
    return keyOf(board, turn) === this.#position ? this.#values : null;
  }

  clear() {
    this.#values = null;
  }

  /**
   * @param {string} id of the game
   * @returns {Promise<string | null>} the best move
   */
  async ask(id) {
    const { board, turn, values, best } = await hint(id);
    this.#position = keyOf(board, turn);
    this.#values = Object.fromEntries(values.map(({ move, value, exact }) => [move, { value, exact, best: move === best }]));
    return best;
  }
}

/**
 * @param {string} board
 * @param {Color | null} turn
 */
function keyOf(board, turn) {
  return `${board} ${turn}`;
}
