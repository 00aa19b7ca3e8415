// @ts-check
/**
 * The analysis page: values on the squares, the whole game as a graph, variations on the board. It
 * connects its parts: `study/session.js` loads the game, `study/navigation.js` moves through it,
 * `study/thinking.js` asks the engine.
 *
 * @import { Branching } from "../study/tree.js"
 * @import { Judged, Line, ReadGame } from "../study/wire.js"
 * @import { Source } from "../study/sources.js"
 */
import { squareName } from "../board/squares.js";
import { on } from "../dom.js";
import { addressPly, putPly } from "../game/address.js";
import { turnSpeech } from "../game/speech.js";
import { word } from "../i18n.js";
import { line } from "../net/study.js";
import { analysisLayout, judgedAt, mistakeAt } from "../parts/analysis-layout.js";
import { listenToDrops } from "../parts/drop-and-paste.js";
import { openStudyKeys } from "../parts/key-help.js";
import { listenToStudyKeys } from "../parts/keys.js";
import { announce, showConnection, toastError } from "../parts/notices.js";
import "../parts/site-header.js";
import { settings } from "../settings.js";
import { Walk, positionAt } from "../study/navigation.js";
import { judgedSpeech } from "../study/review.js";
import { Session } from "../study/session.js";
import { addressOf, beginsAt, nothing } from "../study/sources.js";
import { againText, reviewSpeech, valuesSpeech } from "../study/status.js";
import { Thinking } from "../study/thinking.js";
import { Tree } from "../study/tree.js";
import { keepVariations, restoreVariations } from "../study/variation-storage.js";

