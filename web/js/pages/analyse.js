// @ts-check
/**
 * The page on which a game is understood: values on the squares as they deepen, the whole game as a graph, and variations that
 * are tried on the board. Here its parts are put together: what is looked at is in `study/session.js`, the way through it in
 * `study/walk.js`, what the engine says in `study/thinking.js`.
 *
 * @import { Branching } from "../study/tree.js"
 * @import { Judged, Line, ReadGame } from "../study/wire.js"
 * @import { Source } from "../study/sources.js"
 */
import { squareName } from "../board/squares.js";
import { addressPly, putPly } from "../game/address.js";
import { turnSpeech } from "../game/speech.js";
import { line } from "../net/study.js";
import { announce } from "../parts/announcer.js";
import { showConnection } from "../parts/connection-note.js";
import { listenToDrops } from "../parts/drops.js";
import "../parts/site-header.js";
import { StudyDesk, judgedAt, mistakeAt } from "../parts/study-desk.js";
import { listenToStudyKeys } from "../parts/study-keys.js";
import { toastError } from "../parts/toast.js";
import { settings } from "../settings.js";
import { keepVariations, restoreVariations } from "../study/keeping.js";
import { judgedSpeech } from "../study/review.js";
import { Session } from "../study/session.js";
import { addressOf, beginsAt, nothing } from "../study/sources.js";
import { againText, reviewSpeech, valuesSpeech } from "../study/status.js";
import { Thinking } from "../study/thinking.js";
import { Tree } from "../study/tree.js";
import { Walk, positionAt } from "../study/walk.js";
import { word } from "../words.js";

class AnalysePage {
  #session = new Session();
  #walk = new Walk(line);
  #thinking = new Thinking();
  #desk = new StudyDesk(/** @type {HTMLElement} */ (document.getElementById("main")), {
    follow: (moves) => this.#walk.follow(moves),
    look: (ply) => this.#walk.goToPly(ply),
    explain: (judged) => this.#explain(judged),
  });
  /** @type {Source} */
  #source = nothing();
  /** Where games are brought, since it was last opened. @type {ReturnType<typeof import("../parts/open-box.js").openBox> | null} */
  #box = null;
  /** For practice, nothing is told. */
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
    const { board, graph, steps, moves, bar, lines, review, card } = this.#desk;
    on(board, "play", ({ square }) => this.#walk.play(square));
    on(board, "refuse", ({ square }) => board.refuse(square));
    on(graph, "look", ({ ply }) => this.#walk.goToPly(ply));
    on(steps, "look", ({ ply }) => this.#walk.stepTo(ply));
    on(moves, "look", ({ at }) => this.#walk.go(at));
    on(moves, "prune", ({ at }) => this.#walk.prune(at));
    on(bar, "hide", () => this.#toggleHidden());
    on(bar, "open", () => this.#openBox());
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
      board: this.#desk.board,
      step: (by) => this.#walk.stepTo((this.#walk.at?.ply ?? 0) + by),
      goTo: (end) => this.#walk.stepTo(end === "first" ? 0 : Infinity),
      best: () => this.#playBest(),
      hide: () => this.#toggleHidden(),
      open: () => this.#openBox(),
      typed: (square) => announce(word("announce.typed", { square: squareName(square, settings.value("notation")) })),
    });
  }

  /** @param {{ source: Source, line: Line, isAsked: boolean }} shown */
  #show({ source, line: read, isAsked }) {
    const tree = new Tree(read, source.subject);
    this.#source = source;
    this.#thinking.rest();
    this.#thinking.judge(tree);
    this.#desk.name(source);
    if (!isAsked) this.#desk.bar.invite();
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

  /** Nothing can be looked at, until something else is brought. @param {unknown} error */
  #fail(error) {
    this.#walk.end();
    this.#thinking.rest();
    this.#thinking.judge(null);
    this.#desk.clear(error instanceof Error ? error.message : word("wentWrong"));
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

  /** The values of the position on the board, unless it is to be found out without them. */
  #think() {
    const { tree, at } = this.#walk;
    if (!tree || !at) return;
    if (at.line?.status === "over") this.#thinking.rest();
    else if (!this.#isHidden) this.#thinking.consider(tree, at);
    this.#draw();
  }

  /** More of the values here, or enough of them. */
  #deepen() {
    const { tree, at } = this.#walk;
    if (!tree || !at) return;
    if (this.#thinking.isDeepening) this.#thinking.settle();
    else this.#thinking.deepen(tree, at);
  }

  /** A better review, or no more of it. */
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
    if (view) this.#desk.show(view, { animate });
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

  /** Those who listen are told what came of it, not how far it is. @param {"values" | "review"} kind */
  #tellEnd(kind) {
    const { at } = this.#walk;
    if (!at || this.#isHidden) return;
    announce(kind === "review" ? reviewSpeech(this.#thinking) : valuesSpeech(this.#thinking, at, settings.value("notation")));
  }
}

/**
 * @param {EventTarget} target
 * @param {string} name
 * @param {(detail: any) => void} deed
 */
function on(target, name, deed) {
  target.addEventListener(name, (event) => deed(/** @type {CustomEvent} */ (event).detail));
}

new AnalysePage();
