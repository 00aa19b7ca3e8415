// @ts-check
/** The message log of a bot, with the verdicts. */
import { el } from "../dom.js";
import { readTraffic } from "../game/traffic.js";
import { word } from "../i18n.js";
import { copyFrom } from "./copy.js";

/** The most lines shown, the newest ones. All lines can be copied. */
const SHOWN = 400;
const SIGNS = /** @type {const} */ ({ to: ">", from: "<", verdict: "!" });

/** @param {{ title: string, refresh?: () => void }} plan */
export function trafficLog({ title, refresh }) {
  const list = el("ol", { class: "traffic-lines", tabindex: 0, "aria-label": title });
  const all = el("pre", { class: "visually-hidden", "aria-hidden": "true" });
  const verdicts = el("span", { class: "pill verdicts" });
  const empty = el("p", { class: "soft" }, word("bot.trafficEmpty"));
  const copy = el("button", { class: "button", type: "button", onclick: () => copyFrom(all) }, word("bot.copyAll"));
  const again = refresh ? el("button", { class: "button", type: "button", onclick: refresh }, word("bot.refresh")) : null;
  const section = el(
    "section",
    { class: "panel traffic", "aria-label": title },
    el("header", {}, el("h2", {}, title), verdicts, el("span", { class: "tools" }, again, copy)),
    el("p", { class: "soft" }, word("bot.trafficText")),
    empty,
    list,
    all,
  );
  let shown = "\n";
  return {
    element: section,
    /** @param {string} text */
    show(text) {
      if (text === shown) return;
      shown = text;
      all.textContent = text;
      const lines = readTraffic(text);
      const count = lines.filter(({ voice }) => voice === "verdict").length;
      verdicts.textContent = count ? word("bot.verdicts", { n: count }) : word("bot.noVerdicts");
      verdicts.classList.toggle("bad", count > 0);
      verdicts.hidden = lines.length === 0;
      empty.hidden = lines.length > 0;
      list.hidden = copy.hidden = lines.length === 0;
      const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
      const first = lines[0]?.at ?? 0;
      list.replaceChildren(...lines.slice(-SHOWN).map((line) => item(line, first)));
      if (isAtEnd) list.scrollTop = list.scrollHeight;
    },
  };
}

/**
 * @param {import("../game/traffic.js").Line} line
 * @param {number} first
 */
function item({ at, voice, text }, first) {
  const time = el("time", {}, `${((at - first) / 1000).toFixed(3)}`);
  return el("li", { class: voice }, time, el("b", {}, SIGNS[voice]), el("code", {}, text));
}
