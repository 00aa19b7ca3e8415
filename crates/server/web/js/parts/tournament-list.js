// @ts-check
/**
 * Tournaments as cards, newest first, and a field for a join code.
 *
 * @typedef {import("../tournament-types.js").Summary} Summary
 */
import { el } from "../dom.js";
import { hasEnded, progressText, stageName, termsText } from "../game/tournament-text.js";
import { word } from "../i18n.js";
import { tournamentOf, tournaments } from "../net/arena.js";
import { BOTS_REFRESH } from "../timing.js";
import { icon } from "./icons.js";
import { putItems } from "./listing.js";
import { keepFresh } from "./polling.js";

const PAGE = 9;
const MOST = 90;

/** @param {{ create: () => void }} how */
export function tournamentList({ create }) {
  const list = el("ul", { class: "tournaments" });
  const note = el("p", { class: "soft" }, word("home.loading"));
  const more = el("button", { class: "button", type: "button", hidden: true }, word("home.more"));
  let shown = PAGE;

  const refresh = keepFresh(async () => {
    try {
      const { tournaments: found, nextCursor } = await tournaments(shown);
      putItems(list, found, { key: ({ id }) => id, face: (one) => JSON.stringify(one), fill: (item, one) => item.replaceChildren(card(one)) });
      more.hidden = !nextCursor || shown >= MOST;
      note.textContent = found.length ? "" : word("arena.noTournaments");
    } catch {
      if (!list.childElementCount) note.textContent = word("arena.failed");
    }
    note.hidden = !note.textContent;
  }, BOTS_REFRESH);
  more.addEventListener("click", () => {
    shown = Math.min(shown + PAGE, MOST);
    refresh();
  });

  const make = el("button", { class: "button primary", type: "button", onclick: create }, icon("plus"), word("arena.newTournament"));
  return el(
    "section",
    { class: "tournaments", "aria-labelledby": "tournaments-title" },
    el("header", {}, el("h2", { id: "tournaments-title" }, word("arena.tournaments")), byCode(), make),
    note,
    list,
    more,
  );
}

/** @param {Summary} tournament */
function card(tournament) {
  const { id, title, status, code, entrants, progress, first } = tournament;
  const share = progress.total ? progress.played / progress.total : 0;
  const bar = el("span", { class: "bar" }, el("span", {}));
  bar.style.setProperty("--share", String(share));
  const standing = status === "open" ? word("arena.entrants", { n: entrants }) : progressText(progress);
  return el(
    "a",
    { class: "panel tournament", href: `/tournament/${encodeURIComponent(id)}` },
    el("span", { class: "tournament-title" }, title),
    el("span", { class: `pill stage ${status}` }, stageName(status)),
    el("span", { class: "soft" }, termsText(tournament)),
    el("span", { class: "soft" }, standing),
    status === "open" ? el("span", { class: "code" }, code) : bar,
    first.length ? el("span", { class: "first" }, leaders(tournament)) : el("span", { class: "first" }),
  );
}

/** @param {Summary} tournament */
function leaders({ first, status }) {
  const names = first.length > 2 ? word("arena.andMore", { name: first[0], n: first.length - 1 }) : first.join(word("announce.and"));
  return word(hasEnded(status) ? "arena.won" : "arena.leads", { names });
}

function byCode() {
  const field = el("input", { class: "field", name: "code", placeholder: "KITE-42", "aria-label": word("arena.code"), autocapitalize: "characters", autocomplete: "off", maxlength: 20, required: true });
  const note = el("p", { class: "note", role: "alert" });
  const form = el("form", { class: "by-code" }, field, el("button", { class: "button", type: "submit" }, word("arena.find")), note);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    note.textContent = "";
    try {
      const { id } = await tournamentOf(field.value.trim());
      location.assign(`/tournament/${encodeURIComponent(id)}`);
    } catch (error) {
      note.textContent = error instanceof Error ? error.message : word("wentWrong");
      field.select();
    }
  });
  return form;
}
