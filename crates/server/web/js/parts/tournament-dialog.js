// @ts-check
/**
 * The dialog for a new tournament: format, time and players; the rest behind "more".
 *
 * @typedef {import("../net/api.js").Options} Options
 * @typedef {import("../tournament-types.js").NewTournament} NewTournament
 * @typedef {import("../tournament-types.js").Format} Format
 */
import { el } from "../dom.js";
import { botPlayers, timeName, titled } from "../game/players.js";
import { formatName } from "../game/tournament-text.js";
import { variantEntries } from "../game/variants.js";
import { word } from "../i18n.js";
import { createTournament } from "../net/arena.js";
import { choice, select } from "./choice.js";
import { openForm } from "./dialog.js";
import { listedSwitch } from "./game-fields.js";

const FORMATS = /** @type {const} */ (["round-robin", "swiss", "knockout", "gauntlet"]);
/** Bots are faster than people. */
const TIMES = ["1s/move", "5s/move", "10s/move"];
/** Levels offered here; the tournament page can add others. */
const LEVELS = [1, 3, 5, 8, 12];

/** @param {Options} offered */
export function openNewTournament(offered) {
  const rounds = number("rounds", "newTournament.rounds", { min: 1, max: 100, placeholder: word("newTournament.auto") });
  const challengers = number("challengers", "newTournament.challengers", { min: 1, max: 63, value: 1 });
  const about = el("p", { class: "soft form-about" });
  const suit = (/** @type {string} */ format) => {
    about.textContent = word(`format.about.${/** @type {Format} */ (format)}`);
    rounds.hidden = format === "knockout";
    challengers.hidden = format !== "gauntlet";
  };
  suit(FORMATS[0]);
  openForm({
    title: word("newTournament.new"),
    action: word("newTournament.create"),
    content: [
      titleField(),
      el("div", {}, formatChoice(suit), about),
      el("div", {}, number("games", "newTournament.games", { min: 1, max: 100, value: 2 }), rounds, challengers, clocks(offered)),
      ownPlayers(offered),
      more(offered),
    ],
    submit: async (fields) => location.assign((await createTournament(requestOf(fields))).url),
  });
}

function titleField() {
  const field = el("input", { name: "title", class: "field", maxlength: 80, autocomplete: "off", placeholder: word("newTournament.titlePlaceholder") });
  return el("label", { class: "line" }, el("span", {}, word("newTournament.title")), field);
}

/** @param {(format: string) => void} onchoose */
function formatChoice(onchoose) {
  const tiles = FORMATS.map((value) => ({ value, label: formatName(value) }));
  return choice({ name: "format", legend: word("newTournament.format"), value: FORMATS[0], onchoose, tiles });
}

/** @param {Options} offered */
function clocks({ times }) {
  const entries = [...new Set([...TIMES, ...times])].map((value) => ({ value, label: timeName(value) }));
  return select({ name: "time", label: word("newGame.clock"), entries, value: "5s/move" });
}

/** @param {Options} offered */
function ownPlayers(offered) {
  const own = [...botPlayers(offered), ...offered.levels.filter(({ level }) => LEVELS.includes(level))];
  const chips = own.map(({ player, name }) =>
    el("label", { class: "tile" }, el("input", { type: "checkbox", name: "players", value: player }), el("span", {}, titled(name))),
  );
  return el("fieldset", { class: "choice chips" }, el("legend", {}, word("newTournament.ownPlayers")), el("div", { class: "tiles" }, ...chips));
}

/** @param {Options} offered */
function more({ variants }) {
  const lines = el("textarea", { name: "lines", class: "field", rows: 4, placeholder: "f5d6c3d3c4\nf5f6e6f4g5", "aria-label": word("newTournament.lines"), hidden: true, spellcheck: "false" });
  const openings = select({
    name: "openings",
    label: word("newTournament.openings"),
    entries: /** @type {const} */ (["balanced", "none", "lines"]).map((value) => ({ value, label: word(`openings.${value}`) })),
    value: "balanced",
  });
  openings.addEventListener("change", (event) => (lines.hidden = /** @type {HTMLSelectElement} */ (event.target).value !== "lines"));
  return el(
    "details",
    { class: "more" },
    el("summary", {}, word("newGame.more")),
    select({ name: "variant", label: word("newGame.variant"), entries: variantEntries(variants), value: "standard" }),
    openings,
    lines,
    number("concurrency", "newTournament.concurrency", { min: 1, max: 64, value: 8 }),
    number("grace", "newTournament.grace", { min: 0, max: 3600, value: 60 }),
    number("pace", "newTournament.pace", { min: 0, max: 10, step: 0.1, inputmode: "decimal", placeholder: word("newTournament.auto") }),
    listedSwitch(word("newTournament.listed")),
  );
}

/**
 * @param {string} name
 * @param {import("../i18n.js").Word} label
 * @param {Record<string, unknown>} bounds
 */
function number(name, label, bounds) {
  const field = el("input", { type: "number", name, class: "field number", inputmode: "numeric", ...bounds });
  return el("label", { class: "line" }, el("span", {}, word(label)), field);
}

/**
 * @param {FormData} fields
 * @returns {NewTournament}
 */
function requestOf(fields) {
  const text = (/** @type {string} */ name) => String(fields.get(name) ?? "").trim();
  const count = (/** @type {string} */ name) => (text(name) ? Number(text(name)) : undefined);
  const format = /** @type {Format} */ (text("format"));
  return {
    title: text("title") || undefined,
    format,
    games: count("games"),
    rounds: format === "knockout" ? undefined : count("rounds"),
    challengers: format === "gauntlet" ? count("challengers") : undefined,
    time: text("time"),
    variant: text("variant"),
    openings: text("openings") === "lines" ? text("lines") : text("openings"),
    concurrency: count("concurrency"),
    grace: count("grace"),
    pace: count("pace"),
    listed: fields.has("listed"),
    players: fields.getAll("players").map(String),
  };
}
