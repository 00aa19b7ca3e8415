// @ts-check
/** Short messages at the upper edge of the page, which go away by themselves. */
import { el } from "../dom.js";
import { TOAST, TOAST_ONCE } from "../timing.js";

/** Instead of one that says the same. @param {string} text */
export function toast(text) {
  for (const same of document.querySelectorAll(".toast:not(.once)")) if (same.textContent === text) same.remove();
  const message = el("div", { class: "toast", role: "status" }, text);
  place().append(message);
  setTimeout(() => message.remove(), TOAST);
}

/**
 * Instead of the last one of its kind, and only for the eye: it was announced already.
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
