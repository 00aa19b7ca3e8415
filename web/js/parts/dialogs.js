// @ts-check
/**
 * Dialogs that few games need: they are loaded when they are opened.
 *
 * @import { State } from "../wire.js"
 */
import { playerName } from "../game/players.js";
import { ApiError, options } from "../net/api.js";
import { word } from "../words.js";
import { toast } from "./toast.js";

export async function openKeyHelp() {
  try {
    const { openKeyHelp: open } = await import("./key-help.js");
    open();
  } catch (error) {
    complain(error);
  }
}

export async function openNewGame() {
  try {
    const [{ openNewGame: open }, offered] = await Promise.all([import("./new-game-dialog.js"), options()]);
    if (!document.querySelector("dialog[open]")) open(offered);
  } catch (error) {
    complain(error);
  }
}

/**
 * A game at one of its moves.
 *
 * @param {State} state
 * @param {number} ply
 */
export async function shareGame(state, ply) {
  try {
    const { openShare } = await import("./share-dialog.js");
    if (document.querySelector("dialog[open]")) return;
    const { id, variant, start, first, moves, seats } = state;
    const names = { black: playerName(seats.black), white: playerName(seats.white) };
    const turn = moves[ply]?.color ?? state.turn;
    const link = `${location.origin}/watch/${encodeURIComponent(id)}?ply=${ply}`;
    openShare({ told: { variant, start, first, moves, names }, turn, ply, link, game: id, subject: {} });
  } catch (error) {
    complain(error);
  }
}

/** A page that is older than its server does not find the dialog there. @param {unknown} error */
function complain(error) {
  toast(error instanceof ApiError ? error.message : word("notLoaded"));
}
