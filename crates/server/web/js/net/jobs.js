// @ts-check
/**
 * The WebSocket for analysis jobs. The submitter gets every intermediate result. Jobs that are no
 * longer wanted are cancelled; leaving the page cancels all, because the server stops the jobs of a
 * closed connection. If the server is busy, the job is submitted again after the seconds it names.
 *
 * @import { JobOrder, JobState, Subject } from "../study/wire.js"
 *
 * @typedef {object} Job
 * @property {JobOrder & Subject} order
 * @property {(state: JobState) => void} tell
 * @property {(error: Error) => void} fail
 * @property {string | null} id the server's, once it has one
 * @property {number} refusals so far
 * @property {ReturnType<typeof setTimeout>} [timer] until it is asked for again
 */
import { word, wordOr } from "../i18n.js";
import { RECONNECT } from "../timing.js";
import { refusalText } from "./api.js";

/** Maximum retries of a job, and the maximum retry delay in seconds. */
const AGAIN = { times: 5, seconds: 60 };

/** Final states of a job. */
export const ENDS = ["done", "cancelled", "failed"];

export class Jobs extends EventTarget {
  /** @type {WebSocket | null} */
  #line = null;
  /** By the name that was given here. @type {Map<string, Job>} */
  #jobs = new Map();
  #count = 0;
  #attempts = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    super();
    // A page that is kept for "back" must not keep the server thinking.
    addEventListener("pagehide", () => this.#leave());
    addEventListener("pageshow", (event) => event.persisted && this.#jobs.size > 0 && this.#connect());
  }

  /**
   * @param {JobOrder & Subject} order
   * @param {(state: JobState) => void} tell hears of all that becomes known
   * @param {(error: Error) => void} fail the server will not
   * @returns {() => void} calls it off
   */
  submit(order, tell, fail) {
    this.#count += 1;
    const ref = `j${this.#count}`;
    this.#jobs.set(ref, { order, tell, fail, id: null, refusals: 0 });
    if (this.#isOpen()) this.#ask(ref);
    else if (!this.#line) this.#connect();
    return () => this.#cancel(ref);
  }

  #connect() {
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const line = new WebSocket(`${scheme}//${location.host}/api/jobs/socket`);
    line.onopen = () => this.#open();
    line.onmessage = (event) => this.#hear(JSON.parse(event.data));
    line.onclose = () => this.#lose(line);
    this.#line = line;
  }

  #open() {
    if (this.#attempts > 0) this.#tellConnection("open");
    this.#attempts = 0;
    for (const ref of this.#jobs.keys()) this.#ask(ref);
  }

  /** @param {WebSocket} line */
  #lose(line) {
    if (line !== this.#line) return;
    this.#line = null;
    for (const job of this.#jobs.values()) job.id = null;
    // Nothing is waited for: the next question connects again.
    if (this.#jobs.size === 0) return;
    this.#attempts += 1;
    if (this.#attempts === 2) this.#tellConnection("lost");
    const pause = Math.min(RECONNECT.most, RECONNECT.first * 2 ** (this.#attempts - 1));
    this.#timer = setTimeout(() => this.#line === null && this.#connect(), pause * (0.75 + Math.random() / 2));
  }

  #leave() {
    clearTimeout(this.#timer);
    const line = this.#line;
    this.#line = null;
    for (const job of this.#jobs.values()) job.id = null;
    if (line) line.onclose = line.onmessage = line.onopen = null;
    line?.close();
  }

  /** @param {any} message */
  #hear(message) {
    const job = this.#jobs.get(message.ref);
    if (message.type === "accepted") return this.#accept(message, job);
    if (!job) return;
    if (message.type === "refused") this.#refuse(message, job);
    if (message.type === "job") {
      if (ENDS.includes(message.state.status)) this.#jobs.delete(message.ref);
      job.tell(message.state);
    }
  }

  /**
   * @param {{ ref: string, code: string, message: string, limit?: string, retryAfter?: number }} message
   * @param {Job} job
   */
  #refuse(message, job) {
    const { ref, retryAfter: seconds } = message;
    job.refusals += 1;
    if (seconds === undefined || seconds > AGAIN.seconds || job.refusals > AGAIN.times) {
      this.#jobs.delete(ref);
      return job.fail(refusal(message));
    }
    job.timer = setTimeout(() => this.#ask(ref), seconds * 1000);
    job.tell({ kind: job.order.kind, status: "waiting", cached: false, againIn: seconds });
  }

  /**
   * A job may be cancelled before the server has named it.
   *
   * @param {{ id: string }} message
   * @param {Job | undefined} job
   */
  #accept({ id }, job) {
    if (job) job.id = id;
    else this.#say({ type: "cancel", id });
  }

  /** @param {string} ref */
  #ask(ref) {
    const job = this.#jobs.get(ref);
    clearTimeout(job?.timer);
    if (job) this.#say({ type: "submit", ref, job: job.order });
  }

  /** @param {string} ref */
  #cancel(ref) {
    const job = this.#jobs.get(ref);
    if (!job) return;
    clearTimeout(job.timer);
    this.#jobs.delete(ref);
    if (job.id) this.#say({ type: "cancel", id: job.id });
  }

  /** @param {object} message */
  #say(message) {
    if (this.#isOpen()) this.#line?.send(JSON.stringify(message));
  }

  #isOpen() {
    return this.#line?.readyState === WebSocket.OPEN;
  }

  /** @param {"open" | "lost"} detail */
  #tellConnection(detail) {
    this.dispatchEvent(new CustomEvent("connection", { detail }));
  }
}

/** @param {{ code: string, message: string, limit?: string } & import("./api.js").Fault} message `limit` is the limit that was reached */
function refusal({ code, message, limit, ...fault }) {
  const text = refusalText({ code, message: message || word("wentWrong"), ...fault });
  return Object.assign(new Error(limit ? wordOr(`refusals.${code}-${limit}`, text) : text), { name: code });
}
