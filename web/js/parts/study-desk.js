// @ts-check
/**
 * Everything that is to be seen of a game that is analysed: the board with its graph, and beside it values, moves and the review. It is told
 * how things stand, and its parts say what was done to them.
 *
 * @import { ReversiBoard } from "../board/board.js"
 * @import { GameGraph } from "./game-graph.js"
 * @import { MoveTree } from "./move-tree.js"
 * @import { StepBar } from "./step-bar.js"
 * @import { Branching, Tree } from "../study/tree.js"
 * @import { Source } from "../study/sources.js"
 * @import { Thinking } from "../study/thinking.js"
 * @import { Judged } from "../study/wire.js"
 *
 * @typedef {object} DeskView
 * @property {Tree} tree
 * @property {Branching} at
 * @property {Source} source
 * @property {Thinking} thinking
 * @property {boolean} isHidden nothing is told, for practice
 */
import "../board/board.js";
import { squareName } from "../board/squares.js";
import { el } from "../dom.js";
import { boardAt } from "../game/fold.js";
import { settings } from "../settings.js";
import { isLoss } from "../study/review.js";
import { statusOf } from "../study/status.js";
import { movesTo, turnAt } from "../study/tree.js";
import { cellValues } from "../study/values.js";
import { word } from "../words.js";
import { BestLines } from "./best-lines.js";
import "./game-graph.js";
import "./move-tree.js";
import { ReviewPanel } from "./review-panel.js";
import "./step-bar.js";
import { StudyBar } from "./study-bar.js";
import { StudyHeading } from "./study-heading.js";
import { openKeys } from "./study-help.js";

export class StudyDesk {
  board = /** @type {ReversiBoard} */ (document.createElement("reversi-board"));
  graph = /** @type {GameGraph} */ (document.createElement("game-graph"));
  moves = /** @type {MoveTree} */ (document.createElement("move-tree"));
  steps = /** @type {StepBar} */ (document.createElement("step-bar"));
  bar = new StudyBar();
  lines;
  /** Shows why the move that led here was a mistake. */
  card = el("button", { type: "button", class: "button mistake", hidden: true });
  #main;
  #heading = new StudyHeading();
  review;
  /** What is to be seen, while there is something to look at. */
  #parts;

