// @ts-check
/** Modal dialogs: a title, a close button and any content. A dialog is removed when it closes. */
import { el } from "../dom.js";
import { word } from "../i18n.js";
import { icon } from "./icons.js";

/**
 * Opens a dialog. A click outside it sends `cancel`, as Escape does; a listener can prevent that.
 *
 * @param {string} title
 * @param {string} kind CSS classes
 * @param {...(Node | string)} content
 */
export function openDialog(title, kind, ...content) {
  const close = el("button", { class: "icon-button quiet", type: "button", "aria-label": word("play.close") }, icon("close"));
  const heading = el("div", { class: "dialog-heading" }, el("h2", {}, title), close);
  const dialog = el("dialog", { class: kind, "aria-label": title }, heading, ...content);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog || !isOutside(dialog, event)) return;
    if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Opens a dialog with a form. It stays open and shows the message where `submit` fails.
 *
 * @param {object} plan
 * @param {string} plan.title
 * @param {string} plan.action label of the submit button
 * @param {Node[]} plan.content
 * @param {(fields: FormData) => Promise<void>} plan.submit
 */
export function openForm({ title, action, content, submit }) {
  const go = el("button", { class: "button primary", type: "submit" }, action);
  const note = el("p", { class: "note", role: "alert" });
  const form = el("form", { method: "dialog" }, ...content, note, el("div", { class: "actions" }, go));
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
  return openDialog(title, "form-dialog", form);
}

/**
 * @param {HTMLElement} dialog
 * @param {MouseEvent} event
 */
function isOutside(dialog, { clientX, clientY }) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
