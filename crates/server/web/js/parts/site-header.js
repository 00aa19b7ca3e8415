// @ts-check
/** Fills the header of the page: the logo, links to the other pages, and the settings. Existing content stays between them. */

import { el, whenLoaded } from "../dom.js";
import { word } from "../i18n.js";
import { address, hasServer } from "../place.js";
import { icon } from "./icons.js";
import "./modality.js";
import { settingsMenu } from "./settings-menu.js";

const WAYS = /** @type {["/analyse", "header.analyse"][]} */ ([
  ["/analyse", "header.analyse"],
  ["/edit", "header.edit"],
  ...(hasServer ? [["/archive", "header.archive"], ["/arena", "header.arena"]] : []),
]);

// What makes the page work offline must not delay it.
whenLoaded(() => import("../net/offline.js"));

fill(/** @type {HTMLElement} */ (document.querySelector(".page-header")));

/** @param {HTMLElement} header */
function fill(header) {
  const logo = el("a", { class: "logo", href: address("/"), "aria-label": word("header.home") });
  logo.append(el("img", { src: hasServer ? "/icon.svg" : "icon.svg", alt: "", width: 26, height: 26 }), word("name"));
  header.prepend(logo);
  header.append(el("nav", { class: "page-ways", "aria-label": word("header.ways") }, ...links()), ...menu(), settingsMenu());
}

function links() {
  return WAYS.map(([href, label]) => way(href, word(label)));
}

/** The same where there is no room for them. */
function menu() {
  const panel = el("nav", { id: "ways-panel", class: "panel ways-menu", popover: "auto", "aria-label": word("header.ways") }, ...links());
  const button = el("button", { class: "icon-button quiet ways-button", type: "button", popovertarget: panel.id, "aria-label": word("header.ways"), "aria-expanded": "false" }, icon("menu"));
  panel.addEventListener("toggle", () => button.setAttribute("aria-expanded", String(panel.matches(":popover-open"))));
  return [button, panel];
}

/**
 * @param {string} href
 * @param {string} label
 */
function way(href, label) {
  const isHere = new URL(address(href), location.href).pathname === location.pathname;
  return el("a", { class: "way", href: address(href), "aria-current": isHere && "page" }, label);
}
