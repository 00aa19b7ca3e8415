// @ts-check
/**
 * Values of the legal moves in one position, as an engine last computed them for the player: that
 * of the browser, or that of the server.
 *
 * @import { CellValue } from "../board/cell.js"
 * @import { Color, Hint, State } from "../wire.js"
 */
import { hint } from "../net/api.js";
import { isLocal } from "../place.js";
import { HINT } from "../timing.js";

export class Hints {
  /** The position that the values belong to. A ply would not do: after a takeback it names another position. */
  #position = "";
  /** @type {Record<string, CellValue> | null} */
  #values = null;
  /** Which engine answered last. @type {"browser" | "server"} */
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
   * @param {State} state
   * @returns {Promise<string | null>} the best move
   */
  async ask(state) {
    const { board, turn, values, best } = await this.#valuesOf(state);
    this.#position = keyOf(board, turn);
    this.#values = Object.fromEntries(values.map(({ move, value, exact }) => [move, { value, exact, best: move === best }]));
    return best;
  }

  /** @param {State} state @returns {Promise<Pick<Hint, "board" | "turn" | "values" | "best">>} */
  async #valuesOf(state) {
    const { browserEngine } = await import("../engine/choice.js");
    const isHere = isLocal(state.id);
    try {
      const engine = isHere ? (await import("../engine/engine.js")).engine : await browserEngine();
      if (engine) {
        this.by = "browser";
        return await valuesHere(engine, state);
      }
    } catch (error) {
      if (isHere) throw error;
    }
    this.by = "server";
    return hint(state.id);
  }
}

/**
 * By the engine of the browser.
 *
 * @param {typeof import("../engine/engine.js").engine} engine
 * @param {State} state
 */
async function valuesHere(engine, { variant, start, first, moves, board, turn }) {
  const position = `${start} ${first === "black" ? "X" : "O"}`;
  const subject = { variant: variant.name ?? undefined, start: position, moves: moves.map(({ move, lost }) => (lost ? "lost" : move)) };
  const { values } = await engine.analyse(subject, { timeMs: HINT });
  if (!values || !turn) throw new Error("no values");
  return { board, turn, best: values.best, values: values.moves };
}

/**
 * @param {string} board
 * @param {Color | null} turn
 */
function keyOf(board, turn) {
  return `${board} ${turn}`;
}
