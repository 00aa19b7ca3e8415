// @ts-check
/** A dialog with a form in it: it stays open with a message where the action fails, and is gone when closed. */

import { el } from "../dom.js";
import { word } from "../words.js";
import { icon } from "./icons.js";

/**
 * @param {object} plan
 * @param {string} plan.title
 * @param {string} plan.action what the button says
 * @param {Node[]} plan.content
 * @param {(fields: FormData) => Promise<void>} plan.submit
 */
export function formDialog({ title, action, content, submit }) {
  const close = el("button", { class: "icon-button quiet", type: "button", "aria-label": word("newGame.cancel") }, icon("close"));
  const go = el("button", { class: "button primary", type: "submit" }, action);
  const note = el("p", { class: "note", role: "alert" });
  const form = el("form", { method: "dialog" }, ...content, note, el("div", { class: "actions" }, go));
  const dialog = el(
    "dialog",
    { class: "form-dialog", "aria-label": title },
    el("div", { class: "dialog-heading" }, el("h2", {}, title), close),
    form,
  );

  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && isOutside(dialog, event) && dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    go.disabled = true;
    note.textContent = "";
    try {
      await submit(new FormData(form));
    } catch (error) {
      note.textContent = error instanceof Error ? error.message : word("wentWrong");
      go.disabled = false;
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * @param {HTMLElement} dialog
 * @param {MouseEvent} event
 */
function isOutside(dialog, { clientX, clientY }) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
