// @ts-check
/**
 * A bot is challenged: by whoever asks, or on behalf of another computer.
 *
 * @typedef {import("../net/arena.js").ConnectedBot} ConnectedBot
 * @typedef {import("../net/api.js").Options} Options
 * @typedef {import("../wire.js").Color} Color
 */
import { el } from "../dom.js";
import { opponent } from "../game/color.js";
import { computerName, strengthName, timeName } from "../game/players.js";
import { variantEntries } from "../game/variants.js";
import { createGame } from "../net/api.js";
import { CHOICES, settings } from "../settings.js";
import { word } from "../words.js";
import { choice, select } from "./choice.js";
import { formDialog } from "./form-dialog.js";

/** Stands for whoever asks, among those who may challenge. */
const ME = "me";

/**
 * @param {ConnectedBot} bot
 * @param {ConnectedBot[]} all
 * @param {Options} offered
 */
export function openChallenge(bot, all, offered) {
  const against = select({ name: "against", label: word("challenge.against"), entries: challengers(bot, all, offered), value: ME });
  const colors = colorChoice();
  const legend = /** @type {HTMLElement} */ (colors.querySelector("legend"));
  const name = nameField();
  const suit = () => {
    const isMe = against.querySelector("select")?.value === ME;
    legend.textContent = isMe ? word("newGame.color") : word("challenge.colorOf", { name: bot.name });
    name.hidden = !isMe;
  };
  against.addEventListener("change", suit);
  suit();
  const clocks = [{ value: "", label: timeName(null) }, ...offered.times.map((value) => ({ value, label: timeName(value) }))];
  formDialog({
    title: word("arena.challengeNamed", { name: bot.name }),
    action: word("challenge.start"),
    content: [
      against,
      colors,
      select({ name: "variant", label: word("newGame.variant"), entries: variantEntries(offered.variants), value: "standard" }),
      select({ name: "time", label: word("newGame.clock"), entries: clocks, value: "" }),
      name,
    ],
    submit: (fields) => begin(bot, fields),
  });
}

/**
 * @param {ConnectedBot} bot
 * @param {FormData} fields
 */
async function begin(bot, fields) {
  const text = (/** @type {string} */ field) => String(fields.get(field) ?? "");
  const chosen = colorOf(text("color"));
  const isMe = text("against") === ME;
  // What is chosen is the color of whoever asks, and else that of the bot.
  const seat = isMe ? opponent(chosen) : chosen;
  const game = { [seat]: `bot:${bot.name}`, [opponent(seat)]: isMe ? "human" : text("against") };
  const name = text("name").trim();
  if (isMe && name) settings.put("name", name);
  const { id, url } = await createGame({
    ...game,
    you: isMe ? chosen : "none",
    variant: text("variant"),
    time: text("time") || null,
    name: (isMe && name) || null,
  });
  location.assign(isMe ? url : `/watch/${id}`);
}

/**
 * @param {ConnectedBot} bot
 * @param {ConnectedBot[]} all
 * @param {Options} offered
 */
function challengers(bot, all, { bots, levels }) {
  const others = all.filter((other) => other.free && other !== bot && other.name !== bot.name);
  const group = { bots: word("arena.bots"), computers: word("challenge.computers") };
  return [
    { value: ME, label: word("player.you") },
    ...others.map(({ name }) => ({ value: `bot:${name}`, label: name, group: group.bots })),
    ...bots.map((value) => ({ value, label: computerName(value), group: group.computers })),
    ...levels.map(({ player, level }) => ({
      value: player,
      label: `${word("newGame.levelNumber", { n: level })} · ${strengthName(level)}`,
      group: group.computers,
    })),
  ];
}

function colorChoice() {
  const picture = (/** @type {string} */ value) => el("span", { class: `disc-sign ${value === "random" ? "half" : value}`, "aria-hidden": "true" });
  return choice({
    name: "color",
    legend: word("newGame.color"),
    value: settings.value("color"),
    tiles: CHOICES.color.map((value) => ({ value, label: word(`newGame.${value}`), picture: picture(value) })),
  });
}

function nameField() {
  const name = el("input", { name: "name", class: "field", maxlength: 40, autocomplete: "nickname", placeholder: word("newGame.namePlaceholder") });
  name.value = settings.value("name");
  return el("label", { class: "line" }, el("span", {}, word("newGame.yourName")), name);
}

/**
 * @param {string} chosen
 * @returns {Color}
 */
function colorOf(chosen) {
  if (chosen === "random") return Math.random() < 0.5 ? "black" : "white";
  return chosen === "white" ? "white" : "black";
}
