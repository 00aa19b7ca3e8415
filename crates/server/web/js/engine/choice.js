// @ts-check
/**
 * Which engine answers: the browser's, or the server's by the setting, on weak devices, and where the
 * browser cannot run it. A static site has only the browser's.
 *
 * @import { JobOrder, JobState, Subject } from "../study/wire.js"
 * @typedef {"browser" | "server"} EngineName
 */
import { ENDS, Jobs } from "../net/jobs.js";
import { hasServer } from "../place.js";
import { settings } from "../settings.js";

/** A device with less memory, in GiB, leaves the work to the server. */
const LEAST_MEMORY = 2;

/** The engine of the browser, unless the server's is to answer. */
export async function browserEngine() {
  const memory = /** @type {{ deviceMemory?: number }} */ (navigator).deviceMemory ?? LEAST_MEMORY;
  if (hasServer && (settings.value("engine") === "server" || memory < LEAST_MEMORY)) return null;
  try {
    const { engine } = await import("./engine.js");
    return engine.isSupported || !hasServer ? engine : null;
  } catch {
    return null;
  }
}

/** Is this why the browser's engine gave no answer? The server's may. @param {unknown} error */
export function isOutOfService(error) {
  const { code } = /** @type {{ code?: string }} */ (error ?? {});
  return code === "engine-unavailable" || code === "engine-failed";
}

/**
 * Jobs for either engine, with the interface of `Jobs`. Results say which one it was. A job that asks
 * for more than usual goes to the server, or if that cannot be reached, to the browser.
 */
export class EngineJobs extends EventTarget {
  #server = new Jobs();
  #isLost = false;

  constructor() {
    super();
    this.#server.addEventListener("connection", (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      this.#isLost = detail === "lost";
      this.dispatchEvent(new CustomEvent("connection", { detail }));
    });
  }

  /**
   * @param {JobOrder & Subject} order
   * @param {(state: JobState) => void} tell
   * @param {(error: Error) => void} fail
   * @param {boolean} [isMore] than the page asks for by itself
   * @returns {() => void} calls it off
   */
  submit(order, tell, fail, isMore = false) {
    const abort = new AbortController();
    const { signal } = abort;
    let cancel = () => {};
    let isOver = false;
    /** @param {EngineName} by */
    const teller = (by) => (/** @type {JobState} */ state) => {
      isOver ||= ENDS.includes(state.status);
      if (!signal.aborted) tell(signedBy(state, by));
    };
    const failer = (/** @type {Error} */ error) => signal.aborted || fail(error);
    /** @param {Awaited<ReturnType<typeof browserEngine>>} engine */
    const askBrowser = (engine) => {
      cancel = engine?.submit(order, teller("browser"), (error) => (hasServer && isOutOfService(error) ? askServer() : failer(error))) ?? cancel;
    };
    const askServer = () => {
      if (!signal.aborted) cancel = this.#server.submit(order, teller("server"), failer);
    };
    signal.addEventListener("abort", () => cancel());
    browserEngine().then((engine) => {
      if (signal.aborted) return;
      const isForServer = isMore && hasServer && !this.#isLost && navigator.onLine;
      if (engine && !isForServer) return askBrowser(engine);
      askServer();
      if (!engine) return;
      this.#server.addEventListener("connection", () => {
        if (signal.aborted || isOver || !this.#isLost) return;
        cancel();
        askBrowser(engine);
      }, { signal });
    });
    return () => abort.abort();
  }
}

/**
 * @param {JobState} state
 * @param {EngineName} by
 * @returns {JobState}
 */
function signedBy(state, by) {
  const { values, review } = state;
  return { ...state, ...(values && { values: { ...values, by } }), ...(review && { review: { ...review, by } }) };
}
