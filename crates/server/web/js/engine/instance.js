// @ts-check
/**
 * An instance of `engine.wasm` or `records.wasm`: calls with JSON in and JSON out. It runs in
 * workers, and in Node.js for tests. The other side is `crates/wasm`.
 *
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} [memory] where the module has its own
 * @property {() => void} begin
 * @property {(length: number) => number} allocate
 * @property {(request: number, length: number) => void} call
 * @property {() => number} [stop_flag]
 *
 * Where threads share the memory:
 * @property {() => never} [help]
 * @property {WebAssembly.Global} [__stack_pointer]
 * @property {(address: number) => void} [__wasm_init_tls]
 * @property {WebAssembly.Global} [__tls_size]
 *
 * Memory of a helper: the end of its stack, and its thread-local storage.
 * @typedef {{ stack: number, tls: number }} Helper
 *
 * @typedef {{ code: string, message: string, received?: string, ply?: number, reason?: any, parts?: any, weights?: string }} Refusal
 */

/** Bytes of the stack of a helper, as of the first thread. */
const STACK = 1 << 20;
/** Of stacks and thread-local storage; more than either needs. */
const ALIGNMENT = 64;

/** A call that the module refused: the fields are those of the server's errors. */
export class RefusedCall extends Error {
  /** @param {Refusal} refusal */
  constructor(refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export class Instance {
  #exports;
  #memory;
  /** @type {(state: any) => void} */
  #report = () => {};
  #reply = "";

  /**
   * @param {WebAssembly.Module} module
   * @param {WebAssembly.Memory} [memory] shared with other threads
   * @param {boolean} [isHelper] of an instance that has begun
   */
  constructor(module, memory, isHelper = false) {
    const host = {
      // The same clock in all workers.
      now: () => performance.timeOrigin + performance.now(),
      report: (/** @type {number} */ text, /** @type {number} */ length) => this.#report(JSON.parse(this.#text(text, length))),
      reply: (/** @type {number} */ text, /** @type {number} */ length) => {
        this.#reply = this.#text(text, length);
      },
      panicked: (/** @type {number} */ text, /** @type {number} */ length) => console.error(this.#text(text, length)),
    };
    const instance = new WebAssembly.Instance(module, memory ? { host, env: { memory } } : { host });
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    this.#memory = /** @type {WebAssembly.Memory} */ (memory ?? this.#exports.memory);
    if (!isHelper) this.#exports.begin();
  }

  /**
   * Prepares the engine. Helpers run in other workers with the same memory.
   *
   * @param {{ hashBytes: number, threads: number }} settings
   * @returns {{ stop: number, helpers: Helper[] }} the address of the byte that stops a search, and the helpers to start
   */
  start({ hashBytes, threads }) {
    this.call("start", { hashBytes, threads });
    const tls = this.#exports.__tls_size?.value ?? 0;
    const helpers = Array.from({ length: threads - 1 }, () => {
      const tlsAddress = aligned(this.#exports.allocate(tls + ALIGNMENT));
      return { tls: tlsAddress, stack: aligned(this.#exports.allocate(STACK + ALIGNMENT)) + STACK };
    });
    return { stop: this.#exports.stop_flag?.() ?? 0, helpers };
  }

  /** Helps the searches of another instance for ever. @param {Helper} helper */
  help({ stack, tls }) {
    const { __stack_pointer: pointer, __wasm_init_tls: initTls, help } = this.#exports;
    if (!pointer || !initTls || !help) throw new TypeError("this module has no threads");
    pointer.value = stack;
    initTls(tls);
    help();
  }

  /**
   * Runs a call to its end.
   *
   * @param {string} name
   * @param {unknown} [input]
   * @param {Uint8Array} [file]
   * @param {(state: any) => void} [report] hears of the states of a job
   * @returns {any}
   */
  call(name, input = {}, file = new Uint8Array(), report = () => {}) {
    const head = new TextEncoder().encode(`${name}\n${JSON.stringify(input)}\n`);
    const length = head.length + file.length;
    const address = this.#exports.allocate(length);
    const request = new Uint8Array(this.#memory.buffer, address, length);
    request.set(head);
    request.set(file, head.length);
    this.#report = report;
    this.#exports.call(address, length);
    const { ok, error } = JSON.parse(this.#reply);
    if (error) throw new RefusedCall(error);
    return ok;
  }

  /**
   * @param {number} address
   * @param {number} length
   */
  #text(address, length) {
    // A decoder does not take shared memory, so it gets a copy.
    return new TextDecoder().decode(new Uint8Array(this.#memory.buffer, address, length).slice());
  }
}

/** @param {number} address */
function aligned(address) {
  return Math.ceil(address / ALIGNMENT) * ALIGNMENT;
}
