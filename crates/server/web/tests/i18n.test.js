// @ts-check
/** Checks of the texts that tsc cannot make: the same placeholders in every language, no unused keys. */

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import arenaEn from "../js/i18n/arena-en.js";
import arenaJa from "../js/i18n/arena-ja.js";
import everywhereEn from "../js/i18n/en.js";
import everywhereJa from "../js/i18n/ja.js";
import serverJa from "../js/i18n/server-ja.js";
import studyEn from "../js/i18n/study-en.js";
import studyJa from "../js/i18n/study-ja.js";

const en = { ...everywhereEn, ...arenaEn, ...studyEn };
const ja = { ...everywhereJa, ...arenaJa, ...studyJa };
const keys = /** @type {(keyof typeof en)[]} */ (Object.keys(en));

test("no text of the arena or of the study hides one of everywhere", () => {
  assert.equal(keys.length, [everywhereEn, arenaEn, studyEn].flatMap(Object.keys).length);
});

test("a text names the same places in every language", () => {
  const differing = keys.filter((key) => String(places(en[key])) !== String(places(ja[key])));
  assert.deepEqual(differing, []);
});

test("no text is left untranslated", () => {
  const latin = keys.filter((key) => en[key] === ja[key] && /[a-z]{3}/i.test(ja[key].replaceAll(/\{\w+\}|Outflank|Elo/g, "")));
  assert.deepEqual(latin, []);
});

test("there is a text in Japanese for every reason that the server can tell, with nothing but its parts in it", async () => {
  const { ReasonCode, ReasonParts } = await schemas();
  const known = Object.entries(serverJa).filter(([key]) => key.startsWith("reasons.") && key !== "reasons.and");
  assert.deepEqual(known.map(([key]) => key.slice("reasons.".length)).sort(), [...ReasonCode.enum].sort());
  const named = known.flatMap(([, text]) => places(text).map((place) => place.slice(1, -1)));
  assert.deepEqual(named.filter((part) => !(part in ReasonParts.properties)), []);
  // One letter may be a sign of a board.
  assert.deepEqual(known.filter(([, text]) => /[a-z]{2}/i.test(text.replaceAll(/\{\w+\}/g, ""))), []);
});

test("every text is used", async () => {
  const source = await sourceOfThePage();
  // Composed keys such as `refusals.${code}` count by their prefix.
  const beginnings = [...source.matchAll(/`([\w.]+\.)\$\{/g)].map(([, beginning]) => beginning);
  const unused = keys.filter((key) => !source.includes(`"${key}"`) && !beginnings.some((beginning) => key.startsWith(beginning)));
  assert.deepEqual(unused, []);
});

/** What the server says of its answers. @returns {Promise<any>} */
async function schemas() {
  const document = new URL("../../openapi.json", import.meta.url);
  return JSON.parse(await readFile(document, "utf8")).components.schemas;
}

async function sourceOfThePage() {
  const web = new URL("..", import.meta.url);
  const names = await readdir(web, { recursive: true });
  const shown = names.filter((name) => /^(js\/(?!i18n\/).*\.js|\w+\.html)$/.test(name));
  return (await Promise.all(shown.map((name) => readFile(new URL(name, web), "utf8")))).join("\n");
}

/** @param {string} text */
function places(text) {
  return [...new Set(text.match(/\{\w+\}/g))].sort();
}
