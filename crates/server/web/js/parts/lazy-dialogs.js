// @ts-check
/**
 * Dialogs that load when opened.
 *
 * @import { State } from "../wire.js"
 */
import { playerName } from "../game/players.js";
import { word } from "../i18n.js";
import { ApiError, options } from "../net/api.js";
import { toast } from "./notices.js";

export async function openKeyHelp() {
  try {
    (await import("./key-help.js")).openGameKeys();
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
    const told = { variant, start, first, moves, names };
    if (!state.alone) {
      const link = `${location.origin}/watch/${encodeURIComponent(id)}?ply=${ply}`;
      return openShare({ told, turn, ply, link, game: id, subject: {} });
    }
    const subject = { variant: variant.name ?? undefined, start: `${start} ${first === "black" ? "X" : "O"}`, moves: moves.map(({ move }) => move) };
    const link = new URL(`${state.alone.analysis}&ply=${ply}`, location.href).href;
    openShare({ told, turn, ply, link, game: null, subject });
  } catch (error) {
    complain(error);
  }
}

/** A page that is older than its server does not find the dialog there. @param {unknown} error */
function complain(error) {
  toast(error instanceof ApiError ? error.message : word("notLoaded"));
}
