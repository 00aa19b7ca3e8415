// @ts-check
/** The invite to a free seat: a link to send and a code to scan. */
import { el } from "../dom.js";
import { urlForOthers } from "../game/invites.js";
import { options, qr } from "../net/api.js";
import { word } from "../words.js";
import { toast } from "./toast.js";

/** What lets others in. */
const PUBLIC = "outflank serve --public";

/**
 * Whoever started the server looks at it by an address of this computer; the invite has the one for others.
 * @param {string} here the address of the seat, as this browser knows the server
 */
export async function inviteCard(here) {
  const reach = await askReach();
  const forOthers = urlForOthers(here, reach?.origin ?? null);
  const url = forOthers ?? here;
  const field = el("input", { class: "field", readonly: true, value: url, "aria-label": word("invite.link") });
  field.addEventListener("focus", () => field.select());
  return el(
    "section",
    { class: "panel prompt invite", "aria-labelledby": "invite-title" },
    el("h2", { id: "invite-title" }, word("invite.title")),
    el("p", { class: "soft" }, word("invite.text")),
    el("div", { class: "link" }, field, ...buttons(url, field)),
    forOthers ? code(url) : onlyHere(reach?.public ?? false),
  );
}

/** Who can open the page; null where the server does not answer. */
async function askReach() {
  try {
    return (await options()).reach;
  } catch {
    return null;
  }
}

/** @param {boolean} isPublic */
function onlyHere(isPublic) {
  const remedy = isPublic ? [word("invite.noNetwork")] : [word("invite.letIn"), " ", el("code", {}, PUBLIC)];
  return el("p", { class: "only-here" }, word("invite.onlyHere"), " ", ...remedy);
}

/** A code to scan. @param {string} url */
function code(url) {
  const picture = el("div", { class: "qr", role: "img", "aria-label": word("invite.qr") });
  draw(url, picture);
  return picture;
}

/**
 * @param {string} url
 * @param {HTMLInputElement} field
 */
function buttons(url, field) {
  const copy = el("button", { type: "button", class: "button primary" }, word("play.copy"));
  copy.addEventListener("click", () => copyText(url, field));
  if (!navigator.share) return [copy];
  const share = el("button", { type: "button", class: "button" }, word("invite.share"));
  share.addEventListener("click", () => navigator.share({ url }).catch(() => {}));
  return [copy, share];
}

/**
 * On a plain http address of a local network there is no clipboard for pages; the selection still can be copied.
 * @param {string} text
 * @param {HTMLInputElement} field
 */
async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    field.focus();
    field.select();
    if (!document.execCommand("copy")) return;
  }
  toast(word("play.copied"));
}

/**
 * @param {string} url
 * @param {HTMLElement} picture
 */
async function draw(url, picture) {
  try {
    const image = el("img", { alt: "" });
    image.src = `data:image/svg+xml,${encodeURIComponent(await qr(url))}`;
    picture.replaceChildren(image);
  } catch {
    picture.remove();
  }
}
