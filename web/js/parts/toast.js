// @ts-check
/** Short messages at the upper edge of the page, which go away by themselves. */
import { el } from "../dom.js";
import { TOAST, TOAST_ONCE } from "../timing.js";

/** @param {string} text */
export function toast(text) {
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

function place() {
  const known = document.querySelector(".toasts");
  if (known) return known;
  const made = el("div", { class: "toasts" });
  document.body.append(made);
  return made;
}
