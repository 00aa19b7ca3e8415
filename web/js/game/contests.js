// @ts-check
/**
 * Tournaments in words.
 *
 * @typedef {import("../contest.js").Summary} Summary
 * @typedef {import("../contest.js").Contest} Contest
 * @typedef {import("../contest.js").Stage} Stage
 */
import { word } from "../words.js";
import { timeName } from "./players.js";
import { OF_SIZE, variantName } from "./variants.js";

/** @param {import("../contest.js").Form} form */
export function formName(form) {
  return word(`form.${form}`);
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
 * What is played, as those who look for it want to know.
 *
 * @param {{ form: import("../contest.js").Form, time: string, variant: import("../contest.js").Board }} terms
 */
export function termsText({ form, time, variant }) {
  return [formName(form), timeName(time), boardName(variant)].filter(Boolean).join(" · ");
}

/** The board, where it is not the usual one. @param {import("../contest.js").Board} board */
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
 * The round, where one is waited for before the next begins: in the other forms games of many rounds are played side by side.
 *
 * @param {import("../contest.js").Terms} terms
 * @param {import("../contest.js").Progress} progress
 */
export function roundText({ form }, { round, rounds }) {
  const isWaitedFor = form === "swiss" || form === "knock-out";
  return round === null || !isWaitedFor ? "" : word("contest.round", { round, rounds });
}

/** @param {import("../contest.js").Progress} progress */
export function progressText({ played, total }) {
  return word("contest.played", { played, n: total });
}