  /**
   * @param {HTMLElement} main
   * @param {{ follow: (moves: string[]) => void, look: (ply: number) => void, explain: (judged: Judged) => void }} deeds
   */
  constructor(main, { follow, look, explain }) {
    this.#main = main;
    this.lines = new BestLines(follow);
    this.review = new ReviewPanel(look, explain);
    this.steps.ariaLabel = word("play.moves");
    this.#parts = [el("h1", { class: "visually-hidden" }, word("analyse.title")), this.#table(), this.#side()];
    main.append(...this.#parts);
  }

  #table() {
    const help = el("button", { type: "button", class: "icon-button quiet", "aria-label": word("play.help"), onclick: openKeys }, "?");
    const foot = el("div", { class: "foot" }, this.steps, this.card, help);
    const graph = el("section", { class: "graph-panel", "aria-label": word("graph.title") }, this.graph, this.review.legend);
    return el("div", { class: "table" }, this.#heading.element, el("div", { class: "stage" }, this.board), foot, graph);
  }

  #side() {
    const heading = el("header", {}, el("h2", { id: "moves-title" }, word("play.moves")), this.#heading.opening);
    const record = el("section", { class: "panel tree-panel", "aria-labelledby": "moves-title" }, heading, this.moves);
    const parts = [this.bar.element, this.lines.element, record, this.review.element];
    return el("aside", { class: "side", "aria-label": word("analyse.side") }, ...parts);
  }

  /** Another game is looked at. @param {Source} source */
  name(source) {
    if (this.#main.classList.contains("is-gone")) this.#main.replaceChildren(...this.#parts);
    this.#main.classList.remove("is-gone");
    this.#heading.name(source);
  }

  /** Nothing is looked at. @param {string} why */
  clear(why) {
    const again = el("a", { class: "button primary", href: "/analyse" }, word("analyse.another"));
    this.#main.replaceChildren(el("section", { class: "panel gone", role: "alert" }, el("p", {}, why), again));
    this.#main.classList.add("is-gone");
  }

  /**
   * @param {DeskView} view
   * @param {{ animate: boolean }} how
   */
  show(view, { animate }) {
    const { tree, at, source, isHidden } = view;
    const told = { variant: tree.variant, start: tree.start, first: tree.first, moves: movesTo(at), names: source.names };
    const position = boardAt(/** @type {any} */ (told), at.ply);
    const turn = turnAt(at, tree.first);
    const values = isHidden ? null : at.values;
    const taste = { coordinates: settings.value("coordinates"), notation: settings.value("notation") };
    const cells = { legal: at.line?.legal ?? [], turn, playable: Boolean(at.line), values: values && cellValues(values) };
    this.board.show({ ...position, size: tree.variant.size, ...cells, ...taste }, { animate });
    this.#heading.show(tree, at, { counts: position.counts, turn });
    const isJudged = !isHidden && (view.thinking.progress === null || view.thinking.isRejudging);
    this.bar.show({ at, tree, source, turn, board: position.board, review: isJudged ? view.thinking.review : null, isHidden });
    this.#main.toggleAttribute("data-hidden", isHidden);
    this.#showLines(view);
    this.#showGame(view);
  }

  /** @param {DeskView} view */
  #showLines({ at, thinking, isHidden }) {
    const values = isHidden ? null : at.values;
    const canDeepen = values !== null && !values.exact && at.isValued;
    this.lines.offer(thinking.isDeepening ? "stop" : canDeepen ? "deeper" : null);
    this.lines.show(values, isHidden ? word("analyse.hidden") : statusOf(thinking, at), settings.value("notation"));
  }

  /** The game as a whole: its graph, its moves, its review. @param {DeskView} view */
  #showGame(view) {
    const { tree, at, thinking, isHidden } = view;
    const notation = settings.value("notation");
    const review = isHidden ? null : thinking.review;
    const trunk = tree.trunkOf(at);
    const plies = tree.main.length;
    const progress = isHidden ? null : thinking.progress;
    this.graph.show({ plies, at: trunk.ply, review, notation });
    this.moves.show({ tree, at, judged: new Map(review?.moves.map((judged) => [judged.ply, judged])), notation });
    const offer = isHidden ? null : thinking.isRejudging ? "stop" : thinking.canRejudge ? "deeper" : null;
    const againIn = isHidden ? 0 : thinking.reviewAgainIn;
    this.review.show({ review, progress, againIn, trouble: thinking.trouble, offer, at: trunk.ply, notation });
    this.steps.show(at.ply, tree.lineThrough(at).length - 1);
    this.#main.toggleAttribute("data-empty", plies === 0);
    this.#showMistake(view);
  }

  /** @param {DeskView} view */
  #showMistake(view) {
    const mistake = mistakeAt(view);
    this.card.hidden = !mistake;
    if (!mistake) return;
    const move = squareName(mistake.move, settings.value("notation"));
    const [long, short] = [word("card.why", { move }), word("card.whyShort", { move })];
    this.card.ariaLabel = long;
    this.card.replaceChildren(el("span", { class: "long" }, long), el("span", { class: "short" }, short));
  }
}

/**
 * What the review says of the move that led here; of moves that were only tried it says nothing.
 *
 * @param {DeskView} view
 */
export function judgedAt({ tree, at, thinking, isHidden }) {
  if (isHidden || !tree.isMain(at)) return null;
  return thinking.review?.moves.find(({ ply }) => ply === at.ply) ?? null;
}

/**
 * The same where it cost something.
 *
 * @param {DeskView} view
 */
export function mistakeAt(view) {
  const judged = judgedAt(view);
  return judged && isLoss(judged.class) ? judged : null;
}
