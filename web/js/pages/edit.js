// @ts-check
/**
 * The page on which a position is made: discs by click, stroke and key, with the rules' diagnosis at every step; then it is solved,
 * analysed or played.
 *
 * @import { ReversiBoard } from "../board/board.js"
 * @import { Diagnosis, JobState } from "../study/wire.js"
 * @import { Options } from "../net/api.js"
 * @import { Brought, GameHere } from "../net/brought.js"
 * @import { Sketch } from "../study/sketch.js"
 *
 * What the rules said to a sketch, or why they said nothing.
 * @typedef {{ of: Sketch, diagnosis: Diagnosis | null, trouble: string }} Answer
 */
import "../board/board.js";
import { el } from "../dom.js";
import { queryPly } from "../game/address.js";
import { options, refusalText } from "../net/api.js";
import { brought, gameAt } from "../net/brought.js";
import { Jobs } from "../net/jobs.js";
import { position, subjectQuery } from "../net/study.js";
import { announce } from "../parts/announcer.js";
import { BestLines } from "../parts/best-lines.js";
import { DiagnosisPanel, faultySquares } from "../parts/diagnosis.js";
import { listenToDrops } from "../parts/drops.js";
import { EditorActions } from "../parts/editor-actions.js";
import { EditorTools } from "../parts/editor-tools.js";
import "../parts/site-header.js";
import { listenToStrokes } from "../parts/strokes.js";
import { toast, toastError } from "../parts/toast.js";
import { settings } from "../settings.js";
import { Drawing } from "../study/sketch.js";
import { cellValues } from "../study/values.js";
import { TYPED } from "../timing.js";
import { word } from "../words.js";

class EditPage {
  #main = /** @type {HTMLElement} */ (document.getElementById("main"));
  #board = /** @type {ReversiBoard} */ (document.createElement("reversi-board"));
  #jobs = new Jobs();
  #panel = new DiagnosisPanel();
  #lines = new BestLines((moves) => this.#analyse(moves));
  #actions = new EditorActions();
  #drawing;
  #tools;
  #variants;
  /** A game that led to a sketch. @type {{ of: Sketch, game: GameHere } | null} */
  #way = null;
  /** @type {Answer | null} */
  #answer = null;
  /** What the solver knows. @type {JobState | null} */
  #solved = null;
  /** Why it will not. */
  #refusal = "";
  #stopSolving = () => {};
  #asked = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Options["variants"]} variants */
  constructor(variants) {
    const query = new URLSearchParams(location.search);
    const wanted = query.get("variant");
    this.#variants = variants;
    const variant = variants.find(({ name }) => name === wanted) ?? variants.find(({ name }) => name === "standard") ?? variants[0];
    this.#drawing = new Drawing({ variant: variant.name, size: variant.size, board: variant.board, turn: "black" });
    this.#tools = new EditorTools(this.#drawing, variants);
    this.#build();
    this.#listen();
    this.#begin(query);
    this.#changed();
  }

  #build() {
    document.title = word("edit.windowTitle");
    const stage = el("div", { class: "stage editing" }, this.#board);
    const table = el("div", { class: "table" }, stage, el("p", { class: "soft hint" }, word("edit.hint")));
    this.#lines.element.hidden = true;
    const parts = [this.#tools, this.#panel, this.#actions, this.#lines].map(({ element }) => element);
    const side = el("aside", { class: "side", "aria-label": word("edit.title") }, ...parts);
    this.#main.append(el("h1", { class: "visually-hidden" }, word("edit.title")), table, side);
  }

  #listen() {
    this.#drawing.addEventListener("change", () => this.#changed());
    listenToStrokes(this.#board, this.#drawing, this.#tools);
    listenToDrops((content, name) => this.#paste(content, { name }));
    this.#actions.addEventListener("solve", () => this.#solve());
    this.#actions.addEventListener("stop", () => this.#rest());
    this.#actions.addEventListener("paste", (event) => this.#paste(/** @type {CustomEvent} */ (event).detail));
    settings.onChange(() => this.#draw());
  }

  /** A new position: what was known of the old one no longer holds. */
  #changed() {
    this.#forget();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#diagnose(), this.#answer ? TYPED : 0);
  }

  #forget() {
    this.#stopSolving();
    this.#solved = null;
    this.#refusal = "";
    this.#draw();
  }

  /** The solver is sent home; what it has found stays. */
  #rest() {
    this.#stopSolving();
    this.#solved = this.#solved?.values ? { ...this.#solved, status: "cancelled" } : null;
    this.#draw();
  }

  /** The game that led to what is on the board: no disc was touched since. */
  get #game() {
    const [way, { variant, board, turn }] = [this.#way, this.#drawing.now];
    return way?.of.variant === variant && way.of.board === board && way.of.turn === turn ? way.game : null;
  }