class AnalysePage {
  #session = new Session();
  #walk = new Walk(line);
  #thinking = new Thinking();
  #layout = analysisLayout(/** @type {HTMLElement} */ (document.getElementById("main")), {
    follow: (moves) => this.#walk.follow(moves),
    look: (ply) => this.#walk.goToPly(ply),
    stepTo: (ply) => this.#walk.stepTo(ply),
    go: (at) => this.#walk.go(at),
    prune: (at) => this.#walk.prune(at),
    explain: (judged) => this.#explain(judged),
    open: () => this.#openBox(),
    hide: () => this.#toggleHidden(),
  });
  /** @type {Source} */
  #source = nothing();
  /** The dialog that opens games, since it was last open. @type {ReturnType<typeof import("../parts/open-box.js").openBox> | null} */
  #box = null;
  /** Values are hidden, for practice. */
  #isHidden = false;

  constructor() {
    document.title = word("analyse.windowTitle");
    this.#listenToParts();
    this.#listenToStudy();
    this.#listenToKeys();
    listenToDrops((content, name) => this.#openBox(content, name));
    this.#session.open();
  }

  #listenToParts() {
    const { board, lines, review, card } = this.#layout;
    on(board, "play", ({ square }) => this.#walk.play(square));
    on(board, "refuse", ({ square }) => board.refuse(square));
    on(lines.deeper, "click", () => this.#deepen());
    on(review.deeper, "click", () => this.#rejudge());
    on(card, "click", () => this.#explainHere());
    settings.onChange(() => this.#draw());
  }

  #listenToStudy() {
    on(this.#session, "show", (shown) => this.#show(shown));
    on(this.#session, "fail", (error) => this.#fail(error));
    on(this.#session, "turn", () => addressPly() !== null && this.#walk.goToPly(addressPly() ?? 0));
    on(this.#session, "trouble", toastError);
    on(this.#walk, "move", ({ at, before }) => this.#moved(at, before));
    on(this.#walk, "stay", () => {
      this.#think();
      this.#keep();
    });
    on(globalThis, "pagehide", () => this.#keep());
    on(this.#walk, "learn", () => this.#think());
    on(this.#walk, "change", () => this.#changed());
    on(this.#walk, "trouble", toastError);
    on(this.#thinking, "change", () => this.#draw());
    on(this.#thinking, "begin", () => announce(word("review.begun")));
    on(this.#thinking, "again", (seconds) => announce(againText(seconds)));
    on(this.#thinking, "end", (kind) => this.#tellEnd(kind));
    on(this.#thinking, "connection", showConnection);
  }

  #listenToKeys() {
    listenToStudyKeys({
      board: this.#layout.board,
      step: (by) => this.#walk.stepTo((this.#walk.at?.ply ?? 0) + by),
      goTo: (end) => this.#walk.stepTo(end === "first" ? 0 : Infinity),
      best: () => this.#playBest(),
      hide: () => this.#toggleHidden(),
      open: () => this.#openBox(),
      help: openStudyKeys,
      typed: (square) => announce(word("announce.typed", { square: squareName(square, settings.value("notation")) })),
    });
  }

  /** @param {{ source: Source, line: Line, isAsked: boolean }} shown */
  #show({ source, line: read, isAsked }) {
    const tree = new Tree(read, source.subject);
    this.#source = source;
    this.#thinking.rest();
    this.#thinking.judge(tree);
    this.#layout.name(source);
    if (!isAsked) this.#layout.bar.invite();
    const tried = restoreVariations(addressOf(source), tree);
    const at = positionAt(tree, addressPly() ?? beginsAt(source, read));
    this.#walk.begin(tree, tried && tree.trunkOf(tried) === at ? tried : at);
  }

  /** @param {ReadGame} game */
  async #choose(game) {
    if (await this.#session.choose(game)) announce(word("analyse.opened", { n: game.plies }));
  }

  /** @param {Blob | string} [content] @param {string} [name] */
  async #openBox(content, name) {
    if (!this.#box?.dialog.open) {
      const { openBox } = await import("../parts/open-box.js");
      if (document.querySelector("dialog[open]")) return;
      this.#box = openBox((game) => this.#choose(game));
    }
    if (content !== undefined) await this.#box.take(content, name);
  }

  /** Shows an error until another game is opened. @param {unknown} error */
  #fail(error) {
    this.#walk.end();
    this.#thinking.rest();
    this.#thinking.judge(null);
    this.#layout.clear(error instanceof Error ? error.message : word("wentWrong"));
  }

  /**
   * @param {Branching} at
   * @param {Branching | null} before
   */
  #moved(at, before) {
    this.#draw({ animate: before !== null && (at.parent === before || before.parent === at) });
    if (before) this.#tellMove(at);
    const { tree } = this.#walk;
    putPly(tree?.main.length ? tree.trunkOf(at).ply : null);
  }

  /** Variations have come or gone. */
  #changed() {
    this.#draw();
    this.#keep();
  }

  #keep() {
    const { tree, at } = this.#walk;
    if (tree && at) keepVariations(addressOf(this.#source), tree, at);
  }

  /** Asks for the values of the position, unless they are hidden. */
  #think() {
    const { tree, at } = this.#walk;
    if (!tree || !at) return;
    if (at.line?.status === "over") this.#thinking.rest();
    else if (!this.#isHidden) this.#thinking.consider(tree, at);
    this.#draw();
  }

  /** Starts or stops a deeper search of this position. */
  #deepen() {
    const { tree, at } = this.#walk;
    if (!tree || !at) return;
    if (this.#thinking.isDeepening) this.#thinking.settle();
    else this.#thinking.deepen(tree, at);
  }

  /** Starts or stops a deeper review. */
  #rejudge() {
    const { tree } = this.#walk;
    if (this.#thinking.isRejudging) this.#thinking.keepReview();
    else if (tree) this.#thinking.rejudge(tree);
  }

  #playBest() {
    const best = this.#walk.at?.values?.best;
    if (best && !this.#isHidden) this.#walk.play(best);
  }

  #toggleHidden() {
    this.#isHidden = !this.#isHidden;
    announce(word(this.#isHidden ? "analyse.nowHidden" : "analyse.nowShown"));
    if (this.#isHidden) this.#thinking.rest();
    this.#think();
  }

  #draw({ animate = false } = {}) {
    const view = this.#view();
    if (view) this.#layout.show(view, { animate });
  }

  #view() {
    const { tree, at } = this.#walk;
    return tree && at && { tree, at, source: this.#source, thinking: this.#thinking, isHidden: this.#isHidden };
  }

  #explainHere() {
    const view = this.#view();
    const mistake = view && mistakeAt(view);
    if (mistake) this.#explain(mistake);
  }

  /** Shows the card of a mistake. @param {Judged} judged */
  async #explain(judged) {
    const { tree } = this.#walk;
    if (!tree) return;
    try {
      const { openBlunderCard } = await import("../parts/blunder-card.js");
      const after = this.#thinking.review?.moves.find(({ ply }) => ply === judged.ply + 1);
      const reply = after ? [after.best ?? after.move] : [];
      openBlunderCard(judged, tree.subjectAt(tree.end), { notation: settings.value("notation"), reply });
    } catch (error) {
      toastError(error);
    }
  }

  /** @param {Branching} at */
  #tellMove(at) {
    const view = this.#view();
    if (!view) return;
    if (!at.move) return announce(word("analyse.atStart"));
    const notation = settings.value("notation");
    const judged = judgedAt(view);
    const speech = turnSpeech(/** @type {any} */ ({ moves: [at.move], you: [], turn: null }), 1, notation);
    announce(judged ? judgedSpeech(judged, notation) : speech);
  }

  /** Screen readers hear the result, not the progress. @param {"values" | "review"} kind */
  #tellEnd(kind) {
    const { at } = this.#walk;
    if (!at || this.#isHidden) return;
    announce(kind === "review" ? reviewSpeech(this.#thinking) : valuesSpeech(this.#thinking, at, settings.value("notation")));
  }
}

new AnalysePage();
