// @ts-check
/** Dialogs that few games need: they are loaded when they are opened. */
import { options } from "../net/api.js";
import { toastError } from "./toast.js";

export async function openKeyHelp() {
  const { openKeyHelp: open } = await import("./key-help.js");
  open();
}

export async function openNewGame() {
  try {
    const [{ openNewGame: open }, offered] = await Promise.all([import("./new-game-dialog.js"), options()]);
    if (!document.querySelector("dialog[open]")) open(offered);
  } catch (error) {
    toastError(error);
  }
}
