// @ts-check
/** Files of games that are put into the archive, with how far it has come. Loaded when it is opened. */
import { el } from "../dom.js";
import { importFile } from "../net/archive.js";
import { word } from "../words.js";
import { openDialog } from "./plain-dialog.js";

/** Faults that are told one by one. */
const FAULTS = 50;

/**
 * @param {() => void} ondone
 * @param {File[]} [files] that were dropped already
 */
export function openImport(ondone, files = []) {
  const input = el("input", { type: "file", class: "visually-hidden", multiple: true, tabindex: -1, "aria-hidden": "true" });
  const choose = el("button", { type: "button", class: "button primary", onclick: () => input.click() }, word("import.choose"));
  const news = el("div", { class: "import-news" });
  const dialog = openDialog(word("import.title"), "import-dialog", el("p", { class: "soft" }, word("import.about")), el("div", { class: "button-row" }, choose, input), news);
  const stop = new AbortController();
  dialog.addEventListener("close", () => stop.abort());

  /** One after the other: the server writes them into one place. @param {File[]} chosen */
  const bring = async (chosen) => {
    choose.disabled = true;
    for (const file of chosen) {
      const line = new FileNews(file);
      news.append(line.element);
      await line.follow(stop.signal);
      ondone();
    }
    choose.disabled = false;
  };
  input.addEventListener("change", () => bring([...(input.files ?? [])]));
  if (files.length) bring(files);
}

/** How one file fares. */
class FileNews {
  #file;
  #bar = el("progress", { max: 1, value: 0 });
  #status = el("p", { class: "soft", role: "status" });
  #faults = el("ul", { class: "read-faults" });
  #faultCount = 0;
  element;

  /** @param {File} file */
  constructor(file) {
    this.#file = file;
    this.#bar.max = file.size || 1;
    this.#bar.ariaLabel = word("import.progress", { name: file.name });
    this.element = el("section", { class: "import-file" }, el("h3", {}, file.name), this.#bar, this.#status, this.#faults);
  }

  /** @param {AbortSignal} signal */
  async follow(signal) {
    try {
      await importFile(this.#file, (news) => this.#hear(news), signal);
    } catch (error) {
      this.element.classList.add("failed");
      this.#status.textContent = signal.aborted ? "" : error instanceof Error ? error.message : word("wentWrong");
    }
  }

  /** @param {import("../study/wire.js").ImportNews} news */
  #hear(news) {
    if (news.type === "progress") {
      this.#bar.value = news.bytes;
      this.#status.textContent = word("import.games", { n: news.games.toLocaleString() });
    }
    if (news.type === "fault") this.#addFault(news.place, news.message);
    if (news.type === "done") {
      this.#bar.value = this.#bar.max;
      this.#status.textContent = word("import.done", { added: news.added.toLocaleString(), known: news.known.toLocaleString(), refused: news.refused.toLocaleString() });
    }
    if (news.type === "error") throw new Error(news.error.message);
  }

  /**
   * @param {string} place
   * @param {string} message
   */
  #addFault(place, message) {
    this.#faultCount += 1;
    if (this.#faultCount <= FAULTS) this.#faults.append(el("li", {}, el("b", {}, place), ` ${message}`));
  }
}
