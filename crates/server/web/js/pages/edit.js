// @ts-check
/**
 * The editor page: place discs by click, drag or key, with a check of the position at every step;
 * then solve, analyse or play it.
 *
 * @import { ReversiBoard } from "../board/board.js"
 * @import { Diagnosis, JobState } from "../study/wire.js"
 * @import { Options } from "../net/api.js"
 * @import { Brought, GameHere } from "../net/editor-input.js"
 * @import { Sketch } from "../study/board-editor.js"
 *
 * The check of a sketch, or why it failed.
 * @typedef {{ of: Sketch, diagnosis: Diagnosis | null, trouble: string }} Answer
 */
import "../board/board.js";
import { el } from "../dom.js";
import { queryPly } from "../game/address.js";
import { word } from "../i18n.js";
import { options, refusalText } from "../net/api.js";
import { brought, gameAt } from "../net/editor-input.js";
import { Jobs } from "../net/jobs.js";
import { position, subjectQuery } from "../net/study.js";
import { bestLines } from "../parts/best-lines.js";
import { listenToStrokes } from "../parts/board-painting.js";
import { diagnosisPanel, faultySquares } from "../parts/diagnosis.js";
import { listenToDrops } from "../parts/drop-and-paste.js";
import { editorActions } from "../parts/editor-actions.js";
import { editorTools } from "../parts/editor-tools.js";
import { announce, toast, toastError } from "../parts/notices.js";
import "../parts/site-header.js";
import { address } from "../place.js";
import { settings } from "../settings.js";
import { Drawing } from "../study/board-editor.js";
import { cellValues } from "../study/values.js";
import { TYPED } from "../timing.js";

class EditPage {
  #main = /** @type {HTMLElement} */ (document.getElementById("main"));
  #board = /** @type {ReversiBoard} */ (document.createElement("reversi-board"));
  #jobs = new Jobs();
  #panel = diagnosisPanel();
  #lines = bestLines((moves) => this.#analyse(moves));
  #actions = editorActions({
    solve: () => this.#solve(),
    stop: () => this.#rest(),
    paste: (text) => this.#paste(text),
  });
  #drawing;
  #tools;
  #variants;
  /** A game that led to a sketch. @type {{ of: Sketch, game: GameHere } | null} */
  #way = null;
  /** @type {Answer | null} */
  #answer = null;
  /** The state of the solver's job. @type {JobState | null} */
  #solved = null;
  /** Why the solver refused. */
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
    this.#tools = editorTools(this.#drawing, variants);
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
    settings.onChange(() => this.#draw());
  }

  /** A new position: results for the old one are dropped. */
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

  /** Stops the solver; its results so far stay. */
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

  /** The check of the position on the board. A known game proves it reachable. @returns {Diagnosis | null} null until they have said it */
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

  /** Loads what the address names: a game after `ply` turns, or a board. @param {URLSearchParams} query */
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

  /** Continues on the analysis page with the solver's moves. @param {string[]} moves */
  #analyse(moves) {
    if (!this.#diagnosis) return;
    const { variant, position: start } = this.#diagnosis;
    location.assign(address(`/analyse?${subjectQuery({ variant: variant.name ?? undefined, start, moves })}`));
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
