// @ts-check
/**
 * The dialog that opens a game: text in any format or a file; typed, pasted or dropped. Several
 * games give a list to choose from.
 *
 * @import { ReadGame, Reading } from "../study/wire.js"
 */
import { el } from "../dom.js";
import { reasonOr, word } from "../i18n.js";
import { position, read } from "../net/study.js";
import { legalPart, placeText } from "../study/reading.js";
import { openDialog } from "./dialog.js";

/** At most this many games are listed; the list can be filtered. */
const LISTED = 200;
/** At most this many faults are listed. */
const FAULTS = 20;
/** At most this many characters are searched for a position or a partly legal game. */
const LOOKED_AT = 4096;

/**
 * @param {(game: ReadGame) => void} onchoose
 */
export function openBox(onchoose) {
  const plain = { spellcheck: "false", autocapitalize: "off" };
  const text = el("textarea", { class: "field", rows: 5, ...plain, placeholder: word("open.placeholder"), "aria-label": word("open.text") });
  const file = el("input", { type: "file", class: "visually-hidden", tabindex: -1, "aria-hidden": "true" });
  const choose = el("button", { type: "button", class: "button", onclick: () => file.click() }, word("open.file"));
  const go = el("button", { type: "submit", class: "button primary" }, word("open.read"));
  const note = el("div", { class: "note", role: "alert" });
  const about = el("p", { class: "soft" }, word("open.about"));
  const form = el("form", { class: "open-form" }, about, text, el("div", { class: "button-row" }, go, choose, file), note);
  const found = el("div", { class: "found" });
  const dialog = openDialog(word("open.title"), "open-dialog", form, found);

  let question = 0;

  /** Only the latest input counts. @param {Blob | string} content @param {string} [name] */
  const take = async (content, name) => {
    question += 1;
    const mine = question;
    const isLate = () => mine !== question || !dialog.open;
    note.replaceChildren();
    found.replaceChildren();
    form.ariaBusy = "true";
    try {
      const reading = await readAny(content, name);
      const part = reading.format === "transcript" && reading.games.length === 0 ? await partOf(content) : null;
      if (isLate()) return;
      if (reading.games.length === 1 && reading.faults.length === 0 && reading.omittedGames === 0) return choice(reading.games[0]);
      if (part) found.append(partOffer(part, choice));
      else if (reading.games.length === 0) note.append(word("open.nothing"));
      else found.append(gameChoice(reading, choice));
      note.append(faultList(reading));
    } catch (error) {
      if (!isLate()) note.replaceChildren(error instanceof Error ? error.message : word("wentWrong"));
    } finally {
      if (mine === question) form.ariaBusy = null;
    }
  };
  /** @param {ReadGame} game */
  const choice = (game) => {
    dialog.close();
    onchoose(game);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (text.value.trim()) take(text.value);
    else text.focus();
  });
  file.addEventListener("change", () => file.files?.[0] && take(file.files[0], file.files[0].name));
  return { dialog, take };
}

/**
 * A text that holds no game may still hold a position.
 *
 * @param {Blob | string} content
 * @param {string} [name]
 * @returns {Promise<Reading>}
 */
async function readAny(content, name) {
  const reading = await read(content, name).catch((error) => ({ error }));
  if ("games" in reading && reading.games.length > 0) return reading;
  const text = typeof content === "string" ? content : content.size < LOOKED_AT ? await content.text() : "";
  const found = text ? await position({ board: text }).catch(() => null) : null;
  if (found) {
    const game = { index: 1, black: null, white: null, event: null, date: null, result: null, plies: 0, opening: null };
    const games = [{ ...game, variant: found.variant.name ?? "standard", start: found.position, moves: "" }];
    return { format: "board", games, omittedGames: 0, faults: [], omittedErrors: 0 };
  }
  if ("error" in reading) throw reading.error;
  return reading;
}

/** The legal start of a transcript. @param {Blob | string} content */
async function partOf(content) {
  const text = typeof content === "string" ? content : await content.slice(0, LOOKED_AT).text();
  return legalPart(text.slice(0, LOOKED_AT)).catch(() => null);
}

/**
 * @param {ReadGame} game
 * @param {(game: ReadGame) => void} onchoose
 */
function partOffer(game, onchoose) {
  return el("button", { type: "button", class: "button", onclick: () => onchoose(game) }, word("open.part", { n: game.plies }));
}

/**
 * @param {Reading} reading
 * @param {(game: ReadGame) => void} onchoose
 */
function gameChoice({ games, omittedGames }, onchoose) {
  const list = el("ul", { class: "found-games" });
  const filter = el("input", { type: "search", class: "field", placeholder: word("open.filter"), "aria-label": word("open.filter") });
  const count = el("p", { class: "soft", role: "status" });
  const draw = () => {
    const wanted = filter.value.toLowerCase();
    const fitting = games.filter((game) => describe(game).toLowerCase().includes(wanted));
    list.replaceChildren(...fitting.slice(0, LISTED).map((game) => gameItem(game, onchoose)));
    count.textContent = word("open.count", { n: games.length + omittedGames, shown: Math.min(fitting.length, LISTED) });
  };
  filter.addEventListener("input", draw);
  draw();
  return el("section", { "aria-label": word("open.choose") }, el("h3", {}, word("open.choose")), filter, count, list);
}

/**
 * @param {ReadGame} game
 * @param {(game: ReadGame) => void} onchoose
 */
function gameItem(game, onchoose) {
  const names = `${game.black || word("color.black")} – ${game.white || word("color.white")}`;
  const { black, white } = game.result ?? {};
  const score = black != null && white != null ? `${black}–${white}` : "";
  const facts = [score, game.event, game.date, game.opening, word("open.moves", { n: game.plies })].filter(Boolean).join(" · ");
  return el("li", {}, el("button", { type: "button", onclick: () => onchoose(game) }, el("b", {}, names), el("span", { class: "soft" }, facts)));
}

/** @param {ReadGame} game */
function describe({ black, white, event, date, opening }) {
  return [black, white, event, date, opening].filter(Boolean).join(" ");
}

/** @param {Reading} reading */
function faultList({ faults, omittedErrors }) {
  if (faults.length === 0) return "";
  const items = faults.slice(0, FAULTS).map((fault) => el("li", {}, el("b", {}, placeText(fault.place)), ` ${reasonOr(fault, fault.message)}`));
  const summary = el("summary", {}, word("open.faults", { n: faults.length + omittedErrors }));
  return el("details", { class: "read-faults", open: faults.length < 4 }, summary, el("ul", {}, ...items));
}
