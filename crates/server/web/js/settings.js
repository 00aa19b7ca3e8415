// @ts-check
/**
 * The user's settings, kept by the browser. Every setting has a name, the values it may have, and a default;
 * anything else found in storage is ignored. Theme and language are applied by js/theme.js, before this is loaded.
 *
 * @typedef {object} Settings
 * @property {"system" | "classic" | "dark" | "contrast"} theme
 * @property {"auto" | "en" | "ja"} language
 * @property {"standard" | "row-letter" | "row-column"} notation
 * @property {boolean} sound
 * @property {boolean} coordinates
 * @property {string} name how I am called, for seats
 * @property {"0.5" | "1" | "2" | "4" | "8"} speed of games to watch
 * @property {"browser" | "server"} engine which plays and analyses
 * @property {"computer" | "friend" | "screen"} opponent chosen last for a new game
 * @property {string} level chosen last
 * @property {"black" | "white" | "random"} color chosen last
 * @property {"4" | "6" | "8"} size chosen last
 * @property {string} variant chosen last
 */

const KEY = "outflank.settings";

/** @type {Settings} */
const DEFAULTS = {
  theme: "system",
  language: "auto",
  notation: "standard",
  sound: true,
  coordinates: true,
  name: "",
  speed: "1",
  engine: "browser",
  opponent: "computer",
  level: "level:3",
  color: "black",
  size: "8",
  variant: "standard",
};

/** The values of settings that are one of few; the others are judged by the type of their default. */
export const CHOICES = /** @type {const} */ ({
  theme: ["system", "classic", "dark", "contrast"],
  language: ["auto", "en", "ja"],
  notation: ["standard", "row-letter", "row-column"],
  speed: ["0.5", "1", "2", "4", "8"],
  engine: ["browser", "server"],
  opponent: ["computer", "friend", "screen"],
  color: ["black", "white", "random"],
  size: ["4", "6", "8"],
});

/** @type {Set<(name: keyof Settings) => void>} */
const listeners = new Set();
let current = load();

export const settings = {
  /**
   * @template {keyof Settings} Name
   * @param {Name} name
   * @returns {Settings[Name]}
   */
  value(name) {
    return current[name];
  },

  /**
   * Changes a setting for now and for later. A value that it cannot have is left alone.
   *
   * @template {keyof Settings} Name
   * @param {Name} name
   * @param {Settings[Name]} value
   */
  put(name, value) {
    if (current[name] === value || !fits(name, value)) return;
    const before = current;
    current = { ...current, [name]: value };
    store();
    announceSince(before);
  },

  /**
   * Calls `listener` with the name of each setting that changes, also in another tab.
   *
   * @param {(name: keyof Settings) => void} listener
   * @returns {() => void} ends it
   */
  onChange(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** @returns {Settings} */
function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
    const usable = Object.entries(saved).filter(([name, value]) => fits(name, value));
    return { ...DEFAULTS, ...Object.fromEntries(usable) };
  } catch {
    return { ...DEFAULTS };
  }
}

function store() {
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Without storage the choice holds until the page is left.
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function fits(name, value) {
  if (!Object.hasOwn(DEFAULTS, name)) return false;
  const choices = /** @type {Record<string, readonly unknown[]>} */ (CHOICES)[name];
  if (choices) return choices.includes(value);
  return typeof value === typeof DEFAULTS[/** @type {keyof Settings} */ (name)];
}

/** @param {Settings} before */
function announceSince(before) {
  document.documentElement.dispatchEvent(new Event("settings"));
  const names = /** @type {(keyof Settings)[]} */ (Object.keys(DEFAULTS));
  for (const name of names.filter((name) => current[name] !== before[name])) {
    for (const listener of listeners) listener(name);
  }
}

addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  const before = current;
  current = load();
  announceSince(before);
});
