// @ts-check
/**
 * All texts of the page. `i18n/en.js` defines the keys; every other language has the same ones, and
 * tsc checks it. Only the language in use is loaded, so a new language reloads the page. Arena
 * pages (`<html data-words="arena">`) and study pages load extra texts.
 *
 * @typedef {keyof typeof import("./i18n/en.js").default} EverywhereWord
 * @typedef {keyof typeof import("./i18n/arena-en.js").default} ArenaWord
 * @typedef {keyof typeof import("./i18n/study-en.js").default} StudyWord
 * @typedef {EverywhereWord | ArenaWord | StudyWord} Word the key of a text
 *
 * @typedef {string | number | string[]} Part
 * @typedef {{ code: string, parts?: Record<string, Part> }} Reason
 */

import { squareName } from "./board/squares.js";
import { settings } from "./settings.js";

/** The languages, each by its own name. */
export const LANGUAGES = /** @type {const} */ ({ en: "English", ja: "日本語" });

/** Parts of a reason that are squares. */
const SQUARES = ["square", "end", "seen", "move"];

/** The language in use; js/theme.js chooses it before the first paint. */
const language = document.documentElement.lang === "ja" ? "ja" : "en";

/** @type {Record<string, () => Promise<{ default: Record<string, string> }>>} */
const BESIDES = {
  arena: () => (language === "ja" ? import("./i18n/arena-ja.js") : import("./i18n/arena-en.js")),
  study: () => (language === "ja" ? import("./i18n/study-ja.js") : import("./i18n/study-en.js")),
};

const [everywhere, besides] = await Promise.all([
  language === "ja" ? import("./i18n/ja.js") : import("./i18n/en.js"),
  BESIDES[document.documentElement.dataset.words ?? ""]?.(),
]);

const texts = /** @type {Record<Word, string>} */ ({ ...everywhere.default, ...besides?.default });

/**
 * Returns a text with its `{places}` filled in. `"one|many"` gives the first form if `n` is 1.
 *
 * @param {Word} key
 * @param {Record<string, string | number>} [places]
 */
export function word(key, places = {}) {
  const forms = texts[key].split("|");
  const text = forms.length > 1 && Number(places.n) !== 1 ? forms[1] : forms[0];
  return text.replace(/\{(\w+)\}/g, (_, name) => String(places[name] ?? ""));
}

/**
 * Like `word`, for keys from the server such as error codes. Returns `fallback` if there is no such
 * text.
 *
 * @param {string} key
 * @param {string} fallback
 * @param {Record<string, string | number>} [places]
 */
export function wordOr(key, fallback, places) {
  return key in texts ? word(/** @type {Word} */ (key), places) : fallback;
}

/**
 * A reason by the server's code and parts. Returns `fallback` if there is no such text: on English
 * pages, the server's own message.
 *
 * @param {Reason} reason
 * @param {string} fallback
 */
export function reasonOr({ code, parts = {} }, fallback) {
  const places = Object.entries(parts).map(([part, value]) => [part, partText(part, value)]);
  return wordOr(`reasons.${code}`, fallback, Object.fromEntries(places));
}

/**
 * @param {string} part
 * @param {Part} value
 */
function partText(part, value) {
  const named = (/** @type {string} */ square) => squareName(square, settings.value("notation"));
  if (Array.isArray(value)) return value.map(named).join(" ");
  if (/color$/i.test(part)) return wordOr(`color.${value}`, String(value));
  if (value === "pass") return wordOr("play.pass", value);
  return SQUARES.includes(part) ? named(String(value)) : value;
}

/**
 * Fills the elements of a page that name their text: `<h2 data-word="play.moves">`; `data-label` does so for `aria-label`.
 *
 * @param {ParentNode} [root]
 */
export function fillWords(root = document) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-word]"))) {
    element.textContent = wordOr(element.dataset.word ?? "", "");
  }
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-label]"))) {
    element.setAttribute("aria-label", wordOr(element.dataset.label ?? "", ""));
  }
}

settings.onChange((name) => {
  if (name === "language") location.reload();
});