  /** What the rules say to what is on the board. Where a game is known, it leads there. @returns {Diagnosis | null} null until they have said it */
  get #diagnosis() {
    const diagnosis = this.#answer?.of === this.#drawing.now ? this.#answer.diagnosis : null;
    const game = this.#game;
    return diagnosis && game && this.#isFromStart(game) ? { ...diagnosis, reach: reachedBy(game) } : diagnosis;
  }

  /** @param {GameHere} game */
  #isFromStart({ line: { variant, start, first } }) {
    return first === "black" && this.#variants.some(({ name, board }) => name === variant.name && board === start);
  }

  async #diagnose() {
    this.#asked.abort();
    const asked = new AbortController();
    this.#asked = asked;
    const of = this.#drawing.now;
    const { board, variant, turn } = of;
    /** @type {Answer} */
    let answer;
    try {
      answer = { of, diagnosis: await position({ board, variant, turn }, asked.signal), trouble: "" };
    } catch (error) {
      answer = { of, diagnosis: null, trouble: error instanceof Error ? error.message : word("wentWrong") };
    }
    if (asked.signal.aborted) return;
    this.#answer = answer;
    this.#draw();
  }

  /** What the address asks for: a game after so many turns, or a board. @param {URLSearchParams} query */
  async #begin(query) {
    const [variant, start, moves, board] = ["variant", "start", "moves", "board"].map((name) => query.get(name) ?? undefined);
    if (!moves) return board && this.#paste(board, { variant });
    try {
      this.#put(await gameAt({ variant, start, moves }, queryPly() ?? undefined));
    } catch (error) {
      toastError(error);
      if (board) this.#paste(board, { variant });
    }
  }

  /**
   * @param {Blob | string} content
   * @param {{ name?: string, variant?: string }} [how]
   */
  async #paste(content, how) {
    try {
      const there = await brought(content, how);
      this.#put(there);
      const said = there.game ? word("edit.pastedGame", { n: there.games }) : word("edit.pasted");
      if (there.games > 1) toast(said);
      else announce(said);
    } catch (error) {
      toastError(error);
    }
  }

  /** @param {Brought} there */
  #put({ position: { variant, ...rest }, game }) {
    const sketch = { ...rest, variant: variant ?? this.#drawing.now.variant };
    this.#way = game && { of: sketch, game };
    this.#drawing.put(sketch);
    this.#draw();
  }

  /** Goes on from here with moves of the solver. @param {string[]} moves */
  #analyse(moves) {
    if (!this.#diagnosis) return;
    const { variant, position: start } = this.#diagnosis;
    location.assign(`/analyse?${subjectQuery({ variant: variant.name ?? undefined, start, moves })}`);
  }

  #solve() {
    if (!this.#diagnosis) return;
    this.#forget();
    this.#solved = { kind: "solve", status: "waiting", cached: false };
    const { variant, position: start } = this.#diagnosis;
    this.#stopSolving = this.#jobs.submit(
      { kind: "solve", variant: variant.name ?? undefined, start },
      (state) => this.#hear(state),
      (error) => this.#refuse(error.message),
    );
    this.#draw();
  }

  /** @param {string} why */
  #refuse(why) {
    this.#solved = null;
    this.#refusal = why;
    this.#draw();
  }

  /** @param {JobState} state */
  #hear(state) {
    if (state.status === "failed") return this.#refuse(state.error ? refusalText(state.error) : word("wentWrong"));
    this.#solved = { ...state, values: state.values ?? this.#solved?.values };
    this.#draw();
  }

  #draw() {
    const { board, size } = this.#drawing.now;
    const diagnosis = this.#diagnosis;
    const values = this.#solved?.values ?? null;
    const notation = settings.value("notation");
    this.#board.show({
      size,
      board,
      editable: true,
      legal: values ? (diagnosis?.legal ?? []) : [],
      faults: diagnosis ? faultySquares(diagnosis) : {},
      values: values && cellValues(values),
      coordinates: settings.value("coordinates"),
      notation,
    });
    this.#tools.show();
    this.#panel.show(diagnosis, this.#answer?.of === this.#drawing.now ? this.#answer.trouble : "", notation);
    this.#actions.show({ diagnosis, game: this.#game, solved: this.#solved, trouble: this.#refusal, notation });
    this.#lines.element.hidden = !values;
    this.#lines.show(values, "", notation);
  }
}

/** @param {GameHere} game @returns {Diagnosis["reach"]} */
function reachedBy({ line: { transcript, first } }) {
  return { verdict: "reachable", reasons: [], squares: [], proof: [], moreSteps: 0, game: transcript, first, possibleIn: null };
}

options()
  .then(({ variants }) => new EditPage(variants))
  .catch(toastError);
