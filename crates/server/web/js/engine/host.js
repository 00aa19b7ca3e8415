// @ts-check
/**
 * A module in a worker of its own: fetched, compiled, started, called, ended.
 *
 * @import { Begun, Reply, Report } from "./worker.js"
 */
import { word } from "../i18n.js";
import { ApiError } from "../net/api.js";

/** Pages of 64 KiB of a shared memory, as `scripts/wasm` has them. */
const MEMORY = { initial: 64, maximum: 4096 };

/** Modules by their name, as the first worker of each compiled them. @type {Map<string, WebAssembly.Module>} */
const modules = new Map();

/** @param {string} name */
function addressOf(name) {
  return new URL(`../../engine/${name}`, import.meta.url).href;
}

/** A file of the engine. @param {string} name */
export async function fetched(name) {
  const response = await fetch(addressOf(name));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

/** The engine cannot run here, or its files cannot be loaded. */
export function unavailable() {
  return new ApiError("engine-unavailable", word("wentWrong"), 0);
}

/**
 * @typedef {object} Waiting
 * @property {(ok: any) => void} done
 * @property {(error: Error) => void} fail
 * @property {(state: any) => void} report
 */

export class Host {
  #name;
  #settings;
  /** @type {Worker[]} the first has the calls, the others help */
  #workers = [];
  /** @type {Map<number, Waiting>} */
  #calls = new Map();
  #count = 0;
  /** @type {Int8Array | null} the shared memory, and where to stop a search */
  #flag = null;
  /** The worker has begun; fails where it cannot. @type {Promise<void>} */
  ready;
  #isOver = false;

  /**
   * @param {string} name of the module
   * @param {{ hashBytes: number, threads: number }} [settings] of an engine
   */
  constructor(name, settings) {
    this.#name = name;
    this.#settings = settings;
    this.ready = this.#start().catch(() => {
      this.end();
      throw unavailable();
    });
    // Callers hear of it.
    this.ready.catch(() => {});
  }

  get isOver() {
    return this.#isOver;
  }

  /** Can a search be stopped without ending the worker? */
  get canStop() {
    return this.#flag !== null;
  }

  /**
   * @param {string} name
   * @param {unknown} [input]
   * @param {Uint8Array} [file]
   * @param {(state: any) => void} [report]
   * @returns {Promise<any>}
   */
  async call(name, input, file, report = () => {}) {
    await this.ready;
    if (this.#isOver) throw failed();
    // No search runs now: of calls that can be stopped there is one at a time.
    if (this.#flag) Atomics.store(this.#flag, 0, 0);
    this.#count += 1;
    const id = this.#count;
    return new Promise((done, fail) => {
      this.#calls.set(id, { done, fail, report });
      this.#workers[0].postMessage({ type: "call", id, name, input, file });
    });
  }

  /** Stops the search that runs; its call then returns. */
  stop() {
    if (this.#flag) Atomics.store(this.#flag, 0, 1);
  }

  /** Ends the workers and frees their memory. */
  end() {
    this.#isOver = true;
    for (const worker of this.#workers) worker.terminate();
    for (const { fail } of this.#calls.values()) fail(failed());
    this.#calls.clear();
  }

  async #start() {
    const isShared = this.#settings !== undefined && globalThis.crossOriginIsolated;
    const settings = this.#settings && { ...this.#settings, threads: isShared ? this.#settings.threads : 1 };
    const file = `${this.#name}${isShared ? "-threads" : ""}.wasm`;
    const memory = isShared ? new WebAssembly.Memory({ ...MEMORY, shared: true }) : undefined;
    const worker = this.#spawn();
    const begun = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => (data.type === "begun" ? resolve(/** @type {Begun} */ (data)) : reject(data));
      worker.onerror = reject;
      // Only the policy of the worker allows to compile.
      worker.postMessage({ type: "begin", module: modules.get(file) ?? addressOf(file), memory, settings });
    });
    const { module } = begun;
    modules.set(file, module);
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = () => this.end();
    if (!memory || this.#isOver) return;
    this.#flag = new Int8Array(memory.buffer, begun.stop, 1);
    for (const helper of begun.helpers) {
      const other = this.#spawn();
      other.onerror = () => this.end();
      other.postMessage({ type: "help", module, memory, helper });
    }
  }

  #spawn() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#workers.push(worker);
    return worker;
  }

  /** @param {Reply | Report} message */
  #hear(message) {
    const call = this.#calls.get(message.id);
    if (!call) return;
    if (message.type === "state") return call.report(message.state);
    this.#calls.delete(message.id);
    const { ok, error } = message;
    if (!error) return call.done(ok);
    const { code, message: text, ...fault } = error;
    call.fail(Object.assign(new ApiError(code, text, 400, fault), { weights: error.weights }));
  }
}

function failed() {
  return new ApiError("engine-failed", word("wentWrong"), 0);
}
