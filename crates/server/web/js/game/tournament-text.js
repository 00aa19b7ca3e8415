// @ts-check
/**
 * Tournaments in words.
 *
 * @typedef {import("../tournament-types.js").Summary} Summary
 * @typedef {import("../tournament-types.js").Tournament} Tournament
 * @typedef {import("../tournament-types.js").Stage} Stage
 */
import { word } from "../i18n.js";
import { timeName } from "./players.js";
import { OF_SIZE, variantName } from "./variants.js";

/** @param {import("../tournament-types.js").Format} format */
export function formatName(format) {
  return word(`format.${format}`);
}

/** @param {Stage} status */
export function stageName(status) {
  return word(`stage.${status}`);
}

/** Are there games, or will there be some, that are not over? @param {Stage} status */
export function isUnderWay(status) {
  return status === "playing" || status === "paused";
}

/** @param {Stage} status */
export function hasEnded(status) {
  return status === "over" || status === "stopped";
}

/**
 * The format, time and board of a tournament.
 *
 * @param {{ format: import("../tournament-types.js").Format, time: string, variant: import("../tournament-types.js").Board }} terms
 */
export function termsText({ format, time, variant }) {
  return [formatName(format), timeName(time), boardName(variant)].filter(Boolean).join(" · ");
}

/** The board, where it is not the usual one. @param {import("../tournament-types.js").Board} board */
export function boardName(board) {
  const size = board.size === 8 ? "" : `${board.size}×${board.size}`;
  const name = board.name === OF_SIZE[board.size] ? "" : variantName(board) || (board.name ?? "");
  return [size, name].filter(Boolean).join(" ");
}

/** 2.5 as it stands in tables: 2½. @param {number} points */
export function pointsText(points) {
  const whole = Math.floor(points);
  if (points - whole !== 0.5) return String(points);
  return whole ? `${whole}½` : "½";
}

/** A rating, or a difference of two: +12, −105. @param {number} elo */
export function eloText(elo) {
  const figure = Math.round(elo);
  return figure > 0 ? `+${figure}` : figure < 0 ? `−${-figure}` : "0";
}

/**
 * The round, where one is waited for before the next begins: in the other formats games of many rounds are played side by side.
 *
 * @param {import("../tournament-types.js").Terms} terms
 * @param {import("../tournament-types.js").Progress} progress
 */
export function roundText({ format }, { round, rounds }) {
  const isWaitedFor = format === "swiss" || format === "knockout";
  return round === null || !isWaitedFor ? "" : word("tournament.round", { round, rounds });
}

/** @param {import("../tournament-types.js").Progress} progress */
export function progressText({ played, total }) {
  return word("tournament.played", { played, n: total });
}
