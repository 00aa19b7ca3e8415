// @ts-check
/** `<site-header>`: the name, which leads home, the ways to the other pages, and the settings; what a page puts inside stands between them. */

import { el } from "../dom.js";
import { word } from "../words.js";
import { icon } from "./icons.js";
import "./modality.js";
import "./settings-menu.js";

const WAYS = /** @type {const} */ ([
  ["/analyse", "header.analyse"],
  ["/edit", "header.edit"],
  ["/archive", "header.archive"],
  ["/arena", "header.arena"],
]);

class SiteHeader extends HTMLElement {
  connectedCallback() {
    if (this.querySelector(".page-header")) return;
    const own = [...this.childNodes];
    const logo = el("a", { class: "logo", href: "/", "aria-label": word("header.home") });
    logo.append(el("img", { src: "/icon.svg", alt: "", width: 26, height: 26 }), word("name"));
    const ways = el("nav", { class: "page-ways", "aria-label": word("header.ways") }, ...links());
    this.append(el("header", { class: "page-header" }, logo, ...own, ways, ...menu(), document.createElement("settings-menu")));
  }
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
  return el("a", { class: "way", href, "aria-current": location.pathname === href && "page" }, label);
}

customElements.define("site-header", SiteHeader);
