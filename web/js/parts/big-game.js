// @ts-check
/**
 * One game of a tournament on a large board, with its players above and below. To look at: nothing on it can be pressed.
 *
 * @typedef {import("../contest.js").Mini} Mini
 * @typedef {import("../contest.js").Entrant} Entrant
 * @typedef {import("../board/board.js").ReversiBoard} ReversiBoard
 */
import { el } from "../dom.js";
import { word } from "../words.js";

export function bigGame() {
  const board = /** @type {ReversiBoard} */ (document.createElement("reversi-board"));
  const white = player("white");
  const black = player("black");
  const spoken = el("p", { class: "visually-hidden" });
  const note = el("p", { class: "no-game" });
  const title = el("h2", { class: "visually-hidden" }, word("projector.featured"));
  const place = el("div", { class: "beam-board" }, board, note);
  // Those who listen are told in a sentence.
  board.inert = true;
  /** @type {Mini | null} */
  let shown = null;
  return {
    element: el("section", { class: "beam-game" }, title, spoken, white.element, place, black.element),
    /**
     * @param {Mini | null} game
     * @param {Entrant[]} entrants
     * @param {{ size: number, isPaused: boolean }} how
     */
    show(game, entrants, { size, isPaused }) {
      note.hidden = game !== null;
      note.textContent = word(isPaused ? "projector.pause" : "projector.noGame");
      const isSame = game?.number === shown?.number;
      if (isSame && shown && game?.version === shown.version) return;
      shown = game;
      const names = { black: game ? entrants[game.black].name : "", white: game ? entrants[game.white].name : "" };
      black.show(game, names.black);
      white.show(game, names.white);
      const empty = "-".repeat(size * size);
      board.show({ size, board: game?.board ?? empty, last: game?.last === "pass" ? null : game?.last, coordinates: false }, { animate: isSame });
      const { black: blackCount = 0, white: whiteCount = 0 } = game?.counts ?? {};
      spoken.textContent = game ? word("contest.boardName", { ...names, blackCount, whiteCount, n: game.ply }) : "";
    },
  };
}

/** @param {import("../wire.js").Color} color */
function player(color) {
  const name = el("span", { class: "name" });
  const count = el("span", { class: "count" });
  const element = el("div", { class: "beam-player", "aria-hidden": "true" }, el("span", { class: `disc-sign ${color}` }), name, count);
  return {
    element,
    /**
     * @param {Mini | null} game
     * @param {string} text
     */
    show(game, text) {
      name.textContent = text;
      count.textContent = game ? String(game.counts[color]) : "";
      element.classList.toggle("to-move", game?.turn === color);
      element.classList.toggle("won", game?.winner === color);
      element.classList.toggle("empty", game === null);
    },
  };
}
