// @ts-check
/** Cards of a game with a free seat: the invite link with its QR code, and a field for the name of a player who came by it. */
import { el } from "../dom.js";
import { urlForOthers } from "../game/invites.js";
import { word } from "../i18n.js";
import { options, qr } from "../net/api.js";
import { copyText } from "./copy.js";
import { onlyHere } from "./game-fields.js";
import { icon } from "./icons.js";

/**
 * If this page has a local address, the invite has the network address.
 * @param {string} here the address of the seat, as this browser knows the server
 */
export async function inviteCard(here) {
  const reach = await askReach();
  const url = urlForOthers(here, reach?.origin ?? null) ?? here;
  const field = el("input", { class: "field", readonly: true, value: url, "aria-label": word("invite.link") });
  field.addEventListener("focus", () => field.select());
  return el(
    "section",
    { class: "panel prompt invite", "aria-labelledby": "invite-title" },
    el("h2", { id: "invite-title" }, word("invite.title")),
    el("p", { class: "soft" }, word("invite.text")),
    el("div", { class: "link" }, field, ...buttons(url)),
    onlyHere(reach) ?? code(url),
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

/** A code to scan. @param {string} url */
function code(url) {
  const picture = el("div", { class: "qr", role: "img", "aria-label": word("invite.qr") });
  draw(url, picture);
  return picture;
}

/** @param {string} url */
function buttons(url) {
  const copy = el("button", { type: "button", class: "button primary" }, word("play.copy"));
  copy.addEventListener("click", () => copyText(url));
  if (!navigator.share) return [copy];
  const share = el("button", { type: "button", class: "button" }, word("invite.share"));
  share.addEventListener("click", () => navigator.share({ url }).catch(() => {}));
  return [copy, share];
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

/** Asks a new player for a name. @param {(name: string) => void} tell gets an empty name if the card is closed */
export function nameCard(tell) {
  const field = el("input", { class: "field", maxlength: 40, autocomplete: "nickname" });
  const close = el("button", { type: "button", class: "icon-button quiet", "aria-label": word("play.close"), onclick: () => tell("") }, icon("close"));
  const card = el(
    "form",
    { class: "panel prompt name-card" },
    el("label", {}, el("span", {}, word("play.nameAsk")), field),
    el("button", { type: "submit", class: "button" }, word("play.nameDone")),
    close,
  );
  card.addEventListener("submit", (event) => {
    event.preventDefault();
    tell(field.value.trim());
  });
  return card;
}
