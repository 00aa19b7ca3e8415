// @ts-check
/**
 * The WebSocket of one game. It says hello, folds messages into the state, notices silence and
 * gaps, and reconnects with the last version it saw. `showConnection` in js/parts/notices.js shows
 * a lost connection. Events:
 *
 * - `state`: the game changed; detail `{ state, message }`, the state as it is now and the message that brought it
 * - `presence`: who is here changed; detail `{ state }`
 * - `connection`: detail `"open"`, `"lost"` (it is being tried again) or `"gone"` (there is no such game)
 *
 * @typedef {import("../wire.js").State} State
 * @typedef {import("../wire.js").ServerMessage} ServerMessage
 * @typedef {import("../wire.js").Command} Command
 *
 * @typedef {{ line: WebSocket, heard: string[] }} EarlyLine
 *
 * @typedef {object} Pending
 * @property {Command & { id: string }} message
 * @property {(version: number) => void} resolve
 * @property {(reason: Refused) => void} reject
 */

import { fold } from "../game/fold.js";
import { RECONNECT, SILENCE } from "../timing.js";
import { ApiError, Refused, game } from "./api.js";

export class Link extends EventTarget {
  /** Everything known about the game. @type {State | null} */
  state = null;

  #id;
  #secret;
  /** @type {WebSocket | null} */
  #line = null;
  /** Messages without an answer, by their id. @type {Map<string, Pending>} */
  #pending = new Map();
  #attempts = 0;
  #isClosed = false;
  /** The server has sent something over this connection. */
  #isGood = false;
  #wasEverGood = false;
  /** Server's clock minus ours, in ms. */
  #offset = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {string} id of the game
   * @param {{ secret?: string | null }} [proof] the secret of a seat, for a browser that has no cookie for it
   */
  constructor(id, { secret = null } = {}) {
    super();
    this.#id = id;
    this.#secret = secret;
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    const early = secret === null ? takeEarlyLine() : null;
    if (early) this.#adopt(early);
    else this.#connect();
  }

  /** The server's time in ms since 1970. */
  serverNow() {
    return Date.now() + this.#offset;
  }

