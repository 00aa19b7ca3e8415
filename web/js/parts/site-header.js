// @ts-check
/** `<site-header>`: the name, which leads home, the way to the arena, and the settings; what a page puts inside stands between them. */

import { el } from "../dom.js";
import { word } from "../words.js";
import "./modality.js";
import "./settings-menu.js";

class SiteHeader extends HTMLElement {
  connectedCallback() {
    if (this.querySelector(".page-header")) return;
    const own = [...this.childNodes];
    const logo = el("a", { class: "logo", href: "/", "aria-label": word("header.home") });
    logo.append(el("img", { src: "/icon.svg", alt: "", width: 26, height: 26 }), word("name"));
    const isArena = location.pathname === "/arena";
    const arena = el("a", { class: "way", href: "/arena", "aria-current": isArena && "page" }, word("header.arena"));
    this.append(el("header", { class: "page-header" }, logo, ...own, el("nav", {}, arena), document.createElement("settings-menu")));
  }
}

customElements.define("site-header", SiteHeader);
