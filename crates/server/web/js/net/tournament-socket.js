// @ts-check
/**
 * The WebSocket of one tournament. It only receives, and reconnects by itself. Events:
 *
 * - `tournament`: detail is the whole tournament as it is now
 * - `boards`: detail are the games that are being played
 * - `connection`: detail `"open"`, `"lost"` (it is being tried again) or `"gone"` (there is no such tournament)
 *
 * @typedef {import("../tournament-types.js").ContestMessage} ContestMessage
 */
import { RECONNECT, SILENCE } from "../timing.js";
import { ApiError } from "./api.js";
import { hostKey, tournament, tournamentPath } from "./arena.js";

export class Feed extends EventTarget {
  #id;
  /** @type {WebSocket | null} */
  #line = null;
  #attempts = 0;
  #wasEverGood = false;
  #isGone = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {string} id of the tournament */
  constructor(id) {
    super();
    this.#id = id;
    const hurry = () => document.visibilityState === "visible" && this.#line === null && !this.#isGone && this.#connect();
    addEventListener("online", hurry);
    document.addEventListener("visibilitychange", hurry);
    this.#connect();
  }

  #connect() {
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const line = new WebSocket(`${scheme}//${location.host}${tournamentPath(this.#id)}/socket`);
    const key = hostKey();
    if (key) line.onopen = () => line.send(JSON.stringify({ type: "hello", secret: key }));
    line.onmessage = (event) => this.#hear(line, JSON.parse(event.data));
    line.onclose = () => this.#lose(line);
    this.#line = line;
  }

  /**
   * @param {WebSocket} line
   * @param {ContestMessage} message
   */
  #hear(line, message) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lose(line), SILENCE);
    if (this.#attempts > 0 || !this.#wasEverGood) this.#tell("connection", "open");
    this.#attempts = 0;
    this.#wasEverGood = true;
    if (message.type === "tournament") this.#tell("tournament", message);
    if (message.type === "boards") this.#tell("boards", message);
  }

  /** @param {WebSocket} line */
  #lose(line) {
    if (line !== this.#line) return;
    this.#line = null;
    line.onmessage = line.onclose = null;
    line.close();
    this.#attempts += 1;
    if (this.#attempts === 1) this.#tell("connection", "lost");
    const pause = Math.min(RECONNECT.most, RECONNECT.first * 2 ** (this.#attempts - 1));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#retry(), pause * (0.75 + Math.random() / 2));
  }

  /** A socket does not say why it was refused; a plain question does. */
  async #retry() {
    if (!this.#wasEverGood && (await this.#isUnknown())) {
      this.#isGone = true;
      return this.#tell("connection", "gone");
    }
    if (this.#line === null) this.#connect();
  }

  async #isUnknown() {
    try {
      await tournament(this.#id);
      return false;
    } catch (error) {
      return error instanceof ApiError && (error.status === 404 || error.status === 400);
    }
  }

  /**
   * @param {string} name
   * @param {unknown} detail
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
