// @ts-check
/**
 * The page on which a game is understood: values on the squares as they deepen, the whole game as a graph, and variations that
 * are tried on the board.
 *
 * @import { Branching } from "../study/tree.js"
 * @import { Judged, ReadGame } from "../study/wire.js"
 * @import { Source } from "../study/sources.js"
 */
import { squareName } from "../board/squares.js";
import { el } from "../dom.js";
import { turnSpeech } from "../game/speech.js";
import { line } from "../net/study.js";
import { announce } from "../parts/announcer.js";
import { showConnection } from "../parts/connection-note.js";
import { listenToDrops } from "../parts/drops.js";
import "../parts/site-header.js";
import { StudyDesk, mistakeAt } from "../parts/study-desk.js";
import { listenToStudyKeys } from "../parts/study-keys.js";
import { toastError } from "../parts/toast.js";
import { settings } from "../settings.js";
import { judgedSpeech } from "../study/review.js";
import { addressOf, nothing, ofRead, sourceOf } from "../study/sources.js";
import { Thinking } from "../study/thinking.js";
import { Tree } from "../study/tree.js";
import { SETTLE } from "../timing.js";
import { word } from "../words.js";

class AnalysePage {
  #main = /** @type {HTMLElement} */ (document.getElementById("main"));
  #thinking = new Thinking();
  #desk = new StudyDesk(this.#main, { follow: (moves) => this.#follow(moves), look: (ply) => this.#goToPly(ply), explain: (judged) => this.#explain(judged) });
  /** @type {Source} */
  #source = nothing();
  /** What the address asked for when it was last looked at. */
  #asked = "";
  /** @type {Tree | null} */
  #tree = null;
  /** @type {Branching | null} */
  #at = null;
  /** Where games are brought, since it was last opened. @type {ReturnType<typeof import("../parts/open-box.js").openBox> | null} */
  #box = null;
  /** For practice, nothing is told. */
  #isHidden = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #settling;
  #moved = 0;

  constructor() {
    document.title = word("analyse.windowTitle");
    this.#listen();
    this.#open();
  }

