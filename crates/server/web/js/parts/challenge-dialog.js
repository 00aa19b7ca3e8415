// @ts-check
/**
 * The dialog that challenges a bot: as yourself, or for another computer player.
 *
 * @typedef {import("../net/arena.js").ConnectedBot} ConnectedBot
 * @typedef {import("../net/api.js").Options} Options
 */
import { el } from "../dom.js";
import { opponent } from "../game/color.js";
import { computerEntries } from "../game/players.js";
import { variantEntries } from "../game/variants.js";
import { word } from "../i18n.js";
import { createGame } from "../net/api.js";
import { settings } from "../settings.js";
import { select } from "./choice.js";
import { openForm } from "./dialog.js";
import { clockSelect, colorChoice, colorOf, nameField } from "./game-fields.js";

/** The entry for yourself among the challengers. */
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
  openForm({
    title: word("arena.challengeNamed", { name: bot.name }),
    action: word("challenge.start"),
    content: [
      against,
      colors,
      select({ name: "variant", label: word("newGame.variant"), entries: variantEntries(offered.variants), value: "standard" }),
      clockSelect(offered.times),
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
  // The chosen color is yours, or the bot's if another computer challenges it.
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
function challengers(bot, all, { players, levels }) {
  const others = all.filter((other) => other.free && other !== bot && other.name !== bot.name);
  const group = { bots: word("arena.bots"), computers: word("challenge.computers") };
  return [
    { value: ME, label: word("player.you") },
    ...others.map(({ name }) => ({ value: `bot:${name}`, label: name, group: group.bots })),
    ...computerEntries(players, levels).map((entry) => ({ ...entry, group: group.computers })),
  ];
}
