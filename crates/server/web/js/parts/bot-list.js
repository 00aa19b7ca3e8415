// @ts-check
/**
 * The bots that are connected: who is free can be challenged.
 *
 * @typedef {import("../net/arena.js").ConnectedBot} ConnectedBot
 */
import { el } from "../dom.js";
import { word } from "../i18n.js";
import { connectedBots } from "../net/arena.js";
import { BOTS_REFRESH } from "../timing.js";
import { putItems } from "./listing.js";
import { keepFresh } from "./polling.js";

/** @param {{ challenge: (bot: ConnectedBot, all: ConnectedBot[]) => void }} how */
export function botList({ challenge }) {
  const list = el("ul", { class: "bots" });
  const note = el("p", { class: "soft" }, word("home.loading"));
  const count = el("span", { class: "pill", hidden: true });
  const section = el(
    "section",
    { class: "panel bots-here", "aria-labelledby": "bots-title" },
    el("header", {}, el("h2", { id: "bots-title" }, word("arena.bots")), count),
    note,
    list,
  );
  /** @type {ConnectedBot[]} */
  let known = [];

  async function refresh() {
    try {
      known = await connectedBots();
      putItems(list, known, { key: ({ name, since }) => `${since} ${name}`, face, fill: (item, bot) => item.replaceChildren(...entry(bot)) });
      note.textContent = known.length ? "" : word("arena.noBots");
      count.textContent = word("arena.botCount", { n: known.length });
      count.hidden = known.length === 0;
    } catch {
      if (!known.length) note.textContent = word("arena.failed");
    }
    note.hidden = !note.textContent;
  }

  /** @param {ConnectedBot} bot */
  function entry(bot) {
    const button = el("button", { class: "button", type: "button", disabled: !bot.free }, word("arena.challenge"));
    button.setAttribute("aria-label", word("arena.challengeNamed", { name: bot.name }));
    button.addEventListener("click", () => challenge(bot, known));
    return [el("span", { class: bot.free ? "lamp on" : "lamp busy", "aria-hidden": "true" }), who(bot), button];
  }

  keepFresh(refresh, BOTS_REFRESH);
  return section;
}

/** @param {ConnectedBot} bot */
function who(bot) {
  const about = [bot.author && word("arena.by", { author: bot.author }), bot.version, standing(bot)].filter(Boolean).join(" · ");
  return el("span", { class: "who" }, el("span", { class: "name" }, bot.name), el("span", { class: "about soft" }, about));
}

/** @param {ConnectedBot} bot */
function standing({ games, maxGames, free, course }) {
  if (course && games === 0) return word("arena.courseWaits");
  if (games === 0) return word(free ? "arena.idle" : "arena.busy");
  return maxGames > 1 ? word("arena.playsOf", { n: games, most: maxGames }) : word("arena.plays");
}

/** @param {ConnectedBot} bot */
function face({ name, author, version, games, maxGames, free }) {
  return [name, author, version, games, maxGames, free].join("\n");
}
