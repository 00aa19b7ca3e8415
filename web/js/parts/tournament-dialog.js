// @ts-check
/**
 * A new tournament: its form, time and players in sight, the rest behind "more".
 *
 * @typedef {import("../net/api.js").Options} Options
 * @typedef {import("../contest.js").NewTournament} NewTournament
 * @typedef {import("../contest.js").Form} Form
 */
import { el } from "../dom.js";
import { formName } from "../game/contests.js";
import { computerName, levelOf, timeName } from "../game/players.js";
import { variantEntries } from "../game/variants.js";
import { createTournament } from "../net/arena.js";
import { word } from "../words.js";
import { choice, select } from "./choice.js";
import { formDialog } from "./form-dialog.js";

const FORMS = /** @type {const} */ (["round-robin", "swiss", "knock-out", "gauntlet"]);
/** Bots are faster than people. */
const TIMES = ["1s/move", "5s/move", "10s/move"];
/** Players of the server's own that can be had at once; others are added on the tournament's page. */
const LEVELS = [1, 3, 5, 8, 12];

/** @param {Options} offered */
export function openNewTournament(offered) {
  const rounds = number("rounds", "tournament.rounds", { min: 1, max: 100, placeholder: word("tournament.auto") });
  const challengers = number("challengers", "tournament.challengers", { min: 1, max: 63, value: 1 });
  const about = el("p", { class: "soft form-about" });
  const suit = (/** @type {string} */ form) => {
    about.textContent = word(`form.about.${/** @type {Form} */ (form)}`);
    rounds.hidden = form === "knock-out";
    challengers.hidden = form !== "gauntlet";
  };
  suit(FORMS[0]);
  formDialog({
    title: word("tournament.new"),
    action: word("tournament.create"),
    content: [
      titleField(),
      el("div", {}, formChoice(suit), about),
      el("div", {}, number("games", "tournament.games", { min: 1, max: 100, value: 2 }), rounds, challengers, clocks(offered)),
      ownPlayers(offered),
      more(offered),
    ],
    submit: async (fields) => location.assign((await createTournament(wishOf(fields))).url),
  });
}

function titleField() {
  const field = el("input", { name: "title", class: "field", maxlength: 80, autocomplete: "off", placeholder: word("tournament.titlePlaceholder") });
  return el("label", { class: "line" }, el("span", {}, word("tournament.title")), field);
}

/** @param {(form: string) => void} onchoose */
function formChoice(onchoose) {
  const tiles = FORMS.map((value) => ({ value, label: formName(value) }));
  return choice({ name: "form", legend: word("tournament.form"), value: FORMS[0], onchoose, tiles });
}

/** @param {Options} offered */
function clocks({ times }) {
  const entries = [...new Set([...TIMES, ...times])].map((value) => ({ value, label: timeName(value) }));
  return select({ name: "time", label: word("newGame.clock"), entries, value: "5s/move" });
}

/** @param {Options} offered */
function ownPlayers({ bots, levels }) {
  const players = [...bots, ...levels.filter(({ level }) => LEVELS.includes(level)).map(({ player }) => player)];
  const chips = players.map((player) => {
    const level = levelOf(player);
    const label = level === null ? computerName(player) : word("newGame.levelNumber", { n: level });
    return el("label", { class: "tile" }, el("input", { type: "checkbox", name: "players", value: player }), el("span", {}, label));
  });
  return el("fieldset", { class: "choice chips" }, el("legend", {}, word("tournament.ownPlayers")), el("div", { class: "tiles" }, ...chips));
}

/** @param {Options} offered */
function more({ variants }) {
  const lines = el("textarea", { name: "lines", class: "field", rows: 4, placeholder: "f5d6c3d3c4\nf5f6e6f4g5", "aria-label": word("tournament.lines"), hidden: true, spellcheck: "false" });
  const openings = select({
    name: "openings",
    label: word("tournament.openings"),
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
    number("tables", "tournament.tables", { min: 1, max: 64, value: 8 }),
    number("grace", "tournament.grace", { min: 0, max: 3600, value: 60 }),
    el(
      "label",
      { class: "line" },
      el("span", {}, word("tournament.listed")),
      el("input", { type: "checkbox", class: "switch", role: "switch", name: "listed", checked: true }),
    ),
  );
}

/**
 * @param {string} name
 * @param {import("../words.js").Word} label
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
function wishOf(fields) {
  const text = (/** @type {string} */ name) => String(fields.get(name) ?? "").trim();
  const count = (/** @type {string} */ name) => (text(name) ? Number(text(name)) : undefined);
  const form = /** @type {Form} */ (text("form"));
  return {
    title: text("title") || undefined,
    form,
    games: count("games"),
    rounds: form === "knock-out" ? undefined : count("rounds"),
    challengers: form === "gauntlet" ? count("challengers") : undefined,
    time: text("time"),
    variant: text("variant"),
    openings: text("openings") === "lines" ? text("lines") : text("openings"),
    tables: count("tables"),
    grace: count("grace"),
    listed: fields.has("listed"),
    players: fields.getAll("players").map(String),
  };
}
