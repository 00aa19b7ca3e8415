// @ts-check
/** Serves the folder of the page as any static host would. */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("../../", import.meta.url));

/** The files under test instead of the committed ones: `scripts/wasm check` sets it. */
export const ENGINE = process.env.OUTFLANK_ENGINE ?? join(WEB, "engine");

/** @type {Record<string, string>} */
const KINDS = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** Lets pages share memory between threads. */
const ISOLATION = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

/**
 * @param {{ isIsolated?: boolean }} [options]
 * @returns {Promise<{ url: string, asked: string[], stop: () => void }>} `asked` are the paths of all requests
 */
export async function serveSite({ isIsolated = false } = {}) {
  /** @type {string[]} */
  const asked = [];
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://site").pathname);
    asked.push(path);
    try {
      const content = path === "/" ? "<!doctype html><title>Site</title>" : await content_of(path);
      response.writeHead(200, { "Content-Type": KINDS[extname(path)] ?? (path === "/" ? "text/html" : "application/octet-stream"), ...(isIsolated ? ISOLATION : {}) });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, asked, stop: () => void server.close() };
}

/** @param {string} path */
function content_of(path) {
  const built = path.startsWith("/engine/") && path.endsWith(".wasm");
  return readFile(built ? join(ENGINE, path.slice("/engine/".length)) : join(WEB, path));
}
