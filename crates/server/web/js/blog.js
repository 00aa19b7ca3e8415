// @ts-check
/**
 * `<reversi-board>` with the rules and the engine, for pages of others: one module, and no server.
 *
 *     <script type="module" src="outflank/board.js"></script>
 *     <reversi-board moves="f5d6c3" level="5"></reversi-board>
 *
 * | attribute | meaning |
 * |---|---|
 * | `variant`, `start`, `moves` | the position, as in the API; the default is the standard start |
 * | `level` | the computer plays at this level, 1 to 20; without it both sides are the reader's |
 * | `color` | the reader's side with a level: `black` (default) or `white` |
 * | `values` | shows the values of the moves |
 * | `still` | the board cannot be played on |
 *
 * The event `change` has the replayed game as `detail`, as `POST /api/line` returns it. The event
 * `error` has the error.
 *
 * @import { ReversiBoard } from "./board/board.js"
 * @import { Line } from "./study/wire.js"
 */
import "./board/board.js";
import { on } from "./dom.js";
import { engine } from "./engine/engine.js";
import { settings } from "./settings.js";

/** The level that finds the values. */
const VALUES_LEVEL = 10;

class Game {
  #board;
  /** @type {string[]} */
  #moves = [];
  #seed = Math.floor(Math.random() * 2 ** 32);
  #thinking = new AbortController();

  /** @param {ReversiBoard} board */
  constructor(board) {
    this.#board = board;
    on(board, "play", ({ square }) => this.#play(square));
    on(board, "refuse", ({ square }) => board.refuse(square));
    this.#show();
  }

  /** @param {string} name */
  #said(name) {
    return this.#board.getAttribute(name) ?? undefined;
  }

  async #show() {
    this.#thinking.abort();
    this.#thinking = new AbortController();
    try {
      await this.#draw(this.#thinking.signal);
    } catch (error) {
      if (!this.#thinking.signal.aborted) this.#tell("error", error);
    }
  }

  /** @param {AbortSignal} signal */
  async #draw(signal) {
    const ground = { variant: this.#said("variant"), start: this.#said("start") };
    const base = await engine.line({ ...ground, moves: this.#said("moves") ?? "" });
    const subject = { ...ground, moves: [...base.moves.map(({ move, lost }) => (lost ? "lost" : move)), ...this.#moves] };
    const line = this.#moves.length === 0 ? base : await engine.line(subject);
    if (signal.aborted) return;
    const isReaders = !this.#isComputers(line) && !this.#board.hasAttribute("still");
    this.#put(line, isReaders);
    this.#tell("change", line);
    if (line.turn && line.legal.length === 0) return this.#play("pass");
    if (this.#isComputers(line)) {
      const { move } = await engine.choose({ ...subject, level: this.#said("level") ?? "", seed: this.#seed }, signal);
      return this.#play(move);
    }
    if (!this.#board.hasAttribute("values") || !line.turn) return;
    const { values } = await engine.analyse(subject, { level: VALUES_LEVEL }, () => {}, signal);
    if (!values) return;
    const cells = values.moves.map(({ move, value, exact }) => [move, { value, exact, best: move === values.best }]);
    this.#put(line, isReaders, Object.fromEntries(cells));
  }

  /**
   * @param {Line} line
   * @param {boolean} playable
   * @param {Record<string, import("./board/cell.js").CellValue> | null} [values]
   */
  #put({ variant, board, moves, legal, turn }, playable, values = null) {
    const last = moves.at(-1)?.move;
    const taste = { coordinates: settings.value("coordinates"), notation: settings.value("notation") };
    const view = { size: variant.size, board, last: last === "pass" ? null : last, legal: playable ? legal : [], turn, playable, values };
    this.#board.show({ ...view, ...taste }, { animate: true });
  }

  /** Does the computer move? @param {Line} line */
  #isComputers({ turn }) {
    return this.#said("level") !== undefined && turn !== null && turn !== (this.#said("color") ?? "black");
  }

  /** @param {string} move */
  #play(move) {
    this.#moves.push(move);
    return this.#show();
  }

  /**
   * @param {string} name
   * @param {unknown} detail
   */
  #tell(name, detail) {
    this.#board.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

for (const sheet of ["tokens", "board"]) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL(`../css/${sheet}.css`, import.meta.url).href });
  document.head.append(link);
}
for (const board of document.querySelectorAll("reversi-board")) new Game(/** @type {ReversiBoard} */ (board));
