// @ts-check
/**
 * `<move-tree>`: the moves of a game with what they cost, and below each the variations that were tried instead of it. Events
 * `look` (detail `{ at }`) and `prune` (detail `{ at }`).
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
import { colorName } from "../game/speech.js";
import { className, isLoss, signOf } from "../study/review.js";
import { moveName } from "../study/values.js";
import { word } from "../words.js";
import { icon } from "./icons.js";

export class MoveTree extends HTMLElement {
  #list = el("ol", { class: "trunk" });
  #empty = el("p", { class: "soft" });
  #face = "";
  /** @type {Map<Branching, HTMLButtonElement>} */
  #buttons = new Map();

  connectedCallback() {
    if (this.firstChild) return;
    this.#list.ariaLabel = word("play.moves");
    this.#empty.textContent = word("analyse.noMoves");
    this.tabIndex = -1;
    this.append(this.#empty, this.#list);
  }

  /** @param {TreeView} view */
  show(view) {
    const { tree, at } = view;
    const isEmpty = tree.root.children.length === 0;
    this.#empty.hidden = !isEmpty;
    this.#list.hidden = isEmpty;
    const face = faceOf(view);
    if (face !== this.#face) this.#rebuild(view);
    this.#face = face;
    this.#select(at);
  }

  /** @param {TreeView} view */
  #rebuild(view) {
    const focused = [...this.#buttons].find(([, button]) => button === document.activeElement)?.[0];
    this.#buttons = new Map();
    this.#list.replaceChildren(...this.#items(view.tree.root, view, true));
    if (focused) this.#buttons.get(focused)?.focus({ preventScroll: true });
  }

  /**
   * A line from a position on, move by move; variations stand behind the move that they replace.
   *
   * @param {Branching} from
   * @param {TreeView} view
   * @param {boolean} isMain
   * @returns {HTMLElement[]}
   */
  #items(from, view, isMain) {
    const items = [];
    for (let at = from; at.children.length > 0; at = at.children[0]) {
      const isEnd = at === view.tree.end;
      const [next, ...others] = at.children;
      if (!isEnd) items.push(el("li", {}, this.#button(next, view, isMain ? view.judged.get(next.ply) : undefined)));
      for (const other of isEnd ? at.children : others) items.push(this.#variation(other, view));
      if (isEnd) break;
    }
    return items;
  }

  /**
   * @param {Branching} first
   * @param {TreeView} view
   */
  #variation(first, view) {
    const move = moveName(first.move?.move ?? "", view.notation);
    const label = word("analyse.prune", { move });
    const onclick = () => this.#prune(first);
    const away = el("button", { type: "button", class: "icon-button quiet prune", "aria-label": label, onclick }, icon("close"));
    const rest = this.#items(first, view, false);
    const list = el("ol", { "aria-label": word("analyse.variation", { move }) }, el("li", {}, this.#button(first, view, undefined)), ...rest);
    return el("li", { class: "variation" }, list, away);
  }

  /** The button goes with its variation: the focus moves on to the move that the variation followed. @param {Branching} at */
  #prune(at) {
    this.dispatchEvent(new CustomEvent("prune", { detail: { at } }));
    const [any] = this.#buttons.values();
    const next = (at.parent && this.#buttons.get(at.parent)) ?? any ?? this;
    next.focus({ preventScroll: true });
  }

  /**
   * @param {Branching} at
   * @param {TreeView} view
   * @param {Judged | undefined} judged
   */
  #button(at, { notation }, judged) {
    const move = /** @type {import("../wire.js").Move} */ (at.move);
    const isPass = move.move === "pass";
    const onclick = () => this.dispatchEvent(new CustomEvent("look", { detail: { at } }));
    const button = el(
      "button",
      { type: "button", onclick, class: isPass ? "pass" : "", "data-ply": at.ply },
      el("span", { class: "number" }, at.ply),
      el("span", { class: `disc-sign ${move.color}`, role: "img", "aria-label": colorName(move.color) }),
      el("span", {}, moveName(move.move, notation)),
      judged && isLoss(judged.class) && lossSign(judged.class),
    );
    this.#buttons.set(at, button);
    return button;
  }

  /** @param {Branching} at */
  #select(at) {
    const now = this.#buttons.get(at) ?? null;
    const before = this.querySelector("[aria-current]");
    if (before === now) return;
    before?.removeAttribute("aria-current");
    now?.setAttribute("aria-current", "step");
    this.#reveal(now);
  }

  /** Scrolls the list, never the page. @param {HTMLElement | null} button */
  #reveal(button) {
    const list = this.#list;
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

customElements.define("move-tree", MoveTree);
