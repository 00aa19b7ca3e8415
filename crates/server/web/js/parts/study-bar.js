// @ts-check
/**
 * The buttons of the analysis page: open, hide values, play from here, edit, explore, share.
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
 * @property {Color | null} turn null while unknown
 * @property {string} board
 * @property {Review | null} review of the whole game, once complete and visible
 * @property {boolean} isHidden
 */
import { el } from "../dom.js";
import { opponent } from "../game/color.js";
import { word } from "../i18n.js";
import { subjectQuery } from "../net/study.js";
import { address, hasServer } from "../place.js";
import { addressOf, nothing } from "../study/sources.js";
import { movesTo } from "../study/tree.js";
import { icon } from "./icons.js";
import { toastError } from "./notices.js";

/** @param {{ open: () => void, hide: () => void }} deeds */
export function studyBar(deeds) {
  const open = button("open", "analyse.open", deeds.open);
  const hideText = el("span", {});
  const hide = el("button", { type: "button", class: "button", onclick: deeds.hide }, icon("eye"), hideText);
  const play = button("play", "analyse.playFrom", () => playFrom());
  const share = button("share", "share.open", () => openShare());
  const edit = el("a", { class: "button" }, icon("pencil"), el("span", {}, word("analyse.edit")));
  const explore = el("a", { class: "button" }, icon("archive"), el("span", {}, word("analyse.explore")));
  const about = el("p", { class: "soft invitation", hidden: true }, word("open.about"));
  const row = el("div", { class: "button-row" }, open, play, share, hide, edit, ...(hasServer ? [explore] : []));
  const element = el("div", { class: "study-bar" }, about, row);
  /** @type {BarView | null} */
  let shown = null;

  return { element, invite, show };

  /** Invites the user to open a game. */
  function invite() {
    about.hidden = false;
    open.classList.add("primary");
  }

  /** @param {BarView} view */
  function show(view) {
    const { at, tree, source, isHidden } = view;
    shown = view;
    if (at.ply > 0 || tree.main.length > 0 || source.subject.start) {
      about.hidden = true;
      open.classList.remove("primary");
    }
    hideText.textContent = word(isHidden ? "analyse.unhide" : "analyse.hide");
    play.ariaDisabled = String(!canPlay(at));
    explore.href = `/archive?${subjectQuery(tree.subjectAt(at))}`;
    edit.href = address(`/edit?${positionQuery(view)}`);
  }

  async function playFrom() {
    const view = shown;
    if (!view?.at.line || !canPlay(view.at)) return;
    const { at, tree, source, turn } = view;
    try {
      const { openPlayFrom } = await import("./new-game-dialog.js");
      const { position, transcript } = view.at.line;
      // A game cannot start with a lost turn; only the position is used then.
      const isBoard = source.subject.start || !at.ply || movesTo(at).some(({ lost }) => lost);
      const from = isBoard ? position : transcript;
      await openPlayFrom({ variant: tree.variant.name, from, turn });
    } catch (error) {
      toastError(error);
    }
  }

  async function openShare() {
    const view = shown;
    if (!view) return;
    const { at, tree, source, turn } = view;
    const review = tree.isMain(at) ? view.review : null;
    try {
      const { openShare } = await import("./share-dialog.js");
      // A variation is another game: it ends at the position on the board.
      const end = tree.isMain(at) ? tree.end : at;
      const subject = tree.subjectAt(end);
      const told = { variant: tree.variant, start: tree.start, first: tree.first, moves: movesTo(end), names: source.names };
      const own = tree.isMain(at) ? source : { ...nothing(), subject };
      const link = new URL(addressOf(own, subject.moves.length ? at.ply : undefined), location.href).href;
      openShare({ told, turn, ply: at.ply, link, game: own.game, subject, review });
    } catch (error) {
      toastError(error);
    }
  }

  /**
   * @param {Parameters<typeof icon>[0]} sign
   * @param {import("../i18n.js").Word} label
   * @param {() => void} onclick
   */
  function button(sign, label, onclick) {
    return el("button", { type: "button", class: "button", onclick }, icon(sign), el("span", {}, word(label)));
  }
}

/** @param {Branching} at */
function canPlay({ line }) {
  return line !== null && line.status !== "over";
}

/**
 * The query for the editor: the position and the game that leads there. Right after a move the side
 * to move is unknown; usually it is the other side.
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
