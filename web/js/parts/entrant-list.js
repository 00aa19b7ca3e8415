// @ts-check
/**
 * Those who take part; the host can take one out, and add computers.
 *
 * @typedef {import("../contest.js").Contest} Contest
 * @typedef {import("../contest.js").Entrant} Entrant
 * @typedef {(command: import("../contest.js").HostCommand) => Promise<void>} Direct
 */
import { el } from "../dom.js";
import { hasEnded } from "../game/contests.js";
import { computerName, strengthName } from "../game/players.js";
import { options } from "../net/api.js";
import { word } from "../words.js";
import { select } from "./choice.js";
import { formDialog } from "./form-dialog.js";
import { icon } from "./icons.js";
import { putItems } from "./listing.js";
import { toastError } from "./toast.js";

/** @param {Direct} direct */
export function entrantList(direct) {
  const list = el("ul", { class: "entrants" });
  const note = el("p", { class: "soft" }, word("contest.noEntrants"));
  const count = el("span", { class: "pill" });
  const adding = addForm(direct);
  const title = el("header", {}, el("h2", { id: "entrants-title" }, word("contest.entrants")), count);
  const section = el("section", { class: "panel entrants-here", "aria-labelledby": "entrants-title" }, title, note, list, adding);
  return {
    element: section,
    /** @param {Contest} contest */
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
function entry({ name, here, withdrawn }, canKick, direct, isRunning) {
  const standing = withdrawn ? "contest.withdrawn" : here === null ? "contest.own" : here ? "contest.here" : "contest.away";
  const lamp = withdrawn ? "off" : here === null ? "own" : here ? "on" : "off";
  const kick = el("button", { class: "icon-button quiet", type: "button", "aria-label": word("contest.kickNamed", { name }), title: word("contest.kick") }, icon("close"));
  kick.addEventListener("click", () => askKick(name, direct, isRunning));
  return [
    el("span", { class: `lamp ${lamp}`, "aria-hidden": "true" }),
    el("span", { class: "who" }, el("span", { class: "name" }, name), el("span", { class: "about soft" }, word(standing))),
    canKick && !withdrawn && kick,
  ].filter((part) => part instanceof Node);
}

/**
 * @param {string} name
 * @param {Direct} direct
 * @param {boolean} isRunning
 */
function askKick(name, direct, isRunning) {
  const dialog = formDialog({
    title: word("contest.kickSure", { name }),
    action: word("contest.kick"),
    content: isRunning ? [el("p", {}, word("contest.kickLoses"))] : [],
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

/** Only a host needs to know whom there is to add. @param {HTMLFormElement} form */
async function fillAddForm(form) {
  const place = el("div", { class: "line" });
  form.append(place);
  try {
    const { bots, levels } = await options();
    const entries = [
      ...bots.map((value) => ({ value, label: computerName(value) })),
      ...levels.map(({ player, level }) => ({ value: player, label: `${word("newGame.levelNumber", { n: level })} · ${strengthName(level)}` })),
    ];
    const go = el("button", { class: "button", type: "submit" }, icon("plus"), word("contest.addDo"));
    place.replaceWith(select({ name: "player", label: word("contest.add"), entries, value: "level:3" }), go);
  } catch (error) {
    toastError(error);
  }
}
