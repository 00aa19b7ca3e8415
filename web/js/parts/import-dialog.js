// @ts-check
/**
 * Files of games that are put into the archive, with how far it has come. Loaded when it is opened.
 *
 * @import { ImportNews } from "../study/wire.js"
 *
 * @typedef {object} ImportBox
 * @property {boolean} isOpen
 * @property {(files: File[]) => void} bring files, as if they had been chosen in it
 */
import { el } from "../dom.js";
import { ApiError } from "../net/api.js";
import { importFile } from "../net/archive.js";
import { placeText } from "../study/place-text.js";
import { word } from "../words.js";
import { openDialog } from "./plain-dialog.js";
import { toast } from "./toast.js";

/** Faults that are told one by one. */
const FAULTS = 50;

/** Files of WTHOR that hold the names for its games. */
const NAMES = /\.(jou|trn)$/i;

/**
 * @param {() => void} ondone a file is in, or what could be had of it
 * @returns {ImportBox}
 */
export function openImport(ondone) {
  const input = el("input", { type: "file", class: "visually-hidden", multiple: true, tabindex: -1, "aria-hidden": "true" });
  const press = () => (stop ? stop.abort() : input.click());
  const choose = el("button", { type: "button", class: "button primary", onclick: press }, word("import.choose"));
  const news = el("div", { class: "import-news" });
  // The rest of the page is silent while a dialog is open.
  const said = el("p", { class: "visually-hidden", role: "status" });
  const about = el("p", { class: "soft" }, word("import.about"));
  const dialog = openDialog(word("import.title"), "import-dialog", about, el("div", { class: "button-row" }, choose, input), news, said);
  /** Ends what is under way. @type {AbortController | null} */
  let stop = null;
  /** @type {File[]} */
  let waiting = [];

  /** One after the other: the server writes them into one place, and must know names before the games. @param {File[]} files */
  const bring = async (files) => {
    waiting.push(...files);
    waiting.sort((one, other) => Number(NAMES.test(other.name)) - Number(NAMES.test(one.name)));
    if (stop || waiting.length === 0) return;
    const mine = new AbortController();
    stop = mine;
    choose.textContent = word("import.stop");
    for (let file = waiting.shift(); file; file = mine.signal.aborted ? undefined : waiting.shift()) {
      const line = new FileNews(file);
      news.append(line.element);
      said.textContent = word("import.begun", { name: file.name });
      said.textContent = await line.follow(mine.signal);
      ondone();
    }
    waiting = [];
    stop = null;
    choose.textContent = word("import.choose");
  };
  input.addEventListener("change", () => {
    bring([...(input.files ?? [])]);
    // The same file may be chosen again.
    input.value = "";
  });
  // A key or a click beside it is not enough to break off an import.
  dialog.addEventListener("cancel", (event) => {
    if (!stop || event.target !== dialog) return;
    event.preventDefault();
    choose.focus();
  });
  dialog.addEventListener("close", () => {
    if (stop) toast(word("import.stopped"));
    stop?.abort();
  });
  return { get isOpen() { return dialog.open; }, bring };
}

/** How one file fares. */
class FileNews {
  #file;
  #bar = el("progress", { max: 1, value: 0 });
  #status = el("p", { class: "soft status" });
  #faults = el("ul", { class: "read-faults" });
  #more = el("li", { class: "soft" });
  #faultCount = 0;
  element;

  /** @param {File} file */
  constructor(file) {
    this.#file = file;
    this.#bar.max = file.size || 1;
    this.#bar.ariaLabel = word("import.progress", { name: file.name });
    this.element = el("section", { class: "import-file" }, el("h3", {}, file.name), this.#bar, this.#status, this.#faults);
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<string>} what came of it
   */
  async follow(signal) {
    try {
      await importFile(this.#file, (news) => this.#hear(news), signal);
    } catch (error) {
      this.element.classList.add("failed");
      const why = error instanceof Error ? error.message : word("wentWrong");
      this.#status.textContent = signal.aborted ? word("import.stopped") : why;
    }
    return this.#status.textContent ?? "";
  }

  /** @param {ImportNews} news */
  #hear(news) {
    if (news.type === "progress") {
      this.#bar.value = news.bytes;
      this.#status.textContent = word("import.games", { n: news.games.toLocaleString() });
    }
    if (news.type === "fault") this.#addFault(news.place, news.message);
    if (news.type === "done") {
      this.#bar.value = this.#bar.max;
      this.#status.textContent = doneText(news);
    }
    if (news.type === "error") throw new ApiError(news.error.code, news.error.message, 0);
  }

  /**
   * @param {string} place
   * @param {string} message
   */
  #addFault(place, message) {
    this.#faultCount += 1;
    if (this.#faultCount <= FAULTS) {
      this.#faults.append(el("li", {}, el("b", {}, placeText(place)), " ", el("span", { lang: "en" }, message)));
      return;
    }
    this.#more.textContent = word("import.moreFaults", { n: this.#faultCount - FAULTS });
    if (!this.#more.isConnected) this.#faults.append(this.#more);
  }
}

/** @param {{ added: number, known: number, refused: number, names: number }} done */
function doneText({ names, ...counts }) {
  if (names > 0) return word("import.names", { n: names.toLocaleString() });
  const [added, known, refused] = [counts.added, counts.known, counts.refused].map((count) => count.toLocaleString());
  return word("import.done", { added, known, refused });
}
