// @ts-check
/** A dialog with a title and a cross, which is gone when it is closed. A click beside it is, like Escape, a `cancel` that can be prevented. */
import { el } from "../dom.js";
import { word } from "../words.js";
import { icon } from "./icons.js";

/**
 * @param {string} title
 * @param {string} kind
 * @param {...(Node | string)} content
 */
export function openDialog(title, kind, ...content) {
  const close = el("button", { class: "icon-button quiet", type: "button", "aria-label": word("play.close") }, icon("close"));
  const heading = el("div", { class: "dialog-heading" }, el("h2", {}, title), close);
  const dialog = el("dialog", { class: `plain-dialog ${kind}`, "aria-label": title }, heading, ...content);
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
 * @param {HTMLElement} dialog
 * @param {MouseEvent} event
 */
function isOutside(dialog, { clientX, clientY }) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
