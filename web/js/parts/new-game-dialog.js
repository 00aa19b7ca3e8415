// @ts-check
/**
 * A new game: opponent, color and board in sight, the rest behind "more". What was chosen is remembered.
 *
 * @typedef {import("../net/api.js").Options} Options
 * @typedef {import("../net/api.js").NewGame} NewGame
 */

import { el, svg } from "../dom.js";
import { opponent } from "../game/color.js";
import { rememberInvite } from "../game/invites.js";
import { computerName, timeName } from "../game/players.js";
import { OF_SIZE, variantEntries } from "../game/variants.js";
import { createGame } from "../net/api.js";
import { CHOICES, settings } from "../settings.js";
import { word, wordOr } from "../words.js";
import { choice, select } from "./choice.js";
import { formDialog } from "./form-dialog.js";
import { icon } from "./icons.js";
import { colorChoice, colorOf, levelSlider } from "./opponent-fields.js";

/** Stands for the levels among the computers; the others are bots. */
const ENGINE = "engine";

/** @param {Options} offered */
export function openNewGame(offered) {
  const computer = computerChoice(offered);
  const colors = colorChoice();
  const variants = el("div");
  const listVariants = (/** @type {string} */ size) => variants.replaceChildren(variantSelect(offered, size));
  const name = nameField();
  // Two at one screen play both colors, and nobody has to be told who they are.
  const suit = (/** @type {string} */ who) => {
    computer.hidden = who !== "computer";
    colors.hidden = colors.disabled = name.hidden = who === "screen";
  };
  suit(settings.value("opponent"));
  listVariants(settings.value("size"));

  formDialog({
    title: word("newGame.title"),
    action: word("newGame.start"),
    content: [opponentChoice(suit), computer, colors, sizeChoice(listVariants), more(offered, variants, name)],
    submit: async (fields) => {
      remember(fields);
      const wish = gameOf(fields);
      const { id, url, secrets } = await createGame(wish);
      const free = wish.you === "black" || wish.you === "white" ? secrets[opponent(wish.you)] : undefined;
      if (free) rememberInvite(id, free);
      location.assign(url);
    },
  });
}

/** @param {(who: string) => void} suit */
function opponentChoice(suit) {
  return choice({
    name: "opponent",
    legend: word("newGame.opponent"),
    value: settings.value("opponent"),
    onchoose: suit,
    tiles: [
      { value: "computer", label: word("newGame.computer"), picture: icon("computer") },
      { value: "friend", label: word("newGame.friend"), picture: icon("link") },
      { value: "screen", label: word("newGame.sameScreen"), picture: icon("people") },
    ],
  });
}

/**
 * The engine at a level, or one of the simple players.
 *
 * @param {Options} offered
 */
function computerChoice(offered) {
  const chosen = offered.bots.includes(settings.value("level")) ? settings.value("level") : ENGINE;
  const level = levelSlider(offered);
  const about = el("p", { class: "soft about" });
  const suit = (/** @type {string} */ kind) => {
    level.hidden = kind !== ENGINE;
    about.hidden = kind === ENGINE;
    about.textContent = wordOr(`newGame.bots.${kind}`, "");
  };
  const kinds = choice({
    name: "computer",
    legend: word("newGame.computerKind"),
    value: chosen,
    onchoose: suit,
    tiles: [
      { value: ENGINE, label: word("newGame.engine") },
      ...offered.bots.map((value) => ({ value, label: computerName(value) })),
    ],
  });
  suit(chosen);
  return el("div", { class: "computer" }, kinds, level, about);
}

/** @param {(size: string) => void} onchoose */
function sizeChoice(onchoose) {
  return choice({
    name: "size",
    legend: word("newGame.size"),
    value: settings.value("size"),
    onchoose,
    tiles: CHOICES.size.map((value) => ({ value, label: `${value}×${value}`, picture: grid(Number(value)) })),
  });
}

/** @param {number} size */
function grid(size) {
  const step = 24 / size;
  const lines = Array.from({ length: size - 1 }, (_, place) => (place + 1) * step);
  const d = lines.map((at) => `M${at} 0V24M0 ${at}H24`).join("");
  return svg("svg", { viewBox: "0 0 24 24", class: "grid", "aria-hidden": "true" }, svg("path", { d }));
}

/**
 * @param {Options} offered
 * @param {HTMLElement} variants
 * @param {HTMLElement} name
 */
function more({ times }, variants, name) {
  const firsts = [
    { value: "", label: word("newGame.firstOfVariant") },
    ...CHOICES.color.map((value) => ({ value, label: word(`newGame.${value}`) })),
  ];
  const notations = CHOICES.notation.map((value) => ({ value, label: word(`settings.notations.${value}`) }));
  const clocks = [{ value: "", label: timeName(null) }, ...times.map((value) => ({ value, label: timeName(value) }))];
  return el(
    "details",
    { class: "more" },
    el("summary", {}, word("newGame.more")),
    variants,
    select({ name: "time", label: word("newGame.clock"), entries: clocks, value: "" }),
    select({ name: "first", label: word("newGame.first"), entries: firsts, value: "" }),
    select({ name: "notation", label: word("newGame.notation"), entries: notations, value: settings.value("notation") }),
    name,
    el(
      "label",
      { class: "line" },
      el("span", {}, word("newGame.listed")),
      el("input", { type: "checkbox", class: "switch", role: "switch", name: "listed", checked: true }),
    ),
  );
}

function nameField() {
  const name = el("input", { name: "name", class: "field", maxlength: 40, autocomplete: "nickname" });
  name.value = settings.value("name");
  name.placeholder = word("newGame.namePlaceholder");
  return el("label", { class: "line" }, el("span", {}, word("newGame.yourName")), name);
}

/**
 * @param {Options} offered
 * @param {string} size
 */
function variantSelect({ variants }, size) {
  const entries = variantEntries(variants.filter((variant) => String(variant.size) === size));
  const last = settings.value("variant");
  const value = entries.some((entry) => entry.value === last) ? last : OF_SIZE[size];
  return select({ name: "variant", label: word("newGame.variant"), entries, value });
}

/** @param {FormData} fields */
function remember(fields) {
  const put = /** @type {(name: string, value: unknown) => void} */ (settings.put);
  for (const name of ["opponent", "color", "size", "variant", "notation", "name"]) {
    if (fields.has(name)) put(name, fields.get(name));
  }
  settings.put("level", playerOf(fields));
}

/**
 * @param {FormData} fields
 * @returns {NewGame}
 */
function gameOf(fields) {
  const text = (/** @type {string} */ name) => String(fields.get(name) ?? "");
  const who = text("opponent");
  const you = who === "screen" ? "both" : colorOf(text("color"));
  /** @type {NewGame} */
  const game = { black: "human", white: "human", you };
  if (who === "computer" && you !== "both") game[opponent(you)] = playerOf(fields);
  return {
    ...game,
    variant: text("variant") || OF_SIZE[text("size")],
    time: text("time") || null,
    first: /** @type {NewGame["first"]} */ (text("first") || null),
    name: (who !== "screen" && text("name").trim()) || null,
    listed: fields.has("listed"),
  };
}

/** The computer that was chosen. @param {FormData} fields */
function playerOf(fields) {
  const kind = String(fields.get("computer"));
  return kind === ENGINE ? `level:${fields.get("level")}` : kind;
}
