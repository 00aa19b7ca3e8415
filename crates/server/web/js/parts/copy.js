// @ts-check
/** Lines to type elsewhere, each with a button that copies it. */
import { el } from "../dom.js";
import { word } from "../i18n.js";
import { icon } from "./icons.js";
import { toast } from "./notices.js";

/**
 * @param {string} text one line or several
 * @param {string} label its accessible name
 */
export function lineToCopy(text, label) {
  const code = el("code", {}, ...tokensOf(text));
  const copy = el("button", { class: "icon-button quiet", type: "button", "aria-label": `${word("play.copy")}: ${label}` }, icon("copy"));
  copy.addEventListener("click", () => copyFrom(code));
  return el("div", { class: "to-copy" }, el("pre", {}, code), copy);
}

/**
 * A command that wraps only between words, so that nobody types a line break as a space.
 *
 * @param {string} text
 */
export function tokensOf(text) {
  return text.split(/(\s+)/).map((token) => (token.trim() ? el("span", { class: "token" }, token) : token));
}

/**
 * On a plain http address of a local network there is no clipboard for pages; a selection still can be copied.
 *
 * @param {HTMLElement} place what holds the text
 */
export async function copyFrom(place) {
  try {
    await navigator.clipboard.writeText(place.textContent ?? "");
  } catch {
    getSelection()?.selectAllChildren(place);
    if (!document.execCommand("copy")) return;
  }
  toast(word("play.copied"));
}

/** The same for a text that is not on the page. @param {string} text */
export async function copyText(text) {
  const place = el("pre", { class: "visually-hidden" }, text);
  (document.querySelector("dialog[open]") ?? document.body).append(place);
  await copyFrom(place);
  place.remove();
}
