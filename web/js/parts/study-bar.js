// @ts-check
/**
 * What can be done with a game that is looked at: bring another, hide the values, play on from here, edit the position, look it up,
 * share it. Events `open` and `hide`.
 *
 * @import { Branching, Tree } from "../study/tree.js"
 * @import { Source } from "../study/sources.js"
 * @import { Color } from "../wire.js"
 *
 * @typedef {{ at: Branching, tree: Tree, source: Source, turn: Color | null, isHidden: boolean }} BarView
 */
import { el } from "../dom.js";
import { subjectQuery } from "../net/study.js";
import { addressOf } from "../study/sources.js";
import { movesTo } from "../study/tree.js";
import { word } from "../words.js";
import { icon } from "./icons.js";
import { toastError } from "./toast.js";

export class StudyBar extends EventTarget {
  #open = this.#button("open", "analyse.open", () => this.dispatchEvent(new Event("open")));
  #hide = this.#button("eye", "analyse.hide", () => this.dispatchEvent(new Event("hide")));
  #play = this.#button("play", "analyse.playFrom", () => this.#playFrom());
  #share = this.#button("share", "share.open", () => this.#openShare());
  #edit = el("a", { class: "button" }, icon("pencil"), el("span", {}, word("analyse.edit")));
  #explore = el("a", { class: "button" }, icon("archive"), el("span", {}, word("analyse.explore")));
  #about = el("p", { class: "soft invitation", hidden: true }, word("open.about"));
  element = el("div", { class: "study-bar" }, this.#about, el("div", { class: "button-row" }, this.#open, this.#play, this.#share, this.#hide, this.#edit, this.#explore));
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
    this.#hide.setAttribute("aria-pressed", String(isHidden));
    this.#play.disabled = !at.line || at.line.status === "over";
    const subject = tree.subjectAt(at);
    this.#explore.href = `/archive?${subjectQuery(subject)}`;
    const query = new URLSearchParams(at.line ? { board: at.line.position } : {});
    if (tree.variant.name && tree.variant.name !== "standard") query.set("variant", tree.variant.name);
    this.#edit.href = `/edit?${query}`;
  }

  async #playFrom() {
    const view = this.#view;
    if (!view?.at.line) return;
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
    try {
      const { openShare } = await import("./share-dialog.js");
      const isMain = at === tree.root || tree.main.includes(at);
      const end = isMain ? tree.end : at;
      const subject = tree.subjectAt(end);
      const told = { variant: tree.variant, start: tree.start, first: tree.first, moves: movesTo(end), names: source.names };
      const own = isMain ? source : { ...source, game: null, past: null, subject };
      openShare({ told, turn, ply: at.ply, link: `${location.origin}${addressOf(own)}#${at.ply}`, game: isMain ? source.game : null, subject });
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
