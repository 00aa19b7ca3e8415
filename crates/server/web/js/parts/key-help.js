// @ts-check
/**
 * The keys of a page, in a dialog.
 *
 * @typedef {[string[], import("../i18n.js").Word][]} Keys
 */
import { el } from "../dom.js";
import { word } from "../i18n.js";
import { openDialog } from "./dialog.js";

/** @type {Keys} */
const GAME = [
  [["←", "↑", "→", "↓"], "help.cursor"],
  [["a–h", "1–8"], "help.jump"],
  [["Enter"], "help.place"],
  [["←", "→"], "help.step"],
  [["Home", "End"], "help.ends"],
  [["Ctrl", "Z"], "help.undo"],
  [["H"], "help.hint"],
  [["A"], "help.analyse"],
  [["N"], "help.new"],
  [["?"], "help.help"],
];

/** @type {Keys} */
const STUDY = [
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

export function openGameKeys() {
  openKeys(GAME);
}

export function openStudyKeys() {
  openKeys(STUDY);
}

/** @param {Keys} keys */
function openKeys(keys) {
  if (document.querySelector("dialog[open]")) return;
  const rows = keys.map(([names, text]) => el("div", {}, el("dt", {}, ...names.map((name) => el("kbd", {}, name))), el("dd", {}, word(text))));
  openDialog(word("play.help"), "key-help", el("dl", {}, ...rows));
}
