// @ts-check
/**
 * Fields of dialogs that begin a game: how strong the computer is, and which color one plays.
 *
 * @typedef {import("../net/api.js").Options} Options
 * @typedef {import("../wire.js").Color} Color
 */
import { el } from "../dom.js";
import { levelOf, strengthName } from "../game/players.js";
import { CHOICES, settings } from "../settings.js";
import { word } from "../words.js";
import { choice } from "./choice.js";

/** @param {Options} offered */
export function levelSlider({ levels }) {
  const value = levelOf(settings.value("level")) ?? 3;
  const most = levels.at(-1)?.level ?? 1;
  const range = el("input", { type: "range", name: "level", min: 1, max: most, value, id: "level" });
  const says = el("output", { for: "level" });
  const say = () => {
    const n = range.valueAsNumber;
    says.textContent = `${word("newGame.levelNumber", { n })} · ${strengthName(n)}`;
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
