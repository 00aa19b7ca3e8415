// @ts-check
// Sets theme and language before the first paint, so that a page never flashes in the wrong ones. Not a module, because
// modules run later. `data-theme` is always classic, dark or contrast; "system" is resolved here, and again when the system or
// the setting changes (js/settings.js owns the storage key and sends the event). Pages that contain their texts, such as
// the page for unknown addresses, have `data-own-words`.
(() => {
  const root = document.documentElement;
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const own = script.src;
  const contrast = matchMedia("(prefers-contrast: more)");
  const dark = matchMedia("(prefers-color-scheme: dark)");

  /** @returns {Record<string, unknown>} */
  function saved() {
    try {
      return JSON.parse(localStorage.getItem("outflank.settings") ?? "{}") ?? {};
    } catch {
      return {}; // A browser without storage, or a damaged entry: the defaults will do.
    }
  }

  function systemTheme() {
    if (contrast.matches) return "contrast";
    return dark.matches ? "dark" : "classic";
  }

  function applyTheme() {
    const { theme } = saved();
    const isNamed = theme === "classic" || theme === "dark" || theme === "contrast";
    root.dataset.theme = isNamed ? theme : systemTheme();
  }

  function applyLanguage() {
    const { language } = saved();
    const spoken = navigator.languages.find((name) => /^(en|ja)\b/i.test(name)) ?? "en";
    root.lang = language === "en" || language === "ja" ? language : spoken.slice(0, 2).toLowerCase();
  }

  /** Only the words in use are loaded, so no page can name them beforehand. */
  function fetchWords() {
    const parts = [root.lang, `play-${root.lang}`];
    if (root.dataset.words) parts.push(`${root.dataset.words}-${root.lang}`);
    for (const name of parts) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = new URL(`i18n/${name}.js`, own).href;
      document.head.append(link);
    }
  }

  applyTheme();
  if (!("ownWords" in script.dataset)) {
    applyLanguage();
    fetchWords();
  }
  contrast.addEventListener("change", applyTheme);
  dark.addEventListener("change", applyTheme);
  root.addEventListener("settings", applyTheme);
})();
