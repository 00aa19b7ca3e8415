// @ts-check
/** A button that opens the settings. Every change holds at once and is remembered. */

import { el } from "../dom.js";
import { LANGUAGES, word, wordOr } from "../i18n.js";
import { hasServer } from "../place.js";
import { CHOICES, settings } from "../settings.js";
import { choice, select } from "./choice.js";
import { icon } from "./icons.js";

const LEFT_OPEN = "outflank.settings-open";

export function settingsMenu() {
  const panel = el("div", { id: "settings-panel", class: "panel settings", popover: "auto", role: "dialog", "aria-label": word("settings.title") });
  const button = el(
    "button",
    { class: "icon-button quiet", type: "button", popovertarget: panel.id, "aria-label": word("settings.open"), "aria-expanded": "false" },
    icon("settings"),
  );
  const offline = el("p", { class: "soft", id: "offline" });
  panel.append(heading(panel), theme(), notation(), language(), ...(hasServer ? [engine()] : []), ...switches(), offline);
  panel.addEventListener("toggle", () => {
    button.setAttribute("aria-expanded", String(panel.matches(":popover-open")));
    showOffline(offline);
  });
  // A popover can open only in the document.
  if (wasLeftOpen()) queueMicrotask(() => reopen(panel));
  return el("div", { class: "settings-menu" }, button, panel);
}

/** @param {HTMLElement} panel */
function heading(panel) {
  const close = el("button", { class: "icon-button quiet", type: "button", "aria-label": word("settings.close") }, icon("close"));
  close.addEventListener("click", () => panel.hidePopover());
  return el("div", { class: "settings-heading" }, el("h2", {}, word("settings.title")), close);
}

function theme() {
  const tiles = CHOICES.theme.map((value) => ({
    value,
    label: word(`settings.themes.${value}`),
    picture: el("span", { class: `swatch ${value}`, "aria-hidden": "true" }),
  }));
  return choice({
    name: "theme",
    legend: word("settings.theme"),
    tiles,
    value: settings.value("theme"),
    onchoose: (value) => settings.put("theme", /** @type {typeof CHOICES.theme[number]} */ (value)),
  });
}

function notation() {
  const tiles = CHOICES.notation.map((value) => ({ value, label: word(`settings.notations.${value}`) }));
  return choice({
    name: "notation",
    legend: word("settings.notation"),
    tiles,
    value: settings.value("notation"),
    onchoose: (value) => settings.put("notation", /** @type {typeof CHOICES.notation[number]} */ (value)),
  });
}

function engine() {
  const tiles = CHOICES.engine.map((value) => ({ value, label: word(`settings.engines.${value}`) }));
  return choice({
    name: "engine",
    legend: word("settings.engine"),
    tiles,
    value: settings.value("engine"),
    onchoose: (value) => settings.put("engine", /** @type {typeof CHOICES.engine[number]} */ (value)),
  });
}

/** Whether the page works without a network, or why not. @param {HTMLElement} place */
async function showOffline(place) {
  const { ready } = await import("../net/offline.js");
  place.textContent = wordOr("offline.preparing", "");
  place.textContent = wordOr(`offline.${await ready}`, "");
}

function language() {
  const named = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));
  const entries = [{ value: "auto", label: word("settings.languageAuto") }, ...named];
  const line = select({ name: "language", label: word("settings.language"), entries, value: settings.value("language") });
  line.addEventListener("change", (event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    leaveOpen();
    settings.put("language", /** @type {typeof CHOICES.language[number]} */ (value));
  });
  return line;
}

/** A new language reloads the page; the settings open again. */
function leaveOpen() {
  try {
    sessionStorage.setItem(LEFT_OPEN, "yes");
  } catch {
    // Without storage they are opened again by hand.
  }
}

function wasLeftOpen() {
  try {
    const isLeft = sessionStorage.getItem(LEFT_OPEN) !== null;
    sessionStorage.removeItem(LEFT_OPEN);
    return isLeft;
  } catch {
    return false;
  }
}

/** @param {HTMLElement} panel */
function reopen(panel) {
  panel.showPopover();
  panel.querySelector("select")?.focus();
}

function switches() {
  return /** @type {const} */ (["sound", "coordinates"]).map((name) => {
    const box = el("input", { type: "checkbox", class: "switch", role: "switch", checked: settings.value(name) });
    box.addEventListener("change", () => settings.put(name, box.checked));
    return el("label", { class: "line" }, el("span", {}, word(`settings.${name}`)), box);
  });
}
