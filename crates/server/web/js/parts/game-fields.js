// @ts-check
/**
 * Fields of the dialogs that start a game.
 *
 * @typedef {import("../net/api.js").Options} Options
 * @typedef {import("../wire.js").Color} Color
 */
import { el } from "../dom.js";
import { urlForOthers } from "../game/invites.js";
import { levelOf, levelText, timeName } from "../game/players.js";
import { word } from "../i18n.js";
import { CHOICES, settings } from "../settings.js";
import { choice, select } from "./choice.js";

/** @param {Options} offered */
export function levelSlider({ levels }) {
  const value = levelOf(settings.value("level")) ?? 3;
  const most = levels.at(-1)?.level ?? 1;
  const range = el("input", { type: "range", name: "level", min: 1, max: most, value, id: "level" });
  const says = el("output", { for: "level" });
  const say = () => {
    const n = range.valueAsNumber;
    says.textContent = levelText(n);
    range.setAttribute("aria-valuetext", says.textContent);
  };
  range.addEventListener("input", say);
  say();
  const label = el("label", { for: "level", class: "visually-hidden" }, word("newGame.level"));
  return el("div", { class: "level" }, label, range, says);
}

/** @param {string} [value] the one chosen at first */
export function colorChoice(value = settings.value("color")) {
  const pictures = {
    black: el("span", { class: "disc-sign black" }),
    white: el("span", { class: "disc-sign white" }),
    random: el("span", { class: "disc-sign half" }),
  };
  return choice({
    name: "color",
    legend: word("newGame.color"),
    value,
    tiles: CHOICES.color.map((one) => ({ value: one, label: word(`newGame.${one}`), picture: pictures[one] })),
  });
}

/**
 * @param {string} choice
 * @returns {Color}
 */
export function colorOf(choice) {
  if (choice === "random") return Math.random() < 0.5 ? "black" : "white";
  return choice === "white" ? "white" : "black";
}

/** @param {string[]} times */
export function clockSelect(times) {
  const entries = [{ value: "", label: timeName(null) }, ...times.map((value) => ({ value, label: timeName(value) }))];
  return select({ name: "time", label: word("newGame.clock"), entries, value: "" });
}

export function nameField() {
  const field = el("input", { name: "name", class: "field", maxlength: 40, autocomplete: "nickname", placeholder: word("newGame.namePlaceholder") });
  field.value = settings.value("name");
  return el("label", { class: "line" }, el("span", {}, word("newGame.yourName")), field);
}

/** @param {string} label */
export function listedSwitch(label) {
  const box = el("input", { type: "checkbox", class: "switch", role: "switch", name: "listed", checked: true });
  return el("label", { class: "line" }, el("span", {}, label), box);
}

/**
 * Says that other computers cannot open an invite link, and what to do.
 *
 * @param {import("../net/api.js").Options["reach"] | null} reach null where the server did not answer
 * @returns {HTMLElement | null} null where others can open links of this page
 */
export function onlyHere(reach) {
  if (urlForOthers(location.href, reach?.origin ?? null)) return null;
  const remedy = reach?.public ? [word("invite.noNetwork")] : [word("invite.letIn"), " ", el("code", {}, "outflank serve --public")];
  return el("p", { class: "only-here" }, word("invite.onlyHere"), " ", ...remedy);
}