  /**
   * Sends a message; fulfilled when the server has stored it. A message without a reply is sent
   * again after a reconnect. The server remembers its id and runs it once.
   *
   * @param {Command} message
   * @returns {Promise<number>} the version it brought
   */
  send(message) {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Refused("offline"));
      const id = newId();
      const pending = { message: { ...message, id }, resolve, reject };
      this.#pending.set(id, pending);
      if (this.#isOpen()) this.#write(pending.message);
    });
  }

  /** Reconnects and loads everything again, with the current cookie. */
  reconnect() {
    this.state = null;
    this.#drop();
    this.#connect();
  }

  /** Closes the connection for good. Messages without a reply are rejected. */
  close() {
    this.#isClosed = true;
    for (const { reject } of this.#pending.values()) reject(new Refused("offline"));
    this.#pending.clear();
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    clearTimeout(this.#timer);
    this.#drop();
  }

  #connect() {
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.#use(new WebSocket(`${scheme}//${location.host}/api/games/${encodeURIComponent(this.#id)}/socket`));
  }

  /**
   * A connection from js/net/early-socket.js has said hello already; its stored messages are
   * handled now.
   * @param {EarlyLine} early
   */
  #adopt({ line, heard }) {
    this.#use(line);
    // Only after the creator of this link has added its listeners.
    queueMicrotask(() => heard.forEach((text) => this.#hear(line, text)));
  }

  /** @param {WebSocket} line */
  #use(line) {
    this.#line = line;
    if (line.readyState === WebSocket.CONNECTING) {
      line.onopen = () => this.#write({ type: "hello", after: this.state?.version ?? null, secret: this.#secret });
    }
    line.onmessage = (event) => this.#hear(line, event.data);
    line.onclose = () => this.#lose(line);
    this.#watchSilence();
  }

  /**
   * @param {WebSocket} line
   * @param {string} text
   */
  #hear(line, text) {
    if (line !== this.#line) return;
    /** @type {ServerMessage} */
    const message = JSON.parse(text);
    this.#watchSilence();
    // An event's time is when it happened, which may be long ago; the others are of this moment.
    if (message.type !== "event" && "now" in message) this.#offset = message.now - Date.now();
    if (message.type === "ack" || message.type === "refused") return this.#answer(message);
    if (message.type === "alive") return this.#settle();
    if (message.type === "event" && this.state && message.version <= this.state.version) return;
    if (message.type === "presence" && !this.state) return;
    const state = fold(this.state, message);
    if (!state) return this.#lose(line);
    this.state = state;
    this.#settle();
    this.#tell(message.type === "presence" ? "presence" : "state", { state, message });
  }

  /**
   * @param {string} name
   * @param {unknown} detail
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** The connection works: send what was waiting. */
  #settle() {
    if (this.#isGood) return;
    this.#attempts = 0;
    this.#isGood = this.#wasEverGood = true;
    this.#tell("connection", "open");
    for (const { message } of this.#pending.values()) this.#write(message);
  }

  /** @param {{ type: "ack" | "refused", id?: string | null, version?: number, code?: string, message?: string }} message */
  #answer(message) {
    const pending = this.#pending.get(message.id ?? "");
    if (!pending) return;
    this.#pending.delete(pending.message.id);
    if (message.type === "ack") pending.resolve(message.version ?? 0);
    else pending.reject(new Refused(message.code ?? "", message.message));
  }

  /** @param {WebSocket} line */
  #lose(line) {
    if (line !== this.#line || this.#isClosed) return;
    this.#drop();
    this.#attempts += 1;
    if (this.#attempts === 1) this.#tell("connection", "lost");
    this.#timer = setTimeout(() => this.#retry(), pauseBefore(this.#attempts));
  }

  /** A socket does not say why it was refused; a plain question does. */
  async #retry() {
    if (this.#attempts === 1 && !this.#wasEverGood && (await this.#isGone())) {
      this.close();
      return this.#tell("connection", "gone");
    }
    if (!this.#isClosed && this.#line === null) this.#connect();
  }

  async #isGone() {
    try {
      await game(this.#id);
      return false;
    } catch (error) {
      return error instanceof ApiError && (error.status === 404 || error.status === 400);
    }
  }

  /** Reconnects at once when the page becomes visible or the network returns. */
  #hurry = () => {
    if (document.visibilityState === "visible" && this.#line === null && !this.#isClosed) this.#connect();
  };

  #watchSilence() {
    clearTimeout(this.#timer);
    const line = this.#line;
    this.#timer = setTimeout(() => line && this.#lose(line), SILENCE);
  }

  #drop() {
    const line = this.#line;
    this.#line = null;
    this.#isGood = false;
    if (!line) return;
    line.onopen = line.onmessage = line.onclose = null;
    line.close();
  }

  #isOpen() {
    return this.#isGood && this.#line?.readyState === WebSocket.OPEN;
  }

  /** @param {object} message */
  #write(message) {
    this.#line?.send(JSON.stringify(message));
  }
}

/** An id that no other message has: other pages of this player send to the same game. `randomUUID` is missing without TLS. */
function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Takes the early connection, if it is still open. The value left behind tells
 * js/net/early-socket.js, which may run late, not to open one.
 *
 * @returns {EarlyLine | null}
 */
function takeEarlyLine() {
  const place = /** @type {{ earlyLine?: EarlyLine | null }} */ (globalThis);
  const early = place.earlyLine ?? null;
  place.earlyLine = null;
  return early && early.line.readyState <= WebSocket.OPEN ? early : null;
}

/**
 * Exponential backoff with jitter, so that clients do not all return at once after a restart.
 *
 * @param {number} attempt
 */
function pauseBefore(attempt) {
  const pause = Math.min(RECONNECT.most, RECONNECT.first * 2 ** (attempt - 1));
  return pause * (0.75 + Math.random() / 2);
}
