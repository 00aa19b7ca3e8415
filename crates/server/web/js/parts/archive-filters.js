// @ts-check
/**
 * The filters of the archive page.
 *
 * @import { Filters } from "../net/archive.js"
 */
import { el } from "../dom.js";
import { recordedName } from "../game/players.js";
import { word } from "../i18n.js";
import { FILTERS, playersNamed } from "../net/archive.js";
import { TYPED } from "../timing.js";

/**
 * @param {URLSearchParams} query what the address says already
 * @param {() => void} onchange
 */
export function archiveFilters(query, onchange) {
  const form = el("form", { class: "filters", role: "search", "aria-label": word("archive.filters") });
  const element = el(
    "details",
    { class: "panel filter-panel", open: matchMedia("(min-width: 40rem)").matches },
    el("summary", {}, el("h2", {}, word("archive.filters"))),
    form,
  );
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  form.append(
    names("player", word("archive.player")),
    names("opponent", word("archive.opponent")),
    chooser("color", word("archive.color"), [
      ["", word("archive.anyColor")],
      ["black", word("color.black")],
      ["white", word("color.white")],
    ]),
    chooser("result", word("archive.result"), [
      ["", word("archive.anyResult")],
      ["black", word("archive.blackWon")],
      ["white", word("archive.whiteWon")],
      ["draw", word("archive.drawn")],
    ]),
    field("opening", word("archive.opening"), { type: "search" }),
    pair(word("archive.length"), number("minPlies", word("archive.least")), number("maxPlies", word("archive.most"))),
    pair(word("archive.date"), field("since", word("archive.from"), { type: "date" }), field("until", word("archive.to"), { type: "date" })),
    el("button", { type: "reset", class: "link reset" }, word("archive.reset")),
  );
  for (const name of FILTERS) {
    const input = inputOf(name);
    if (input) input.value = query.get(name) ?? "";
  }
  form.addEventListener("input", later);
  form.addEventListener("reset", () => setTimeout(tell));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    tell();
  });

  return { element, chosen };

  /** @returns {Filters} */
  function chosen() {
    const said = FILTERS.map((name) => [name, inputOf(name)?.value.trim() ?? ""]);
    return Object.fromEntries(said.filter(([, value]) => value));
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(tell, TYPED);
  }

  function tell() {
    clearTimeout(timer);
    onchange();
  }

  /** @param {string} name */
  function inputOf(name) {
    return /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {Record<string, unknown>} more
 */
function field(name, label, more) {
  return el("label", {}, el("span", {}, label), el("input", { name, class: "field", autocomplete: "off", ...more }));
}

/**
 * @param {string} name
 * @param {string} label
 */
function number(name, label) {
  return field(name, label, { type: "number", min: 0, max: 120, inputmode: "numeric", placeholder: label });
}

/**
 * A field that suggests players of the archive.
 *
 * @param {string} name
 * @param {string} label
 */
function names(name, label) {
  const known = el("datalist", { id: `known-${name}` });
  const line = field(name, label, { type: "search", list: known.id });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  line.addEventListener("input", (event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    clearTimeout(timer);
    timer = setTimeout(async () => {
      // Without suggestions a name can still be typed.
      const found = value.trim() ? await playersNamed(value.trim()).catch(() => []) : [];
      known.replaceChildren(...found.map((player) => el("option", { value: player, label: recordedName(player) })));
    }, TYPED);
  });
  line.append(known);
  return line;
}

/**
 * @param {string} name
 * @param {string} label
 * @param {[string, string][]} entries
 */
function chooser(name, label, entries) {
  const choices = entries.map(([value, text]) => el("option", { value }, text));
  return el("label", {}, el("span", {}, label), el("select", { name, class: "field" }, ...choices));
}

/**
 * @param {string} label
 * @param {...HTMLElement} fields
 */
function pair(label, ...fields) {
  return el("fieldset", { class: "pair" }, el("legend", {}, label), ...fields);
}
