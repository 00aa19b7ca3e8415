// @ts-check
/** Short messages to the user: toasts, the banner across the board, announcements to screen readers, the connection. */
import { el } from "../dom.js";
import { word } from "../i18n.js";
import { RECONNECTING_AFTER, TOAST, TOAST_ONCE } from "../timing.js";

/** Replaces a toast with the same text. @param {string} text */
export function toast(text) {
  for (const same of document.querySelectorAll(".toast:not(.once)")) if (same.textContent === text) same.remove();
  const message = el("div", { class: "toast", role: "status" }, text);
  place().append(message);
  setTimeout(() => message.remove(), TOAST);
}

/**
 * Replaces the last toast of its kind. Hidden from screen readers: the text was announced already.
 * @param {string} text
 */
export function toastOnce(text) {
  document.querySelector(".toast.once")?.remove();
  const message = el("div", { class: "toast once", "aria-hidden": "true" }, text);
  place().append(message);
  setTimeout(() => message.remove(), TOAST_ONCE);
}

/** @param {unknown} error */
export function toastError(error) {
  toast(error instanceof Error ? error.message : String(error));
}

/** In the uppermost dialog where there is one: what is behind it can neither be seen well nor heard. */
function place() {
  const known = document.querySelector(".toasts") ?? el("div", { class: "toasts" });
  const over = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (known.parentElement !== over) over.append(known);
  return known;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let bannerTimer;

/**
 * @param {HTMLElement} banner
 * @param {string} text
 * @param {number} ms how long it stays
 */
export function showBanner(banner, text, ms) {
  clearTimeout(bannerTimer);
  banner.textContent = text;
  banner.hidden = false;
  bannerTimer = setTimeout(() => hideBanner(banner), ms);
}

/** @param {HTMLElement} banner */
export function hideBanner(banner) {
  clearTimeout(bannerTimer);
  banner.hidden = true;
}

/** @type {HTMLElement | null} */
const region = document.getElementById("announcer");
/** @type {string[]} */
let waiting = [];

/**
 * Texts said in the same moment are read as one.
 * @param {string} text
 */
export function announce(text) {
  if (!text || !region) return;
  if (waiting.length === 0) queueMicrotask(speak);
  waiting.push(text);
}

function speak() {
  const line = document.createElement("p");
  line.textContent = waiting.join(" ");
  waiting = [];
  region?.append(line);
  while (region && region.childElementCount > 3) region.firstElementChild?.remove();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let connectionTimer;

/** @param {"open" | "lost" | "gone"} connection */
export function showConnection(connection) {
  clearTimeout(connectionTimer);
  document.body.dataset.connection = connection;
  const note = /** @type {HTMLElement} */ (document.getElementById("connection"));
  if (connection !== "lost") note.hidden = true;
  else connectionTimer = setTimeout(() => showReconnecting(note), RECONNECTING_AFTER);
}

/** @param {HTMLElement} note */
function showReconnecting(note) {
  note.textContent = word("connection.reconnecting");
  note.hidden = false;
}
