// @ts-check
/**
 * The layout of the analysis page: the board with its graph, and beside it values, moves and the
 * review.
 *
 * @import { ReversiBoard } from "../board/board.js"
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
 * @property {boolean} isHidden values are hidden, for practice
 */
import "../board/board.js";
import { squareName } from "../board/squares.js";
import { el } from "../dom.js";
import { boardAt } from "../game/fold.js";
import { word } from "../i18n.js";
import { address } from "../place.js";
import { settings } from "../settings.js";
import { isLoss } from "../study/review.js";
import { statusOf } from "../study/status.js";
import { movesTo, turnAt } from "../study/tree.js";
import { cellValues } from "../study/values.js";
import { bestLines } from "./best-lines.js";
import { gameGraph } from "./game-graph.js";
import { openStudyKeys } from "./key-help.js";
import { moveTree } from "./move-tree.js";
import { reviewPanel } from "./review-panel.js";
import { stepBar } from "./step-bar.js";
import { studyBar } from "./study-bar.js";
import { studyHeading } from "./study-heading.js";

/**
 * @param {HTMLElement} main
 * @param {object} deeds
 * @param {(moves: string[]) => void} deeds.follow plays a line
 * @param {(ply: number) => void} deeds.look goes to a move of the game
 * @param {(ply: number) => void} deeds.stepTo goes along the line on the board
 * @param {(at: Branching) => void} deeds.go
 * @param {(at: Branching) => void} deeds.prune
 * @param {(judged: Judged) => void} deeds.explain shows the card of a mistake
 * @param {() => void} deeds.open
 * @param {() => void} deeds.hide
 */
export function analysisLayout(main, deeds) {
  const board = /** @type {ReversiBoard} */ (document.createElement("reversi-board"));
  const graph = gameGraph(deeds.look);
  const moves = moveTree({ look: deeds.go, prune: deeds.prune });
  const steps = stepBar(deeds.stepTo);
  const bar = studyBar(deeds);
  const lines = bestLines(deeds.follow);
  const review = reviewPanel(deeds.look, deeds.explain);
  const heading = studyHeading();
  /** Shows why the move that led here was a mistake. */
  const card = el("button", { type: "button", class: "button mistake", hidden: true });
  const parts = [el("h1", { class: "visually-hidden" }, word("analyse.title")), table(), side()];
  main.append(...parts);

  return { board, bar, lines, card, review, name, clear, show };

  function table() {
    const help = el("button", { type: "button", class: "icon-button quiet", "aria-label": word("play.help"), onclick: openStudyKeys }, "?");
    const foot = el("div", { class: "foot" }, steps.element, card, help);
    const panel = el("section", { class: "graph-panel", "aria-label": word("graph.title") }, graph.element, review.legend);
    return el("div", { class: "table" }, heading.element, el("div", { class: "stage" }, board), foot, panel);
  }

  function side() {
    const title = el("header", {}, el("h2", { id: "moves-title" }, word("play.moves")), heading.opening);
    const record = el("section", { class: "panel tree-panel", "aria-labelledby": "moves-title" }, title, moves.element);
    return el("aside", { class: "side", "aria-label": word("analyse.side") }, bar.element, lines.element, record, review.element);
  }

  /** Another game is shown. @param {Source} source */
  function name(source) {
    if (main.classList.contains("is-gone")) main.replaceChildren(...parts);
    main.classList.remove("is-gone");
    heading.name(source);
  }

  /** No game is shown. @param {string} why */
  function clear(why) {
    const again = el("a", { class: "button primary", href: address("/analyse") }, word("analyse.another"));
    main.replaceChildren(el("section", { class: "panel gone", role: "alert" }, el("p", {}, why), again));
    main.classList.add("is-gone");
  }

  /**
   * @param {DeskView} view
   * @param {{ animate: boolean }} how
   */
  function show(view, { animate }) {
    const { tree, at, source, isHidden } = view;
    const told = { variant: tree.variant, start: tree.start, first: tree.first, moves: movesTo(at), names: source.names };
    const position = boardAt(/** @type {any} */ (told), at.ply);
    const turn = turnAt(at, tree.first);
    const values = isHidden ? null : at.values;
    const taste = { coordinates: settings.value("coordinates"), notation: settings.value("notation") };
    const cells = { legal: at.line?.legal ?? [], turn, playable: Boolean(at.line), values: values && cellValues(values) };
    board.show({ ...position, size: tree.variant.size, ...cells, ...taste }, { animate });
    heading.show(tree, at, { counts: position.counts, turn });
    const isJudged = !isHidden && (view.thinking.progress === null || view.thinking.isRejudging);
    bar.show({ at, tree, source, turn, board: position.board, review: isJudged ? view.thinking.review : null, isHidden });
    main.toggleAttribute("data-hidden", isHidden);
    showLines(view);
    showGame(view);
  }

  /** @param {DeskView} view */
  function showLines({ at, thinking, isHidden }) {
    const values = isHidden ? null : at.values;
    const canDeepen = values !== null && !values.exact && at.isValued;
    lines.offer(thinking.isDeepening ? "stop" : canDeepen ? "deeper" : null);
    lines.show(values, isHidden ? word("analyse.hidden") : statusOf(thinking, at), settings.value("notation"));
  }

  /** The game as a whole: its graph, its moves, its review. @param {DeskView} view */
  function showGame(view) {
    const { tree, at, thinking, isHidden } = view;
    const notation = settings.value("notation");
    const judgement = isHidden ? null : thinking.review;
    const trunk = tree.trunkOf(at);
    const plies = tree.main.length;
    const progress = isHidden ? null : thinking.progress;
    graph.show({ plies, at: trunk.ply, review: judgement, notation });
    moves.show({ tree, at, judged: new Map(judgement?.moves.map((judged) => [judged.ply, judged])), notation });
    const offer = isHidden ? null : thinking.isRejudging ? "stop" : thinking.canRejudge ? "deeper" : null;
    const againIn = isHidden ? 0 : thinking.reviewAgainIn;
    review.show({ review: judgement, progress, againIn, trouble: thinking.trouble, offer, at: trunk.ply, notation });
    steps.show(at.ply, tree.lineThrough(at).length - 1);
    main.toggleAttribute("data-empty", plies === 0);
    showMistake(view);
  }

  /** @param {DeskView} view */
  function showMistake(view) {
    const mistake = mistakeAt(view);
    card.hidden = !mistake;
    if (!mistake) return;
    const move = squareName(mistake.move, settings.value("notation"));
    const [long, short] = [word("card.why", { move }), word("card.whyShort", { move })];
    card.ariaLabel = long;
    card.replaceChildren(el("span", { class: "long" }, long), el("span", { class: "short" }, short));
  }
}

/**
 * The review of the move that led here; null for variations.
 *
 * @param {DeskView} view
 */
export function judgedAt({ tree, at, thinking, isHidden }) {
  if (isHidden || !tree.isMain(at)) return null;
  return thinking.review?.moves.find(({ ply }) => ply === at.ply) ?? null;
}

/**
 * The same if the move lost discs.
 *
 * @param {DeskView} view
 */
export function mistakeAt(view) {
  const judged = judgedAt(view);
  return judged && isLoss(judged.class) ? judged : null;
}
