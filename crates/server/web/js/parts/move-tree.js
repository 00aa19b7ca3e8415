// @ts-check
/**
 * The moves of a game with what they cost, and below each the variations that were tried instead of it.
 *
 * @import { Branching, Tree } from "../study/tree.js"
 * @import { Judged } from "../study/wire.js"
 * @import { Notation } from "../board/squares.js"
 *
 * @typedef {object} TreeView
 * @property {Tree} tree
 * @property {Branching} at
 * @property {Map<number, Judged>} judged moves of the main line by their numbers
 * @property {Notation} notation
 */
import { el } from "../dom.js";
import { colorName, turnName } from "../game/speech.js";
import { word } from "../i18n.js";
import { className, isLoss, signOf } from "../study/review.js";
import { moveName } from "../study/values.js";
import { icon } from "./icons.js";

/** @param {{ look: (at: Branching) => void, prune: (at: Branching) => void }} deeds */
export function moveTree(deeds) {
  const element = el("div", { class: "move-tree", tabindex: -1 });
  const list = el("ol", { class: "trunk" });
  const empty = el("p", { class: "soft" });
  let drawn = "";
  /** @type {Map<Branching, HTMLButtonElement>} */
  let buttons = new Map();

  list.ariaLabel = word("play.moves");
  empty.textContent = word("analyse.noMoves");
  element.append(empty, list);

  return { element, show };

  /** @param {TreeView} view */
  function show(view) {
    const { tree, at } = view;
    const isEmpty = tree.root.children.length === 0;
    empty.hidden = !isEmpty;
    list.hidden = isEmpty;
    const face = faceOf(view);
    if (face !== drawn) rebuild(view);
    drawn = face;
    select(at);
  }

  /** @param {TreeView} view */
  function rebuild(view) {
    const focused = [...buttons].find(([, button]) => button === document.activeElement)?.[0];
    buttons = new Map();
    list.replaceChildren(...items(view.tree.root, view, true));
    if (focused) buttons.get(focused)?.focus({ preventScroll: true });
  }

  /**
   * A line from a position on, move by move; variations stand behind the move that they replace.
   *
   * @param {Branching} from
   * @param {TreeView} view
   * @param {boolean} isMain
   * @returns {HTMLElement[]}
   */
  function items(from, view, isMain) {
    const items = [];
    for (let at = from; at.children.length > 0; at = at.children[0]) {
      const isEnd = at === view.tree.end;
      const [next, ...others] = at.children;
      if (!isEnd) items.push(el("li", {}, button(next, view, isMain ? view.judged.get(next.ply) : undefined)));
      for (const other of isEnd ? at.children : others) items.push(variation(other, view));
      if (isEnd) break;
    }
    return items;
  }

  /**
   * @param {Branching} first
   * @param {TreeView} view
   */
  function variation(first, view) {
    const move = moveName(first.move?.move ?? "", view.notation);
    const label = word("analyse.prune", { move });
    const onclick = () => prune(first);
    const away = el("button", { type: "button", class: "icon-button quiet prune", "aria-label": label, onclick }, icon("close"));
    const rest = items(first, view, false);
    const list = el("ol", { "aria-label": word("analyse.variation", { move }) }, el("li", {}, button(first, view, undefined)), ...rest);
    return el("li", { class: "variation" }, list, away);
  }

  /** The button goes with its variation: the focus moves on to the move that the variation followed. @param {Branching} at */
  function prune(at) {
    deeds.prune(at);
    const [any] = buttons.values();
    const next = (at.parent && buttons.get(at.parent)) ?? any ?? element;
    next.focus({ preventScroll: true });
  }

  /**
   * @param {Branching} at
   * @param {TreeView} view
   * @param {Judged | undefined} judged
   */
  function button(at, { notation }, judged) {
    const move = /** @type {import("../wire.js").Move} */ (at.move);
    const isPass = move.move === "pass";
    const onclick = () => deeds.look(at);
    const button = el(
      "button",
      { type: "button", onclick, class: isPass ? "pass" : "", "data-ply": at.ply },
      el("span", { class: "number" }, at.ply),
      el("span", { class: `disc-sign ${move.color}`, role: "img", "aria-label": colorName(move.color) }),
      el("span", {}, turnName(move, notation)),
      judged && isLoss(judged.class) && lossSign(judged.class),
    );
    buttons.set(at, button);
    return button;
  }

  /** @param {Branching} at */
  function select(at) {
    const now = buttons.get(at) ?? null;
    const before = element.querySelector("[aria-current]");
    if (before === now) return;
    before?.removeAttribute("aria-current");
    now?.setAttribute("aria-current", "step");
    reveal(now);
  }

  /** Scrolls the list, never the page. @param {HTMLElement | null} button */
  function reveal(button) {
    if (!button) return list.scrollTo(0, 0);
    const top = button.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
    list.scrollTop = top - (list.clientHeight - button.clientHeight) / 2;
  }
}

/** Everything that is to be seen of it, but the choice. @param {TreeView} view */
function faceOf({ tree, judged, notation }) {
  const classes = [...judged.values()].map(({ ply, class: kind }) => `${ply}${kind[0]}`).join("");
  return [notation, classes, lineOf(tree), variationsOf(tree)].join("|");
}

/** @param {import("../study/wire.js").MoveClass} kind */
function lossSign(kind) {
  return el("span", { class: `sign ${kind}`, role: "img", "aria-label": className(kind) }, signOf(kind));
}

/** The main line is long: it is walked in a loop, its variations by recursion. @param {Tree} tree */
function variationsOf(tree) {
  /** @param {Branching} at @returns {string} */
  const shape = (at) => `${at.move?.move}(${at.children.map(shape).join()})`;
  const tried = (/** @type {Branching} */ at) => at.children.filter((child) => !tree.isMain(child));
  return [tree.root, ...tree.main].map((at) => tried(at).map(shape).join("+")).join(";");
}

/** @param {Tree} tree */
function lineOf(tree) {
  return tree.main.map(({ move }) => (move?.color[0] ?? "") + (move?.move ?? "")).join();
}
