// @ts-check
/**
 * The page on which a game is understood: values on the squares as they deepen, the whole game as a graph, and variations that
 * are tried on the board.
 *
 * @import { ReversiBoard } from "../board/board.js"
 * @import { GameGraph } from "../parts/game-graph.js"
 * @import { MoveTree } from "../parts/move-tree.js"
 * @import { StepBar } from "../parts/step-bar.js"
 * @import { Branching } from "../study/tree.js"
 * @import { Source } from "../study/sources.js"
 * @import { Judged } from "../study/wire.js"
 */
import "../board/board.js";
import { squareName } from "../board/squares.js";
import { el } from "../dom.js";
import { boardAt } from "../game/fold.js";
import { turnSpeech } from "../game/speech.js";
import { line } from "../net/study.js";
import { StudyBar } from "../parts/study-bar.js";
import { announce } from "../parts/announcer.js";
import { BestLines } from "../parts/best-lines.js";
import { showConnection } from "../parts/connection-note.js";
import "../parts/game-graph.js";
import { listenToDrops } from "../parts/drops.js";
import "../parts/move-tree.js";
import { ReviewPanel } from "../parts/review-panel.js";
import "../parts/site-header.js";
import "../parts/step-bar.js";
import { StudyHeading } from "../parts/study-heading.js";
import { listenToStudyKeys } from "../parts/study-keys.js";
import { toastError } from "../parts/toast.js";
import { settings } from "../settings.js";
import { isLoss, judgedSpeech } from "../study/review.js";
import { addressOf, nothing, ofRead, sourceOf } from "../study/sources.js";
import { statusOf } from "../study/status.js";
import { Thinking } from "../study/thinking.js";
import { Tree, movesTo, turnAt } from "../study/tree.js";
import { cellValues } from "../study/values.js";
import { SETTLE } from "../timing.js";
import { word } from "../words.js";

class AnalysePage {
  #main = /** @type {HTMLElement} */ (document.getElementById("main"));
  #thinking = new Thinking();
  #board = /** @type {ReversiBoard} */ (document.createElement("reversi-board"));
  #graph = /** @type {GameGraph} */ (document.createElement("game-graph"));
  #moves = /** @type {MoveTree} */ (document.createElement("move-tree"));
  #steps = /** @type {StepBar} */ (document.createElement("step-bar"));
  #heading = new StudyHeading();
  #bar = new StudyBar();
  #lines = new BestLines((moves) => this.#follow(moves));
  #review = new ReviewPanel((ply) => this.#goToPly(ply), (judged) => this.#showCard(judged));
  #card = el("button", { type: "button", class: "button mistake", hidden: true, onclick: () => this.#showCardHere() });
  /** @type {Source} */
  #source = nothing();
  /** @type {Tree | null} */
  #tree = null;
  /** @type {Branching | null} */
  #at = null;
  /** For practice, nothing is told. */
  #isHidden = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #settling;
  #moved = 0;

  constructor() {
    document.title = word("analyse.windowTitle");
    this.#build();
    this.#listen();
    this.#open();
  }

