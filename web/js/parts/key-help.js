// @ts-check
/** The keys of the page, in a dialog. */
import { el } from "../dom.js";
import { word } from "../words.js";

/** @type {[string[], Parameters<typeof word>[0]][]} */
const KEYS = [
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

export function openKeyHelp() {
  if (document.querySelector("dialog[open]")) return;
  const rows = KEYS.map(([keys, text]) => el("div", {}, el("dt", {}, ...keys.map((key) => el("kbd", {}, key))), el("dd", {}, word(text))));
  const close = el("button", { class: "button", type: "submit", autofocus: true }, word("play.close"));
  const dialog = el(
    "dialog",
    { class: "key-help", "aria-labelledby": "help-title" },
    el("h2", { id: "help-title" }, word("play.help")),
    el("dl", {}, ...rows),
    el("form", { method: "dialog" }, close),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
