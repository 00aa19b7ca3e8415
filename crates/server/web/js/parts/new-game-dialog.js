// @ts-check
/**
 * The dialogs that start a game: a new game, two computers, a game from a position.
 *
 * @import { Color } from "../wire.js"
 * @typedef {import("../net/api.js").Options} Options
 * @typedef {import("../net/api.js").NewGame} NewGame
 */

import { el, svg } from "../dom.js";
import { opponent } from "../game/color.js";
import { rememberInvite } from "../game/invites.js";
import { computerEntries, titled } from "../game/players.js";
import { OF_SIZE, variantEntries } from "../game/variants.js";
import { word, wordOr } from "../i18n.js";
import { createGame, options } from "../net/api.js";
import { CHOICES, settings } from "../settings.js";
import { choice, select } from "./choice.js";
import { openForm } from "./dialog.js";
import { clockSelect, colorChoice, colorOf, levelSlider, listedSwitch, nameField, onlyHere } from "./game-fields.js";
import { icon } from "./icons.js";

/** Stands for the levels among the computers; the others are bots. */
const ENGINE = "engine";

/** Opponent, color and board; the rest behind "more". The browser remembers the choices. @param {Options} offered */
export function openNewGame(offered) {
  const computer = computerChoice(offered);
  const colors = colorChoice();
  const variants = el("div");
  const listVariants = (/** @type {string} */ size) => variants.replaceChildren(variantSelect(offered, size));
  const name = nameField();
  const reach = el("div", { role: "status" });
  // Two players at one screen play both colors and need no name.
  const suit = (/** @type {string} */ who) => {
    computer.hidden = who !== "computer";
    reach.replaceChildren(...[who === "friend" && onlyHere(offered.reach)].filter((note) => note instanceof Node));
    colors.hidden = colors.disabled = name.hidden = who === "screen";
  };
  suit(lastOpponent(offered.isAlone));
  listVariants(settings.value("size"));

  openForm({
    title: word("newGame.title"),
    action: word("newGame.start"),
    content: [el("div", { class: "opponent" }, opponentChoice(offered, suit), reach), computer, colors, sizeChoice(listVariants), more(offered, variants, name)],
    submit: async (fields) => {
      remember(fields);
      const request = gameOf(fields);
      const { beginGame } = await import("../game/begin.js");
      const { id, url, secrets } = await beginGame(request);
      const free = request.you === "black" || request.you === "white" ? secrets[opponent(request.you)] : undefined;
      if (free) rememberInvite(id, free);
      location.assign(url);
    },
  });
}

/**
 * @param {Options} offered
 * @param {(who: string) => void} suit
 */
function opponentChoice({ isAlone }, suit) {
  const tiles = [
    { value: "computer", label: word("newGame.computer"), picture: icon("computer") },
    { value: "friend", label: word("newGame.friend"), picture: icon("link") },
    { value: "screen", label: word("newGame.sameScreen"), picture: icon("people") },
  ].filter(({ value }) => value !== "friend" || !isAlone);
  return choice({
    name: "opponent",
    legend: word("newGame.opponent"),
    value: lastOpponent(isAlone),
    onchoose: suit,
    autofocus: true,
    tiles,
  });
}

/** A friend needs the server. @param {boolean | undefined} isAlone */
function lastOpponent(isAlone) {
  const last = settings.value("opponent");
  return isAlone && last === "friend" ? "computer" : last;
}

/**
 * The engine at a level, or one of the simple players.
 *
 * @param {Options} offered
 */
function computerChoice(offered) {
  const chosen = offered.players.some(({ player }) => player === settings.value("level")) ? settings.value("level") : ENGINE;
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
      ...offered.players.map(({ player, name }) => ({ value: player, label: titled(name) })),
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
function more({ times, isAlone }, variants, name) {
  const firsts = [
    { value: "", label: word("newGame.firstOfVariant") },
    ...CHOICES.color.map((value) => ({ value, label: word(`newGame.${value}`) })),
  ];
  const notations = CHOICES.notation.map((value) => ({ value, label: word(`settings.notations.${value}`) }));
  return el(
    "details",
    { class: "more" },
    el("summary", {}, word("newGame.more")),
    variants,
    ...(isAlone ? [] : [clockSelect(times)]),
    select({ name: "first", label: word("newGame.first"), entries: firsts, value: "" }),
    select({ name: "notation", label: word("newGame.notation"), entries: notations, value: settings.value("notation") }),
    name,
    ...(isAlone ? [] : [listedSwitch(word("newGame.listed"))]),
  );
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
    // Without a server there is no list.
    listed: fields.has("listed") || !fields.has("time"),
  };
}

/** The computer that was chosen. @param {FormData} fields */
function playerOf(fields) {
  const kind = String(fields.get("computer"));
  return kind === ENGINE ? `level:${fields.get("level")}` : kind;
}

/** Two computer players and a board, for a game to watch. @param {Options} offered */
export function openComputers(offered) {
  const entries = computerEntries(offered.players, offered.levels);
  openForm({
    title: word("computers.title"),
    action: word("computers.start"),
    content: [
      withDisc("black", select({ name: "black", label: word("computers.black"), entries, value: settings.value("level") })),
      withDisc("white", select({ name: "white", label: word("computers.white"), entries, value: "level:5" })),
      select({ name: "variant", label: word("newGame.variant"), entries: variantEntries(offered.variants), value: "standard" }),
    ],
    submit: async (fields) => {
      const request = Object.fromEntries([...fields].map(([name, value]) => [name, String(value)]));
      const { id } = await createGame({ ...request, you: "none" });
      location.assign(`/watch/${id}`);
    },
  });
}

/**
 * @param {"black" | "white"} color
 * @param {HTMLLabelElement} line
 */
function withDisc(color, line) {
  line.firstElementChild?.prepend(el("span", { class: `disc-sign ${color}`, "aria-hidden": "true" }), " ");
  return line;
}

/**
 * A game against the computer from a position.
 *
 * @param {{ variant: string | null, from: string, turn: Color | null }} place a record or a position, and whose turn it is there
 */
export async function openPlayFrom({ variant, from, turn }) {
  const offered = await options();
  if (document.querySelector("dialog[open]")) return;
  openForm({
    title: word("playFrom.title"),
    action: word("newGame.start"),
    content: [levelSlider(offered), colorChoice(turn ?? "black")],
    submit: async (fields) => {
      const level = `level:${fields.get("level")}`;
      const you = colorOf(String(fields.get("color")));
      settings.put("level", level);
      const seats = { [you]: "human", [opponent(you)]: level };
      const { beginGame } = await import("../game/begin.js");
      const { url } = await beginGame({ ...seats, you, variant: variant ?? undefined, from, name: settings.value("name") || null });
      location.assign(url);
    },
  });
}