  #build() {
    this.#steps.ariaLabel = word("play.moves");
    const foot = el("div", { class: "foot" }, this.#steps, this.#card);
    const graph = el("section", { class: "graph-panel", "aria-label": word("graph.title") }, this.#graph, this.#review.legend);
    const table = el("div", { class: "table" }, this.#heading.element, el("div", { class: "stage" }, this.#board), foot, graph);
    const record = el("section", { class: "panel tree-panel", "aria-labelledby": "moves-title" }, el("header", {}, el("h2", { id: "moves-title" }, word("play.moves")), this.#heading.opening), this.#moves);
    const side = el("aside", { class: "side", "aria-label": word("analyse.side") }, this.#bar.element, this.#lines.element, record, this.#review.element);
    this.#main.append(el("h1", { class: "visually-hidden" }, word("analyse.title")), table, side);
  }

  #listen() {
    this.#thinking.addEventListener("change", () => this.#draw(false));
    on(this.#thinking, "connection", showConnection);
    on(this.#board, "play", ({ square }) => this.#play(square));
    on(this.#board, "refuse", ({ square }) => this.#board.refuse(square));
    on(this.#graph, "look", ({ ply }) => this.#goToPly(ply));
    on(this.#steps, "look", ({ ply }) => this.#stepTo(ply));
    on(this.#moves, "look", ({ at }) => this.#go(at));
    on(this.#moves, "prune", ({ at }) => this.#prune(at));
    on(this.#bar, "hide", () => this.#toggleHidden());
    on(this.#bar, "open", () => this.#openBox());
    this.#lines.deeper.addEventListener("click", () => this.#deepen());
    settings.onChange(() => this.#draw(false));
    addEventListener("hashchange", () => this.#goToHash());
    listenToDrops((content, name) => this.#openBox(content, name));
    listenToStudyKeys({
      board: this.#board,
      step: (by) => this.#stepTo((this.#at?.ply ?? 0) + by),
      goTo: (end) => this.#stepTo(end === "first" ? 0 : Infinity),
      hide: () => this.#toggleHidden(),
      open: () => this.#openBox(),
      typed: (square) => announce(word("announce.typed", { square: squareName(square, settings.value("notation")) })),
    });
  }

  /** What the address asks for, or the first position. */
  async #open() {
    try {
      const found = await sourceOf(new URLSearchParams(location.search));
      await this.#show(found ?? nothing());
      if (!found) this.#bar.invite();
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
    this.#heading.name(source);
    const isPosition = !source.game && !source.past && !source.names.black;
    this.#at = isPosition ? this.#tree.end : this.#tree.root;
    this.#goToHash();
    this.#go(this.#at);
  }

  /** Somebody has brought a game. @param {import("../study/wire.js").ReadGame} game */
  async #choose(game) {
    try {
      const source = ofRead(game);
      history.pushState(null, "", addressOf(source));
      await this.#show(source);
      announce(word("analyse.opened", { n: game.plies }));
    } catch (error) {
      toastError(error);
    }
  }

  /** @param {Blob | string} [content] @param {string} [name] */
  async #openBox(content, name) {
    if (document.querySelector("dialog[open]")) return;
    const { openBox } = await import("../parts/open-box.js");
    const box = openBox((game) => this.#choose(game));
    if (content !== undefined) await box.take(content, name);
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
    const hash = ply ? `#${ply}` : " ";
    if (location.hash !== hash.trim()) history.replaceState(null, "", location.pathname + location.search + hash.trim());
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
    const tree = this.#tree;
    const at = this.#at;
    if (!tree || !at) return;
    const notation = settings.value("notation");
    const told = { variant: tree.variant, start: tree.start, first: tree.first, moves: movesTo(at), names: this.#source.names };
    const position = boardAt(/** @type {any} */ (told), at.ply);
    const values = this.#isHidden ? null : at.values;
    const turn = turnAt(at, tree.first);
    this.#board.show({ ...position, size: tree.variant.size, legal: at.line?.legal ?? [], turn, playable: Boolean(at.line), values: values && cellValues(values), coordinates: settings.value("coordinates"), notation }, { animate });
    this.#heading.show(tree, at, { counts: position.counts, turn });
    this.#drawAround(at, tree);
    this.#bar.show({ at, tree, source: this.#source, turn, isHidden: this.#isHidden });
    const { isDeepening } = this.#thinking;
    this.#lines.offer(isDeepening ? "stop" : values && !values.exact && at.isValued ? "deeper" : null);
    this.#lines.show(values, this.#isHidden ? word("analyse.hidden") : statusOf(this.#thinking, at), notation);
  }

  /** @param {Branching} at @param {Tree} tree */
  #drawAround(at, tree) {
    const notation = settings.value("notation");
    const review = this.#isHidden ? null : this.#thinking.review;
    const { progress, trouble } = this.#thinking;
    const main = tree.main;
    const trunk = tree.trunkOf(at);
    this.#graph.show({ plies: main.length, at: trunk.ply, review, notation });
    this.#moves.show({ tree, at, judged: new Map(review?.moves.map((judged) => [judged.ply, judged])), notation });
    this.#review.show({ review, progress: this.#isHidden ? null : progress, trouble, at: trunk.ply, notation });
    this.#main.toggleAttribute("data-empty", main.length === 0);
    this.#steps.show(at.ply, tree.lineThrough(at).length - 1);
    const judged = this.#judgedHere();
    this.#card.hidden = !judged;
    this.#card.textContent = judged ? word("card.why", { move: squareName(judged.move, notation) }) : "";
  }

  /** What the move that led here cost, where it cost something. */
  #judgedHere() {
    const at = this.#at;
    if (!at || !this.#tree || this.#isHidden || !this.#tree.main.includes(at)) return null;
    const judged = this.#thinking.review?.moves.find(({ ply }) => ply === at.ply);
    return judged && isLoss(judged.class) ? judged : null;
  }

  #showCardHere() {
    const judged = this.#judgedHere();
    if (judged) this.#showCard(judged);
  }

  /** @param {Judged} judged */
  async #showCard(judged) {
    const tree = this.#tree;
    if (!tree) return;
    const { openBlunderCard } = await import("../parts/blunder-card.js");
    const after = this.#thinking.review?.moves.find(({ ply }) => ply === judged.ply + 1);
    const reply = after ? [after.best ?? after.move] : [];
    openBlunderCard(judged, tree.subjectAt(tree.end), { notation: settings.value("notation"), reply });
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
