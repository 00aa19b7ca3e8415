// @ts-check
/** Asks the machine not to fall asleep while the page is in sight, where it can be asked. */
export function keepAwake() {
  const ask = () => document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", ask);
  ask();
}
