// @ts-check
/**
 * The service worker: after one visit the page works without a server. The server puts
 * `const EDITION` before this text: the edition and its files with a hash of each.
 *
 * One cache holds one edition, all of it or nothing. Pages link their files by the edition, so a
 * page that is open during an update goes on with its own files, from its own cache: the server has
 * only the new ones. A new worker waits until the pages of the old one are closed, and then deletes
 * the old cache. Pages themselves come from the server as long as it answers.
 */

/** @type {{ tag: string, files: Record<string, string> }} */
// @ts-ignore: see above
const edition = EDITION;

/** How long the server may take for a page, in ms, before the stored page is shown. */
const PATIENCE = 4000;

/** The engine is stored only when a page asks for it: it is large. */
const ENGINE = /^engine\//;

/** Weights of boards that few play are stored when they are used. */
const RARE = /^engine\/(?!standard\.).*\.bin$/;

/** Replies of a proxy whose server is away. */
const AWAY = [502, 503, 504];

const PREFIX = "outflank-";
const CACHE = PREFIX + edition.tag;
const LIST = "edition.json";

const worker = /** @type {any} */ (self);
/** The folder of the page, on a static site perhaps not the root. */
const home = new URL("./", worker.location.href);
const names = Object.keys(edition.files);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(install());
  // Files of this edition need no worker to run, where the browser can look them up by itself.
  const path = new URL(addressOf("*")).pathname;
  event.addRoutes?.([{ condition: { urlPattern: { pathname: path } }, source: { cacheName: CACHE } }])?.catch(() => {});
});
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {any} */ event) => event.data === "engine" && event.waitUntil(storeEngine(event.source)));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});

async function install() {
  const cache = await caches.open(CACHE);
  await store(names.filter((name) => !ENGINE.test(name)));
  await cache.put(addressOf(LIST), new Response(JSON.stringify(edition.files)));
  // An update keeps the engine for those who had it. Pages do not wait for this.
  for (const name of await olderCaches()) if (await hasEngine(await caches.open(name))) return storeEngine();
}

async function activate() {
  await Promise.all((await olderCaches()).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** @param {{ postMessage: (message: unknown) => void }} [page] hears when it is stored */
async function storeEngine(page) {
  await store(names.filter((name) => ENGINE.test(name) && !RARE.test(name)));
  page?.postMessage("engine stored");
}

async function olderCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

/** @param {Cache} cache */
async function hasEngine(cache) {
  const stored = await cache.keys();
  return stored.some(({ url }) => /\/engine\/[^/]*\.bin$/.test(url));
}

/**
 * Stores files that are not stored yet. A file that did not change comes from the cache of the
 * edition before.
 *
 * @param {string[]} wanted
 */
async function store(wanted) {
  const cache = await caches.open(CACHE);
  const known = await earlier();
  await Promise.all(
    wanted.map(async (name) => {
      const address = addressOf(name);
      if (await cache.match(address)) return;
      const response = (await known(name)) ?? (await fetch(address));
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      await cache.put(address, response);
    }),
  );
}

/** @returns {Promise<(name: string) => Promise<Response | undefined>>} finds a file of this edition in older caches */
async function earlier() {
  /** @type {{ cache: Cache, tag: string, files: Record<string, string> }[]} */
  const editions = [];
  for (const name of await olderCaches()) {
    const [cache, tag] = [await caches.open(name), name.slice(PREFIX.length)];
    const list = await cache.match(addressOf(LIST, tag));
    if (list) editions.push({ cache, tag, files: await list.json() });
  }
  return async (name) => {
    // Pages name their edition, and scripts are small: only what is large is worth it.
    const same = editions.find(({ files }) => ENGINE.test(name) && files[name] === edition.files[name]);
    return same?.cache.match(addressOf(name, same.tag));
  };
}

/**
 * @param {any} event
 * @returns {Promise<Response> | null} null: as if there were no worker
 */
function answerTo(event) {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== home.origin || !url.pathname.startsWith(home.pathname)) return null;
  const path = url.pathname.slice(home.pathname.length);
  if (request.mode === "navigate") return page(event, path);
  if (path.startsWith("edition/")) return file(request);
  // The icon and other files without an edition in their address.
  return path in edition.files ? fromHere(request, path) : null;
}

/** A file of any stored edition: no address has two contents. @param {Request} request */
async function file(request) {
  const stored = await caches.match(request.url);
  if (stored) return stored;
  const response = await fetch(request);
  // The engine, on its first use.
  if (response.ok && request.url.startsWith(addressOf("engine/"))) {
    const cache = await caches.open(CACHE);
    await cache.put(request.url, response.clone());
  }
  return response;
}

/** @param {Request} request @param {string} path */
async function fromHere(request, path) {
  const cache = await caches.open(CACHE);
  return (await cache.match(addressOf(path))) ?? fetch(request);
}

/**
 * A page: from the server if it answers in time, else the stored one.
 *
 * @param {any} event
 * @param {string} path
 */
async function page(event, path) {
  const stored = () => storedPage(path);
  /** @type {Response | undefined} */
  let response;
  try {
    response = await within(PATIENCE, fromServer(event));
  } catch {
    // The server is away, or slow.
  }
  if (response && !AWAY.includes(response.status)) return response;
  return (await stored()) ?? response ?? Response.error();
}

/** @param {any} event @returns {Promise<Response>} */
async function fromServer(event) {
  return (await event.preloadResponse) ?? (await fetch(event.request));
}

/**
 * `/analyse` and `analyse.html` are one page; a game of the server has its id behind `game/`.
 *
 * @param {string} path
 * @returns {Promise<Response | undefined>}
 */
async function storedPage(path) {
  const [first] = path.replace(/\.html$/, "").split("/");
  const name = `${first || "index"}.html`;
  const cache = await caches.open(CACHE);
  return name in edition.files ? cache.match(addressOf(name)) : undefined;
}

/**
 * @template Value
 * @param {number} ms
 * @param {Promise<Value>} promise
 * @returns {Promise<Value>}
 */
function within(ms, promise) {
  return Promise.race([promise, new Promise((_, reject) => setTimeout(() => reject(new Error("late")), ms))]);
}

/**
 * @param {string} name
 * @param {string} [tag]
 */
function addressOf(name, tag = edition.tag) {
  return new URL(`edition/${tag}/${name}`, home).href;
}
