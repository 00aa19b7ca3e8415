// @ts-check
/**
 * The page on which a position is made: discs by click, stroke and key, with the rules' diagnosis at every step; then it is solved,
 * analysed or played.
 *
 * @import { ReversiBoard } from "../board/board.js"
 * @import { Diagnosis, JobState } from "../study/wire.js"
 * @import { Options } from "../net/api.js"
 */
import "../board/board.js";
import { el } from "../dom.js";
import { ApiError, options } from "../net/api.js";
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
  /** @type {Diagnosis | null} */
  #diagnosis = null;
  #trouble = "";
  /** What the solver knows. @type {JobState | null} */
  #solved = null;
  #stopSolving = () => {};
  #asked = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Options["variants"]} variants */
  constructor(variants) {
    const wanted = new URLSearchParams(location.search).get("variant");
    const variant = variants.find(({ name }) => name === wanted) ?? variants.find(({ name }) => name === "standard") ?? variants[0];
    this.#drawing = new Drawing({ variant: variant.name, size: variant.size, board: variant.board, turn: "black" });
    this.#tools = new EditorTools(this.#drawing, variants);
    this.#build();
    this.#listen();
    const given = new URLSearchParams(location.search).get("board");
    if (given) this.#paste(given, wanted ?? undefined);
    this.#changed();
  }

  #build() {
    document.title = word("edit.windowTitle");
    const table = el("div", { class: "table" }, el("div", { class: "stage editing" }, this.#board), el("p", { class: "soft hint" }, word("edit.hint")));
    this.#lines.element.hidden = true;
    const side = el("aside", { class: "side", "aria-label": word("edit.title") }, this.#tools.element, this.#panel.element, this.#actions.element, this.#lines.element);
    this.#main.append(el("h1", { class: "visually-hidden" }, word("edit.title")), table, side);
  }

  #listen() {
    this.#drawing.addEventListener("change", () => this.#changed());
    listenToStrokes(this.#board, this.#drawing, this.#tools);
    listenToDrops(async (content) => this.#paste(typeof content === "string" ? content : await content.text()));
    this.#actions.addEventListener("solve", () => this.#solve());
    this.#actions.addEventListener("paste", (event) => this.#paste(/** @type {CustomEvent} */ (event).detail));
    settings.onChange(() => this.#draw());
  }

  /** A new position: what was known of the old one no longer holds. */
  #changed() {
    this.#stopSolving();
    this.#solved = null;
    this.#draw();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#diagnose(), this.#diagnosis ? TYPED : 0);
  }

  async #diagnose() {
    this.#asked.abort();
    const asked = new AbortController();
    this.#asked = asked;
    const { board, variant, turn } = this.#drawing.now;
    try {
      const diagnosis = await position({ board, variant, turn }, asked.signal);
      if (asked.signal.aborted) return;
      this.#diagnosis = diagnosis;
      this.#trouble = "";
    } catch (error) {
      if (asked.signal.aborted) return;
      this.#diagnosis = null;
      this.#trouble = error instanceof Error ? error.message : word("wentWrong");
    }
    this.#draw();
  }

  /**
   * A board in any form that the rules read.
   *
   * @param {string} text
   * @param {string} [variant]
   */
  async #paste(text, variant) {
    try {
      const read = await position(variant ? { board: text, variant } : { board: text });
      this.#drawing.put({ board: read.board, size: read.variant.size, variant: read.variant.name ?? this.#drawing.now.variant, turn: read.turn ?? "black" });
      announce(word("edit.pasted"));
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) toast(error.message);
      else toastError(error);
    }
  }

  /** Goes on from here with moves of the solver. @param {string[]} moves */
  #analyse(moves) {
    if (!this.#diagnosis) return;
    const { variant, position: start } = this.#diagnosis;
    location.assign(`/analyse?${subjectQuery({ variant: variant.name ?? undefined, start, moves })}`);
  }

  #solve() {
    if (!this.#diagnosis) return;
    this.#stopSolving();
    this.#solved = { kind: "solve", status: "waiting", cached: false };
    const { variant, position: start } = this.#diagnosis;
    this.#stopSolving = this.#jobs.submit(
      { kind: "solve", variant: variant.name ?? undefined, start },
      (state) => this.#hear(state),
      (error) => {
        this.#solved = null;
        toastError(error);
        this.#draw();
      },
    );
    this.#draw();
  }

  /** @param {JobState} state */
  #hear(state) {
    this.#solved = { ...state, values: state.values ?? this.#solved?.values };
    if (state.status === "failed") toast(state.error?.message ?? word("wentWrong"));
    this.#draw();
  }

  #draw() {
    const { board, size } = this.#drawing.now;
    const isSame = this.#diagnosis?.board === board;
    const diagnosis = isSame ? this.#diagnosis : null;
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
    this.#panel.show(this.#diagnosis, this.#trouble);
    this.#actions.show({ diagnosis, solved: this.#solved });
    this.#lines.element.hidden = !values;
    this.#lines.show(values, this.#actions.status, notation);
  }
}

options()
  .then(({ variants }) => new EditPage(variants))
  .catch(toastError);
