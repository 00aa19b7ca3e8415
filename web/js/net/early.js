// @ts-check
// Opens the line to the game while the page's modules are still on their way, and keeps what is heard: net/socket.js takes
// it over. No module, so that it need not wait for any. Where the modules were there before it, they have a line already.
(() => {
  if ("earlyLine" in globalThis) return;
  const [, , id = ""] = location.pathname.split("/");
  const line = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/api/games/${id}/socket`);
  /** @type {string[]} */
  const heard = [];
  line.onopen = () => line.send(JSON.stringify({ type: "hello", after: null, secret: null }));
  line.onmessage = ({ data }) => heard.push(data);
  Object.assign(globalThis, { earlyLine: { line, heard } });
})();
