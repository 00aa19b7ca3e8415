// @ts-check
/** How bots join a tournament: its code, large, the lines to type, and this page as a code to scan. */
import { el } from "../dom.js";
import { urlForOthers } from "../game/invites.js";
import { options, qr } from "../net/api.js";
import { word } from "../words.js";
import { connectLines } from "./connect-card.js";

/** @param {string} code */
export function joinCard(code) {
  const picture = el("div", { class: "qr", role: "img", "aria-label": word("contest.qr"), hidden: true });
  drawPage(picture);
  const large = el("p", { class: "big-code" }, code);
  large.style.setProperty("--signs", String(code.length));
  return el(
    "section",
    { class: "panel join", "aria-labelledby": "join-title" },
    el(
      "div",
      { class: "join-head" },
      el("div", {}, el("h2", { id: "join-title" }, word("contest.join")), large, el("p", { class: "soft" }, word("contest.joinText"))),
      picture,
    ),
    connectLines({ code }),
  );
}

/** Only where others can open it. @param {HTMLElement} picture */
async function drawPage(picture) {
  try {
    const url = urlForOthers(location.href, (await options()).reach.origin);
    if (!url) return;
    const image = el("img", { alt: "" });
    image.src = `data:image/svg+xml,${encodeURIComponent(await qr(url))}`;
    picture.replaceChildren(image);
    picture.hidden = false;
  } catch {
    // The address in the bar leads here too.
  }
}
