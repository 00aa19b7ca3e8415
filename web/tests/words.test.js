// @ts-check
/** What tsc cannot see in the texts: that they speak of the same things in every language. */

import assert from "node:assert/strict";
import { test } from "node:test";
import en from "../js/words/en.js";
import ja from "../js/words/ja.js";

const keys = /** @type {(keyof typeof en)[]} */ (Object.keys(en));

test("a text names the same places in every language", () => {
  const differing = keys.filter((key) => String(places(en[key])) !== String(places(ja[key])));
  assert.deepEqual(differing, []);
});

test("no text is left untranslated", () => {
  const latin = keys.filter((key) => en[key] === ja[key] && /[a-z]{3}/i.test(ja[key].replaceAll(/\{\w+\}|Outflank/g, "")));
  assert.deepEqual(latin, []);
});

/** @param {string} text */
function places(text) {
  return [...new Set(text.match(/\{\w+\}/g))].sort();
}
