// @ts-check
/** The keys of a page on which games are looked at, in a dialog. */
import { el } from "../dom.js";
import { word } from "../words.js";
import { openDialog } from "./plain-dialog.js";

/** @type {[string[], import("../words.js").Word][]} */
const KEYS = [
  [["←", "→"], "help.walk"],
  [["Home", "End"], "help.ends"],
  [["PgUp", "PgDn"], "help.mistakes"],
  [["a–h", "1–8"], "help.jump"],
  [["Enter"], "help.try"],
  [["Space"], "help.best"],
  [["V"], "help.values"],
  [["O"], "help.open"],
  [["?"], "help.help"],
];

export function openKeys() {
  if (document.querySelector("dialog[open]")) return;
  const rows = KEYS.map(([keys, text]) => el("div", {}, el("dt", {}, ...keys.map((key) => el("kbd", {}, key))), el("dd", {}, word(text))));
  openDialog(word("play.help"), "key-help", el("dl", {}, ...rows));
}
