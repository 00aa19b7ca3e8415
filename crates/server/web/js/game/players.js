// @ts-check
/**
 * Names of players, levels and clocks.
 *
 * @typedef {import("../wire.js").Seat} Seat
 */

import { word, wordOr } from "../i18n.js";

/** Names in records of older versions. */
const OLD_NAMES = new Map([["human", "Guest"], ["greedy", "Greedy"], ["random", "Random"]]);

/** The highest level that each description of strength covers. */
const STRENGTHS = /** @type {const} */ ([1, 3, 6, 9, 12, 16, 20]);

/**
 * @param {Seat} seat
 * @param {{ you?: boolean }} [who]
 */
export function playerName(seat, { you = false } = {}) {
  if (!seat.taken) return word("player.open");
  if (seat.name) return seat.name;
  return you && seat.kind === "human" ? word("player.you") : titled(seat.title);
}

/**
 * A name that the server gives to computers and guests, in the language of the page: `Level 8`, `Greedy`, `Guest`.
 *
 * @param {string} title
 */
export function titled(title) {
  const [, n] = /^Level (\d+)$/.exec(title) ?? [];
  return n ? word("newGame.levelNumber", { n }) : wordOr(`player.titles.${title}`, title);
}

/**
 * The name of a player in a record. Older records have `level:8`, `greedy` and `human`.
 *
 * @param {string} name
 */
export function recordedName(name) {
  const level = levelOf(name);
  if (level !== null) return titled(`Level ${level}`);
  return titled(OLD_NAMES.get(name) ?? name);
}

/**
 * The built-in bots among the players: only they can enter a tournament.
 *
 * @param {import("../net/api.js").Options} offered
 */
export function botPlayers({ bots, players }) {
  return players.filter(({ player }) => bots.includes(player));
}

/**
 * @param {string} player
 * @returns {number | null}
 */
export function levelOf(player) {
  return player.startsWith("level:") ? Number(player.slice("level:".length)) : null;
}

/**
 * `Level 8 · strong`.
 *
 * @param {number} level
 */
export function levelText(level) {
  const index = STRENGTHS.findIndex((most) => level <= most);
  return `${word("newGame.levelNumber", { n: level })} · ${wordOr(`newGame.strengths.${index + 1}`, "")}`;
}

/**
 * Computer players as entries of a select.
 *
 * @param {import("../net/api.js").Options["players"]} players
 * @param {import("../net/api.js").Options["levels"]} levels
 */
export function computerEntries(players, levels) {
  return [
    ...players.map(({ player, name }) => ({ value: player, label: titled(name) })),
    ...levels.map(({ player, level }) => ({ value: player, label: levelText(level) })),
  ];
}

/**
 * `5m+3s`, `10m` or `30s/move` in words. A control that is written otherwise is shown as it is.
 *
 * @param {string | null} control
 */
export function timeName(control) {
  if (!control) return word("times.none");
  const [, minutes, , seconds] = /^(\d+)m(\+(\d+)s)?$/.exec(control) ?? [];
  if (minutes) return seconds ? word("times.game", { minutes, seconds }) : word("times.plain", { minutes });
  const [, perMove] = /^(\d+)s\/move$/.exec(control) ?? [];
  return perMove ? word("times.move", { seconds: perMove }) : control;
}
