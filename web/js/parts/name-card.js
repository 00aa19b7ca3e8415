// @ts-check
/** Asks whoever sat down by a link how they are called. Nobody has to answer. */
import { el } from "../dom.js";
import { word } from "../words.js";
import { icon } from "./icons.js";

/** @param {(name: string) => void} tell called with an empty name where it is put aside */
export function nameCard(tell) {
  const field = el("input", { class: "field", maxlength: 40, autocomplete: "nickname" });
  const close = el("button", { type: "button", class: "icon-button quiet", "aria-label": word("play.close"), onclick: () => tell("") }, icon("close"));
  const card = el(
    "form",
    { class: "panel prompt name-card" },
    el("label", {}, el("span", {}, word("play.nameAsk")), field),
    el("button", { type: "submit", class: "button" }, word("play.nameDone")),
    close,
  );
  card.addEventListener("submit", (event) => {
    event.preventDefault();
    tell(field.value.trim());
  });
  return card;
}
