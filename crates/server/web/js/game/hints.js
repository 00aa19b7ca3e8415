// @ts-check
/**
 * Values of the legal moves in one position, as an engine last computed them for the player.
 *
 * @import { CellValue } from "../board/cell.js"
 * @import { Color, Hint, State } from "../wire.js"
 * @import { EngineName } from "../engine/choice.js"
 */
import { browserEngine, isOutOfService } from "../engine/choice.js";
import { hint } from "../net/api.js";

/** Search time of a hint in the browser, in ms: as long as the server takes. */
const TIME = 500;

export class Hints {
  /** The position that the values belong to. A ply would not do: after a takeback it names another position. */
  #position = "";
  /** @type {Record<string, CellValue> | null} */
  #values = null;
  /** The engine that found them. @type {EngineName} */
  by = "server";

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
   * @param {State} state of the game, at its last position
   * @returns {Promise<string | null>} the best move
   */
  async ask(state) {
    const found = await inBrowser(state);
    this.by = found ? "browser" : "server";
    const { board, turn, values, best } = found ?? (await hint(state.id));
    this.#position = keyOf(board, turn);
    this.#values = Object.fromEntries(values.map(({ move, value, exact }) => [move, { value, exact, best: move === best }]));
    return best;
  }
}

/**
 * The values that the browser's engine finds; null where the server is to be asked.
 *
 * @param {State} state
 * @returns {Promise<Pick<Hint, "board" | "turn" | "values" | "best"> | null>}
 */
async function inBrowser({ variant, board, turn }) {
  const engine = await browserEngine();
  if (!engine || !turn) return null;
  try {
    const start = `${board} ${turn === "black" ? "X" : "O"}`;
    const { values } = await engine.analyse({ variant: variant.name ?? undefined, start }, { timeMs: TIME });
    return values ? { board, turn, values: values.moves, best: values.best } : null;
  } catch (error) {
    if (isOutOfService(error)) return null;
    throw error;
  }
}

/**
 * @param {string} board
 * @param {Color | null} turn
 */
function keyOf(board, turn) {
  return `${board} ${turn}`;
}
