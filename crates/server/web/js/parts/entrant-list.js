// @ts-check
/**
 * The entrants. The host can remove them and add computers.
 *
 * @typedef {import("../tournament-types.js").Tournament} Tournament
 * @typedef {import("../tournament-types.js").Entrant} Entrant
 * @typedef {(command: import("../tournament-types.js").HostCommand) => Promise<void>} Direct
 */
import { el } from "../dom.js";
import { botPlayers, computerEntries } from "../game/players.js";
import { hasEnded } from "../game/tournament-text.js";
import { word } from "../i18n.js";
import { options } from "../net/api.js";
import { select } from "./choice.js";
import { openForm } from "./dialog.js";
import { icon } from "./icons.js";
import { putItems } from "./listing.js";
import { toastError } from "./notices.js";

/** @param {Direct} direct */
export function entrantList(direct) {
  const list = el("ul", { class: "entrants" });
  const note = el("p", { class: "soft" }, word("tournament.noEntrants"));
  const count = el("span", { class: "pill" });
  const adding = addForm(direct);
  const title = el("header", {}, el("h2", { id: "entrants-title" }, word("tournament.entrants")), count);
  const section = el("section", { class: "panel entrants-here", "aria-labelledby": "entrants-title" }, title, note, list, adding);
  return {
    element: section,
    /** @param {Tournament} tournament */
    show({ entrants, host, status }) {
      note.hidden = entrants.length > 0;
      count.textContent = String(entrants.length);
      adding.hidden = !host || status !== "open";
      if (!adding.hidden && !adding.firstChild) fillAddForm(adding);
      const canKick = host && !hasEnded(status);
      putItems(list, entrants, {
        key: ({ name }) => name,
        face: (one) => JSON.stringify([one, canKick, status]),
        fill: (item, one) => item.replaceChildren(...entry(one, canKick, direct, status !== "open")),
      });
    },
  };
}

/**
 * @param {Entrant} entrant
 * @param {boolean} canKick
 * @param {Direct} direct
 * @param {boolean} isRunning
 */
function entry({ name, connected, withdrawn, paused }, canKick, direct, isRunning) {
  const standing = withdrawn ? "tournament.withdrawn" : paused ? "tournament.playerPaused" : connected === null ? "tournament.own" : connected ? "tournament.here" : "tournament.away";
  const lamp = withdrawn ? "off" : connected === null ? "own" : connected ? "on" : "off";
  const kick = el("button", { class: "icon-button quiet", type: "button", "aria-label": word("tournament.kickNamed", { name }), title: word("tournament.kick") }, icon("close"));
  kick.addEventListener("click", () => askKick(name, direct, isRunning));
  const label = word(paused ? "tournament.resumeNamed" : "tournament.pauseNamed", { name });
  const pause = el("button", { class: "icon-button quiet", type: "button", "aria-label": label, title: label }, icon(paused ? "play" : "pause"));
  pause.addEventListener("click", () => direct({ type: paused ? "resume" : "pause", name }).catch(toastError));
  return [
    el("span", { class: `lamp ${lamp}`, "aria-hidden": "true" }),
    el("span", { class: "who" }, el("span", { class: "name" }, name), el("span", { class: "about soft" }, word(standing))),
    canKick && !withdrawn && pause,
    canKick && !withdrawn && kick,
  ].filter((part) => part instanceof Node);
}

/**
 * @param {string} name
 * @param {Direct} direct
 * @param {boolean} isRunning
 */
function askKick(name, direct, isRunning) {
  const dialog = openForm({
    title: word("tournament.kickSure", { name }),
    action: word("tournament.kick"),
    content: isRunning ? [el("p", {}, word("tournament.kickLoses"))] : [],
    submit: async () => {
      await direct({ type: "kick", name });
      dialog.close();
    },
  });
}

/** @param {Direct} direct */
function addForm(direct) {
  const form = el("form", { class: "add-own", hidden: true });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await direct({ type: "add", player: String(new FormData(form).get("player")) });
    } catch (error) {
      toastError(error);
    }
  });
  return form;
}

/** Only the host loads the list of computers. @param {HTMLFormElement} form */
async function fillAddForm(form) {
  const place = el("div", { class: "line" });
  form.append(place);
  try {
    const offered = await options();
    const entries = computerEntries(botPlayers(offered), offered.levels);
    const go = el("button", { class: "button", type: "submit" }, icon("plus"), word("tournament.addDo"));
    place.replaceWith(select({ name: "player", label: word("tournament.add"), entries, value: "level:3" }), go);
  } catch (error) {
    toastError(error);
  }
}
