// @ts-check
/**
 * What can be done with a game that is looked at: bring another, hide the values, play on from here, edit the position, look it up,
 * share it. Events `open` and `hide`.
 *
 * @import { Branching, Tree } from "../study/tree.js"
 * @import { Source } from "../study/sources.js"
 * @import { Review } from "../study/wire.js"
 * @import { Color } from "../wire.js"
 *
 * @typedef {object} BarView
 * @property {Branching} at
 * @property {Tree} tree
 * @property {Source} source
 * @property {Color | null} turn null where nobody knows it yet
 * @property {string} board
 * @property {Review | null} review of the whole game, once it is complete and may be told
 * @property {boolean} isHidden
 */
import { el } from "../dom.js";
import { opponent } from "../game/color.js";
import { subjectQuery } from "../net/study.js";
import { addressOf, nothing } from "../study/sources.js";
import { movesTo } from "../study/tree.js";
import { word } from "../words.js";
import { icon } from "./icons.js";
import { toastError } from "./toast.js";

export class StudyBar extends EventTarget {
  #open = this.#button("open", "analyse.open", () => this.dispatchEvent(new Event("open")));
  #hideText = el("span", {});
  #hide = el("button", { type: "button", class: "button", onclick: () => this.dispatchEvent(new Event("hide")) }, icon("eye"), this.#hideText);
  #play = this.#button("play", "analyse.playFrom", () => this.#playFrom());
  #share = this.#button("share", "share.open", () => this.#openShare());
  #edit = el("a", { class: "button" }, icon("pencil"), el("span", {}, word("analyse.edit")));
  #explore = el("a", { class: "button" }, icon("archive"), el("span", {}, word("analyse.explore")));
  #about = el("p", { class: "soft invitation", hidden: true }, word("open.about"));
  #row = el("div", { class: "button-row" }, this.#open, this.#play, this.#share, this.#hide, this.#edit, this.#explore);
  element = el("div", { class: "study-bar" }, this.#about, this.#row);
  /** @type {BarView | null} */
  #view = null;

  /** There is no game yet: says how to bring one. */
  invite() {
    this.#about.hidden = false;
    this.#open.classList.add("primary");
  }

  /** @param {BarView} view */
  show(view) {
    const { at, tree, source, isHidden } = view;
    this.#view = view;
    if (at.ply > 0 || tree.main.length > 0 || source.subject.start) {
      this.#about.hidden = true;
      this.#open.classList.remove("primary");
    }
    this.#hideText.textContent = word(isHidden ? "analyse.unhide" : "analyse.hide");
    this.#play.ariaDisabled = String(!canPlay(at));
    this.#explore.href = `/archive?${subjectQuery(tree.subjectAt(at))}`;
    this.#edit.href = `/edit?${positionQuery(view)}`;
  }

  async #playFrom() {
    const view = this.#view;
    if (!view?.at.line || !canPlay(view.at)) return;
    const { at, tree, source, turn } = view;
    try {
      const { openPlayFrom } = await import("./play-from-dialog.js");
      const from = source.subject.start || !at.ply ? view.at.line.position : view.at.line.transcript;
      await openPlayFrom({ variant: tree.variant.name, from, turn });
    } catch (error) {
      toastError(error);
    }
  }

  async #openShare() {
    const view = this.#view;
    if (!view) return;
    const { at, tree, source, turn } = view;
    const review = tree.isMain(at) ? view.review : null;
    try {
      const { openShare } = await import("./share-dialog.js");
      // What was tried is another game than the one that was read: it goes as far as one has come.
      const end = tree.isMain(at) ? tree.end : at;
      const subject = tree.subjectAt(end);
      const told = { variant: tree.variant, start: tree.start, first: tree.first, moves: movesTo(end), names: source.names };
      const own = tree.isMain(at) ? source : { ...nothing(), subject };
      const link = location.origin + addressOf(own, subject.moves.length ? at.ply : undefined);
      openShare({ told, turn, ply: at.ply, link, game: own.game, subject, review });
    } catch (error) {
      toastError(error);
    }
  }

  /**
   * @param {Parameters<typeof icon>[0]} sign
   * @param {import("../words.js").Word} label
   * @param {() => void} onclick
   */
  #button(sign, label, onclick) {
    return el("button", { type: "button", class: "button", onclick }, icon(sign), el("span", {}, word(label)));
  }
}

/** @param {Branching} at */
function canPlay({ line }) {
  return line !== null && line.status !== "over";
}

/**
 * What the editor is asked to show, and the game that leads there. Who moves after a move that was just made is not known yet: most often
 * the other side.
 *
 * @param {BarView} view
 */
function positionQuery({ at, tree, turn, board }) {
  const mover = turn ?? (at.move && opponent(at.move.color)) ?? tree.first;
  const game = tree.subjectAt(tree.isMain(at) ? tree.end : at);
  const query = game.moves.length > 0 ? subjectQuery(game) : new URLSearchParams();
  if (game.moves.length > 0) query.set("ply", String(at.ply));
  query.set("board", at.line?.position ?? `${board} ${mover === "black" ? "X" : "O"}`);
  if (tree.variant.name && tree.variant.name !== "standard") query.set("variant", tree.variant.name);
  return query;
}
