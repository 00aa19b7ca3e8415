// @ts-check
/**
 * What the server is thinking about for a page: the values of the position on the board, and the review of the whole game. Event
 * `change` whenever more is known. A value that was deeper stays until one at least as deep comes.
 *
 * @import { Branching, Tree } from "./tree.js"
 * @import { JobOrder, JobState, Review, Subject } from "./wire.js"
 */
import { Jobs } from "../net/jobs.js";
import { word } from "../words.js";

/** How long a position is thought about when somebody wants to know more, in milliseconds. */
const LONG = 45_000;

export class Thinking extends EventTarget {
  #jobs = new Jobs();
  /** @type {Review | null} */
  review = null;
  /** While the review is being made. @type {{ done: number, of: number } | null} */
  progress = null;
  /** Why there is no review. */
  trouble = "";
  /** Why there are no values. */
  valuesTrouble = "";
  /** What becomes of the values on the board. @type {JobState | null} */
  state = null;
  #stopValues = () => {};
  #stopReview = () => {};
  /** @type {Branching | null} */
  #considered = null;
  /** Is more asked of the position on the board than is usual? */
  isDeepening = false;

  constructor() {
    super();
    this.#jobs.addEventListener("connection", (event) => this.dispatchEvent(new CustomEvent("connection", { detail: /** @type {CustomEvent} */ (event).detail })));
  }

  /**
   * The values of a position; what was considered before it is let go.
   *
   * @param {Tree} tree
   * @param {Branching} at
   */
  consider(tree, at) {
    if (this.#considered === at) return;
    this.rest();
    this.#considered = at;
    if (!at.isValued) this.#submit(at, { kind: "values", ...tree.subjectAt(at) });
  }

  /**
   * More about the position on the board than is usual.
   *
   * @param {Tree} tree
   * @param {Branching} at
   */
  deepen(tree, at) {
    this.rest();
    this.#considered = at;
    this.isDeepening = true;
    at.isValued = false;
    this.#submit(at, { kind: "values", ...tree.subjectAt(at), timeMs: LONG });
    this.#tell();
  }

  /** What is known will do. */
  settle() {
    if (this.#considered) this.#considered.isValued = true;
    this.rest();
    this.#tell();
  }

  /**
   * @param {Branching} at
   * @param {JobOrder & Subject} order
   */
  #submit(at, order) {
    const fail = (/** @type {Error} */ error) => {
      this.valuesTrouble = error.message;
      this.#tell();
    };
    this.#stopValues = this.#jobs.submit(order, (state) => this.#heed(at, state), fail);
  }

  /** Considers nothing. */
  rest() {
    this.#stopValues();
    this.#stopValues = () => {};
    this.#considered = null;
    this.isDeepening = false;
    this.state = null;
    this.valuesTrouble = "";
  }

  /**
   * @param {Branching} at
   * @param {JobState} state
   */
  #heed(at, state) {
    if (this.#considered === at) this.state = state;
    if (state.values) at.heed(state.values);
    if (state.status === "done") {
      at.isValued = true;
      this.isDeepening = false;
    }
    if (state.status === "failed") this.valuesTrouble = state.error?.message ?? word("wentWrong");
    this.#tell();
  }

  /** Every move of the game. @param {Tree} tree */
  judge(tree) {
    this.#stopReview();
    Object.assign(this, { review: null, trouble: "", progress: null });
    const of = tree.main.length;
    if (of === 0) return;
    this.progress = { done: 0, of };
    this.#stopReview = this.#jobs.submit(
      { kind: "review", ...tree.subjectAt(tree.end) },
      (state) => this.#hearReview(state),
      (error) => this.#miss(error.message),
    );
  }

  /** @param {JobState} state */
  #hearReview({ status, review, progress, error }) {
    if (review) this.review = review;
    if (progress?.of) this.progress = { done: progress.done, of: progress.of };
    if (status === "done") this.progress = null;
    if (status === "failed") return this.#miss(error?.message ?? word("wentWrong"));
    this.#tell();
  }

  /** @param {string} message */
  #miss(message) {
    this.progress = null;
    this.trouble = message;
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
