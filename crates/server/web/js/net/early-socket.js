// @ts-check
// Opens the game's WebSocket before the modules have loaded, and stores its messages for net/socket.js. Not a module, so
// that it runs at once. If the modules came first, they have a connection already.
(() => {
  if ("earlyLine" in globalThis) return;
  const [, , id = ""] = location.pathname.split("/");
  // A game of this browser has none.
  if (!id || "site" in document.documentElement.dataset) return;
  const line = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/api/games/${id}/socket`);
  /** @type {string[]} */
  const heard = [];
  line.onopen = () => line.send(JSON.stringify({ type: "hello", after: null, secret: null }));
  line.onmessage = ({ data }) => heard.push(data);
  Object.assign(globalThis, { earlyLine: { line, heard } });
})();
