// @ts-check
/**
 * Names of players, strengths and clocks, as the page says them.
 *
 * @typedef {import("../wire.js").Seat} Seat
 */

import { word, wordOr } from "../words.js";

/** The highest level that each description of strength covers. */
const STRENGTHS = /** @type {const} */ ([1, 3, 6, 9, 12, 16, 20]);

/**
 * @param {Seat} seat
 * @param {{ you?: boolean }} [who]
 */
export function playerName(seat, { you = false } = {}) {
  if (!seat.taken) return word("player.open");
  if (seat.name) return seat.name;
  if (seat.kind === "human") return word(you ? "player.you" : "player.guest");
  return computerName(seat.player);
}

/**
 * The same where there is little room: the number of a level must not be cut off.
 *
 * @param {Seat} seat
 * @param {{ you?: boolean }} [who]
 */
export function shortName(seat, who) {
  const level = levelOf(seat.player);
  return level === null ? playerName(seat, who) : word("newGame.levelNumber", { n: level });
}

/**
 * @param {string} player `level:5`, `greedy` …
 */
export function computerName(player) {
  const level = levelOf(player);
  if (level !== null) return word("player.level", { level });
  return wordOr(`player.bots.${player}`, player);
}

/**
 * A player as a record names him: computers by what they are asked for as, people by their names.
 *
 * @param {string} name
 */
export function recordedName(name) {
  const level = levelOf(name);
  return level === null ? wordOr(`player.bots.${name}`, name) : word("newGame.levelNumber", { n: level });
}

/**
 * @param {string} player
 * @returns {number | null}
 */
export function levelOf(player) {
  return player.startsWith("level:") ? Number(player.slice("level:".length)) : null;
}

/**
 * What a level is like, in a word or two.
 *
 * @param {number} level
 */
export function strengthName(level) {
  const index = STRENGTHS.findIndex((most) => level <= most);
  return wordOr(`newGame.strengths.${index + 1}`, "");
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