  #listen() {
    const { board, graph, steps, moves, bar, lines, card } = this.#desk;
    this.#thinking.addEventListener("change", () => this.#draw(false));
    on(this.#thinking, "connection", showConnection);
    on(board, "play", ({ square }) => this.#play(square));
    on(board, "refuse", ({ square }) => board.refuse(square));
    on(graph, "look", ({ ply }) => this.#goToPly(ply));
    on(steps, "look", ({ ply }) => this.#stepTo(ply));
    on(moves, "look", ({ at }) => this.#go(at));
    on(moves, "prune", ({ at }) => this.#prune(at));
    on(bar, "hide", () => this.#toggleHidden());
    on(bar, "open", () => this.#openBox());
    on(lines.deeper, "click", () => this.#deepen());
    on(card, "click", () => this.#explainHere());
    settings.onChange(() => this.#draw(false));
    on(globalThis, "popstate", () => (location.search === this.#asked ? this.#goToHash() : this.#open()));
    listenToDrops((content, name) => this.#openBox(content, name));
    this.#listenToKeys();
  }

  #listenToKeys() {
    listenToStudyKeys({
      board: this.#desk.board,
      step: (by) => this.#stepTo((this.#at?.ply ?? 0) + by),
      goTo: (end) => this.#stepTo(end === "first" ? 0 : Infinity),
      best: () => this.#at?.values?.best && !this.#isHidden && this.#play(this.#at.values.best),
      hide: () => this.#toggleHidden(),
      open: () => this.#openBox(),
      typed: (square) => announce(word("announce.typed", { square: squareName(square, settings.value("notation")) })),
    });
  }

  /** What the address asks for, or the first position. */
  async #open() {
    this.#asked = location.search;
    try {
      const found = await sourceOf(new URLSearchParams(location.search));
      await this.#show(found ?? nothing());
      if (!found) this.#desk.bar.invite();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {Source} source */
  async #show(source) {
    if (source.isSecret) return this.#fail(new Error(word("analyse.secret")));
    const read = await line(source.subject);
    this.#source = source;
    this.#tree = new Tree(read, source.subject);
    this.#thinking.rest();
    this.#thinking.judge(this.#tree);
    this.#desk.name(source);
    const isPosition = !source.game && !source.past && !source.names.black;
    this.#at = isPosition ? this.#tree.end : this.#tree.root;
    this.#goToHash();
    this.#go(this.#at);
  }

  /** Somebody has brought a game. @param {ReadGame} game */
  async #choose(game) {
    try {
      const source = ofRead(game);
      history.pushState(null, "", addressOf(source));
      this.#asked = location.search;
      await this.#show(source);
      announce(word("analyse.opened", { n: game.plies }));
    } catch (error) {
      toastError(error);
    }
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

  /** @param {unknown} error */
  #fail(error) {
    const message = error instanceof Error ? error.message : word("wentWrong");
    const again = el("a", { class: "button primary", href: "/analyse" }, word("analyse.another"));
    this.#main.replaceChildren(el("section", { class: "panel gone" }, el("p", {}, message), again));
    this.#main.classList.add("is-gone");
  }

  #goToHash() {
    const ply = /^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : null;
    if (ply !== null && this.#tree) this.#go(this.#tree.main[ply - 1] ?? (ply ? this.#tree.end : this.#tree.root));
  }

  /** @param {number} ply of the main line */
  #goToPly(ply) {
    if (this.#tree) this.#go(this.#tree.main[ply - 1] ?? this.#tree.root);
  }

  /** Along the line on the board, a variation as well as the game. @param {number} ply */
  #stepTo(ply) {
    if (!this.#tree || !this.#at) return;
    const line = this.#tree.lineThrough(this.#at);
    this.#go(line[Math.max(0, Math.min(line.length - 1, ply))]);
  }

  /** @param {Branching} at */
  #go(at) {
    const before = this.#at;
    this.#at = at;
    const isStep = before !== null && (at.parent === before || before.parent === at);
    this.#draw(isStep);
    if (before !== at) this.#tellMove(at);
    const { ply } = this.#tree?.trunkOf(at) ?? at;
    const hash = ply ? `#${ply}` : "";
    if (location.hash !== hash) history.replaceState(null, "", location.pathname + location.search + hash);
    this.#settle(at);
  }

  /** The server is asked at once, but not about every position that somebody runs past. @param {Branching} at */
  #settle(at) {
    clearTimeout(this.#settling);
    const isRunning = performance.now() - this.#moved < SETTLE;
    this.#moved = performance.now();
    if (isRunning) this.#settling = setTimeout(() => this.#learn(at), SETTLE);
    else this.#learn(at);
  }

  /** @param {Branching} at */
  async #learn(at) {
    const tree = this.#tree;
    if (!tree || this.#at !== at) return;
    const isOver = at.line?.status === "over";
    if (!this.#isHidden && !isOver) this.#thinking.consider(tree, at);
    if (isOver) this.#thinking.rest();
    if (at.line) return this.#draw(false);
    try {
      at.line = await line(tree.subjectAt(at));
      if (this.#at === at) this.#arrive(tree, at);
    } catch (error) {
      toastError(error);
    }
  }

  /** Who cannot move passes, without being asked. @param {Tree} tree @param {Branching} at */
  #arrive(tree, at) {
    const known = at.line;
    if (!known) return;
    const mustPass = known.status === "playing" && known.legal.length === 0 && known.turn;
    if (known.status === "over") this.#thinking.rest();
    if (mustPass && at.children.length === 0) return this.#go(tree.grow(at, [{ ply: 0, color: mustPass, move: "pass", flips: [] }]));
    this.#draw(false);
  }

  /** @param {string} square */
  #play(square) {
    const move = this.#at?.line?.legal.find((legal) => legal.square === square);
    const turn = this.#at?.line?.turn;
    if (!this.#tree || !this.#at || !move || !turn) return;
    this.#go(this.#tree.grow(this.#at, [{ ply: 0, color: turn, move: square, flips: move.flips }]));
  }

  /** A line of the engine becomes a variation; its first move is shown. @param {string[]} moves */
  async #follow(moves) {
    const tree = this.#tree;
    const from = this.#at;
    if (!tree || !from) return;
    if (moves.length === 1) return this.#play(moves[0]);
    try {
      const subject = tree.subjectAt(from);
      const read = await line({ ...subject, moves: [...(subject.moves ?? []), ...moves] });
      tree.grow(tree.root, read.moves).line = read;
      const first = from.children.find(({ move }) => move?.move === moves[0]);
      if (first && this.#at === from) this.#go(first);
    } catch (error) {
      toastError(error);
    }
  }

  /** @param {Branching} at */
  #prune(at) {
    if (!this.#tree || !this.#at) return;
    const isWithin = this.#tree.lineThrough(this.#at).includes(at) && this.#at.ply >= at.ply;
    const parent = this.#tree.prune(at);
    if (isWithin) this.#go(parent);
    else this.#draw(false);
  }

  /** More of the values here, or enough of them. */
  #deepen() {
    if (!this.#tree || !this.#at) return;
    if (this.#thinking.isDeepening) this.#thinking.settle();
    else this.#thinking.deepen(this.#tree, this.#at);
  }

  #toggleHidden() {
    this.#isHidden = !this.#isHidden;
    announce(word(this.#isHidden ? "analyse.nowHidden" : "analyse.nowShown"));
    if (this.#isHidden) this.#thinking.rest();
    else if (this.#at) this.#learn(this.#at);
    this.#draw(false);
  }

  /** @param {boolean} animate */
  #draw(animate) {
    const view = this.#view();
    if (view) this.#desk.show(view, { animate });
  }

  #view() {
    if (!this.#tree || !this.#at) return null;
    return { tree: this.#tree, at: this.#at, source: this.#source, thinking: this.#thinking, isHidden: this.#isHidden };
  }

  #explainHere() {
    const view = this.#view();
    const mistake = view && mistakeAt(view);
    if (mistake) this.#explain(mistake);
  }

  /** Shows the card of a mistake. @param {Judged} judged */
  async #explain(judged) {
    const tree = this.#tree;
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
    if (!at.move) return announce(word("analyse.atStart"));
    const notation = settings.value("notation");
    const judged = this.#isHidden ? null : this.#thinking.review?.moves.find(({ ply, move }) => ply === at.ply && move === at.move?.move);
    const speech = turnSpeech(/** @type {any} */ ({ moves: [at.move], you: [], turn: null }), 1, notation);
    announce(judged ? judgedSpeech(judged, notation) : speech);
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
