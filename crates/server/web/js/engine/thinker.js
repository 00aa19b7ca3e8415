// @ts-check
/**
 * The worker that thinks: one job at a time, moves before analysis. A job that is called off stops at
 * once, by a flag in shared memory where the page is isolated, else with its worker. A hidden tab
 * stops, and goes on when it is seen again.
 *
 * @import { JobState } from "../study/wire.js"
 *
 * @typedef {object} Task
 * @property {"choose" | "job"} name
 * @property {any} input
 * @property {(state: JobState) => void} tell
 * @property {AbortSignal} [signal]
 *
 * @typedef {Task & { done: (ok: any) => void, fail: (error: unknown) => void, isOver: boolean }} Queued
 *
 * @typedef {{ task: Queued, isStopped: boolean, isSearching: boolean }} Run
 */
import { Host, fetched, unavailable } from "./host.js";

/** Bytes of the transposition table: as many as a job has on the server, so that both find the same. */
const HASH_BYTES = 32 << 20;
/** More threads gain little, and the tab would take the whole machine. */
const MOST_THREADS = 4;

export class Thinker {
  /** @type {Host | null} */
  #host = null;
  /** @type {Queued[]} */
  #queue = [];
  /** @type {Run | null} */
  #running = null;
  /** The weight files, kept for a new worker. @type {Map<string, Promise<Uint8Array>>} */
  #weights = new Map();

  constructor() {
    globalThis.document?.addEventListener("visibilitychange", () => this.#look());
  }

  get threads() {
    return globalThis.crossOriginIsolated ? Math.min(MOST_THREADS, navigator.hardwareConcurrency || 1) : 1;
  }

  /**
   * @param {Task} task
   * @returns {Promise<any>}
   */
  think(task) {
    return new Promise((resolve, reject) => {
      const queued = { ...task, done: resolve, fail: reject, isOver: false };
      task.signal?.addEventListener("abort", () => this.#callOff(queued), { once: true });
      this.#queue.push(queued);
      if (this.#running) this.#tellWaiting(queued);
      this.#next();
    });
  }

  /** Calls off everything and frees the memory. */
  end() {
    const reason = new DOMException("the engine was stopped", "AbortError");
    const tasks = this.#running ? [this.#running.task, ...this.#queue] : this.#queue;
    for (const task of tasks) this.#finish(task, () => task.fail(reason));
    this.#queue = [];
    this.#running = null;
    this.#host?.end();
    this.#host = null;
    this.#weights.clear();
  }

  #next() {
    if (this.#running || globalThis.document?.hidden) return;
    const at = this.#queue.findIndex(({ name }) => name === "choose");
    const [task] = this.#queue.splice(Math.max(at, 0), 1);
    if (task) this.#run({ task, isStopped: false, isSearching: false });
  }

  /** @param {Run} run */
  async #run(run) {
    const { task } = run;
    this.#running = run;
    try {
      if (!this.#host || this.#host.isOver) this.#host = new Host("engine", { hashBytes: HASH_BYTES, threads: this.threads });
      const ok = await this.#call(this.#host, run);
      if (!run.isStopped) this.#finish(task, () => task.done(ok));
    } catch (error) {
      if (!run.isStopped) this.#finish(task, () => task.fail(error));
    }
    if (this.#running !== run) return;
    this.#running = null;
    this.#next();
  }

  /**
   * @param {Host} host
   * @param {Run} run
   * @returns {Promise<any>}
   */
  async #call(host, run) {
    await host.ready;
    if (run.isStopped) return undefined;
    try {
      return await this.#search(host, run);
    } catch (error) {
      const { weights } = /** @type {{ weights?: string }} */ (error);
      if (!weights) throw error;
      await host.call("install", {}, await this.#weightsOf(weights));
      return run.isStopped ? undefined : this.#search(host, run);
    }
  }

  /**
   * @param {Host} host
   * @param {Run} run
   * @returns {Promise<any>}
   */
  async #search(host, run) {
    const { name, input, tell } = run.task;
    run.isSearching = true;
    try {
      return await host.call(name, input, undefined, (state) => run.isStopped || tell(state));
    } finally {
      run.isSearching = false;
    }
  }

  /** @param {string} name */
  async #weightsOf(name) {
    let file = this.#weights.get(name);
    if (!file) {
      file = fetched(`${name}.weights.bin`).then(async (response) => new Uint8Array(await response.arrayBuffer()));
      this.#weights.set(name, file);
    }
    try {
      return await file;
    } catch {
      this.#weights.delete(name);
      throw unavailable();
    }
  }

  /** @param {Queued} task */
  #callOff(task) {
    this.#queue = this.#queue.filter((other) => other !== task);
    this.#finish(task, () => task.fail(task.signal?.reason));
    if (this.#running?.task === task) this.#interrupt(this.#running);
  }

  /** Stops the search that runs. The next begins when it has stopped. @param {Run} run */
  #interrupt(run) {
    run.isStopped = true;
    if (!run.isSearching || !this.#host) return;
    if (this.#host.canStop) this.#host.stop();
    else this.#host.end();
  }

  /** The tab was hidden or shown. */
  #look() {
    const run = this.#running;
    if (document.hidden && run && !run.isStopped) {
      this.#interrupt(run);
      this.#queue.unshift(run.task);
      this.#tellWaiting(run.task);
    }
    this.#next();
  }

  /** @param {Queued} task */
  #tellWaiting({ name, input, tell }) {
    if (name === "job") tell({ kind: input.kind, status: "waiting", cached: false });
  }

  /**
   * @param {Queued} task
   * @param {() => void} settle
   */
  #finish(task, settle) {
    if (task.isOver) return;
    task.isOver = true;
    settle();
  }
}
