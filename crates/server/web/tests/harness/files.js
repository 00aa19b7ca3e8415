// @ts-check
/** A plain file server, as web spaces have: it knows files and nothing of Outflank. */

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const KINDS = /** @type {Record<string, string>} */ ({
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
});

/** The folder of the site on the host: it need not be the root. */
const FOLDER = "/space/reversi/";

/** @param {string} root the folder that it serves */
export async function serveFiles(root) {
  /** Paths that were not found. @type {string[]} */
  const missing = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://files");
    const name = pathname.startsWith(FOLDER) ? normalize(pathname.slice(FOLDER.length) || "index.html") : "..";
    try {
      if (name.startsWith("..")) throw new Error("outside");
      const content = await readFile(join(root, name));
      response.writeHead(200, { "Content-Type": KINDS[extname(name)] ?? "application/octet-stream" }).end(content);
    } catch {
      missing.push(pathname);
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://localhost:${port}${FOLDER}`, missing, stop };
}
