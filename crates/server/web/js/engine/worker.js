// @ts-check
/**
 * A worker with an instance of a module. It begins with the message `begin` or `help`, and then
 * answers calls in their order. `engine.js` is the other side.
 *
 * @typedef {import("./instance.js").Helper} Helper
 *
 * @typedef {object} Begin
 * @property {"begin"} type
 * @property {WebAssembly.Module | string} module or its address
 * @property {WebAssembly.Memory} [memory]
 * @property {{ hashBytes: number, threads: number }} [settings] of an engine
 *
 * @typedef {{ type: "help", module: WebAssembly.Module, memory: WebAssembly.Memory, helper: Helper }} Help
 * @typedef {{ type: "call", id: number, name: string, input?: unknown, file?: Uint8Array }} Call
 *
 * @typedef {{ type: "begun", module: WebAssembly.Module, stop: number, helpers: Helper[] }} Begun
 * @typedef {{ type: "failed" }} Failed
 * @typedef {{ type: "state", id: number, state: any }} Report
 * @typedef {{ type: "reply", id: number, ok?: any, error?: import("./instance.js").Refusal }} Reply
 */
import { Instance, RefusedCall } from "./instance.js";

/** @type {Instance | undefined} */
let instance;

self.addEventListener("message", ({ data }) => take(data));

/** @param {Begin | Help | Call} message */
function take(message) {
  if (message.type === "help") return new Instance(message.module, message.memory, true).help(message.helper);
  if (message.type === "begin") return begin(message);
  const { id, name, input, file } = message;
  try {
    const ok = instance?.call(name, input, file, (state) => say({ type: "state", id, state }));
    say({ type: "reply", id, ok });
  } catch (error) {
    // Any other error has left the instance in pieces: it goes to the listener of the worker.
    if (!(error instanceof RefusedCall)) throw error;
    say({ type: "reply", id, error: error.refusal });
  }
}

/** @param {Begin} message */
async function begin({ module: of, memory, settings }) {
  try {
    const module = typeof of === "string" ? await compiled(of) : of;
    instance = new Instance(module, memory);
    say({ type: "begun", module, ...(settings ? instance.start(settings) : { stop: 0, helpers: [] }) });
  } catch {
    say({ type: "failed" });
  }
}

/** @param {string} address */
async function compiled(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return WebAssembly.compileStreaming(response);
}

/** @param {Begun | Failed | Report | Reply} message */
function say(message) {
  self.postMessage(message);
}
