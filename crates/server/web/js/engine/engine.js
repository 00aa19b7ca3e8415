// @ts-check
/**
 * The rules and the engine in the browser. Nothing is loaded before the first call. Rules have
 * workers of their own, so they answer at once while the engine thinks.
 *
 * @import { JobOrder, JobState, Diagnosis, Line, Reading, Subject } from "../study/wire.js"
 *
 * @typedef {Omit<JobOrder, "kind"> & { selectivity?: number }} Effort
 *
 * @typedef {object} Chosen a move of a level
 * @property {string} move a square, or "pass"
 * @property {"forced" | "chance" | "greed" | "book" | "search"} origin
 * @property {number | null} value in discs, for the side to move
 * @property {number} depth
 * @property {number} selectivity in percent
 * @property {boolean} exact
 * @property {string[]} line
 * @property {number} nodes
 * @property {number} ms
 */
import { Host, unavailable } from "./host.js";
import { Thinker } from "./thinker.js";

/** An empty module with a SIMD instruction. */
const SIMD = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

class Engine {
  /** @type {Map<string, Host>} */
  #hosts = new Map();
  #thinker = new Thinker();

  /** Can this browser run the engine? */
  get isSupported() {
    return typeof Worker === "function" && typeof WebAssembly === "object" && WebAssembly.validate(SIMD);
  }

  /** Threads of a search. */
  get threads() {
    return this.#thinker.threads;
  }

  /**
   * A game after its moves, as `POST /api/line`.
   *
   * @param {Subject} subject
   * @returns {Promise<Line>}
   */
  line(subject) {
    return this.#ask(subject.from === undefined ? "engine" : "records", "line", subject);
  }

  /**
   * The check of a board, as `POST /api/position`.
   *
   * @param {{ board: string, variant?: string, turn?: string }} board
   * @returns {Promise<Diagnosis>}
   */
  position(board) {
    return this.#ask("records", "position", board);
  }

  /**
   * The games in a text or a file, as `POST /api/read`.
   *
   * @param {Blob | string} content
   * @param {string} [name] of the file, which may tell the format
   * @returns {Promise<Reading>}
   */
  async read(content, name) {
    const file = new Uint8Array(await new Blob([content]).arrayBuffer());
    return this.#ask("records", "read", { name }, file);
  }

  /**
   * The record of a game as text.
   *
   * @param {Subject} subject
   * @param {{ format: string, black?: string, white?: string, event?: string, date?: string }} about
   * @returns {Promise<string>}
   */
  write(subject, about) {
    return this.#ask("records", "write", { ...about, subject });
  }

  /**
   * The move of a level, `random` or `greedy`. The same position, level and seed give the same move,
   * unless the time ends the search.
   *
   * @param {Subject & { level: number | string, seed: number, timeMs?: number }} of
   * @param {AbortSignal} [signal]
   * @returns {Promise<Chosen>}
   */
  choose({ level, ...of }, signal) {
    return this.#think("choose", { ...of, level: String(level) }, () => {}, signal);
  }

  /**
   * The values of all moves.
   *
   * @param {Subject} subject
   * @param {Effort} [effort]
   * @param {(state: JobState) => void} [tell] hears of all that becomes known
   * @param {AbortSignal} [signal]
   * @returns {Promise<JobState>}
   */
  analyse(subject, effort, tell, signal) {
    return this.#think("job", { kind: "values", ...subject, ...effort }, tell, signal);
  }

  /**
   * What each move of a game has lost.
   *
   * @param {Subject} subject
   * @param {Effort} [effort]
   * @param {(state: JobState) => void} [tell]
   * @param {AbortSignal} [signal]
   * @returns {Promise<JobState>}
   */
  review(subject, effort, tell, signal) {
    return this.#think("job", { kind: "review", ...subject, ...effort }, tell, signal);
  }

  /**
   * The best move and its exact score.
   *
   * @param {Subject} subject
   * @param {{ timeMs?: number }} [effort]
   * @param {(state: JobState) => void} [tell]
   * @param {AbortSignal} [signal]
   * @returns {Promise<JobState>}
   */
  solve(subject, effort, tell, signal) {
    return this.#think("job", { kind: "solve", ...subject, ...effort }, tell, signal);
  }

  /**
   * A job, with the interface of `Jobs` in `net/jobs.js`.
   *
   * @param {JobOrder & Subject} order
   * @param {(state: JobState) => void} tell
   * @param {(error: Error) => void} fail
   * @returns {() => void} calls it off
   */
  submit(order, tell, fail) {
    const abort = new AbortController();
    const heed = (/** @type {(heard: any) => void} */ listener) => (/** @type {any} */ heard) => abort.signal.aborted || listener(heard);
    this.#think("job", order, tell, abort.signal).then(heed(tell), heed(fail));
    return () => abort.abort();
  }

  /** Calls off everything, ends the workers and frees their memory. */
  stop() {
    for (const host of this.#hosts.values()) host.end();
    this.#hosts.clear();
    this.#thinker.end();
  }

  /**
   * @param {string} module
   * @param {string} name
   * @param {unknown} input
   * @param {Uint8Array} [file]
   */
  async #ask(module, name, input, file) {
    if (!this.isSupported) throw unavailable();
    let host = this.#hosts.get(module);
    if (!host || host.isOver) {
      host = new Host(module);
      this.#hosts.set(module, host);
    }
    return host.call(name, input, file);
  }

  /**
   * @param {"choose" | "job"} name
   * @param {any} input
   * @param {(state: JobState) => void} [tell]
   * @param {AbortSignal} [signal]
   */
  async #think(name, input, tell = () => {}, signal) {
    if (!this.isSupported) throw unavailable();
    signal?.throwIfAborted();
    if (input.from === undefined) return this.#thinker.think({ name, input, tell, signal });
    // The engine's module reads no records.
    const { variant, start, first, transcript } = await this.line(input);
    const { from, ...rest } = input;
    const subject = { variant: variant.name ?? undefined, start: `${start} ${first === "black" ? "X" : "O"}`, moves: transcript };
    return this.#thinker.think({ name, input: { ...rest, ...subject }, tell, signal });
  }
}

export const engine = new Engine();
