// Opens a page like a phone on a slow network, and measures when its content was visible.

import { setTimeout } from "node:timers/promises";

const NETWORK = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: (0.675 * 1024 * 1024) / 8,
};
const CPU_RATE = 4;

/** The idle time of a page before Link is opened, in ms. */
const REST_MS = 1000;
/** The idle time of a page that should prepare as much as possible, in ms. */
const IDLE_MS = 4000;
const MAX_MS = 60_000;
/**
 * A click without effect is repeated after this time, in ms. The delay makes a lost click visible.
 */
const LOST_MS = 2000;
/** The time between two keys at human typing speed, in ms. */
const KEY_MS = 150;

/** The browser's event timing reports no shorter time. */
const SHORTEST_MS = 16;

/** Runs in each document before its own scripts. `at` is in ms since the document's request. */
const WATCH = `(() => {
  const SHORTEST_MS = ${SHORTEST_MS};
  const { timeOrigin } = performance;
  const tell = (name, at, rest) => report(JSON.stringify({ name, at, epoch: timeOrigin + at, ...rest }));
  const once = (name, at, rest) => {
    if (once[name]) return;
    once[name] = true;
    const [{ responseEnd }] = performance.getEntriesByType("navigation");
    tell(name, at, { there: responseEnd, ...rest });
  };
  const centre = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + Math.min(height, 64) / 2 };
  };
  new PerformanceObserver((list) => {
    const [{ renderTime, element }] = list.getEntries();
    const search = document.querySelector("input[type=search]");
    once("painted", renderTime, { row: centre(element.closest(".row")), search: search && centre(search) });
  }).observe({ type: "element", buffered: true });
  let pressed = null;
  addEventListener("keydown", ({ timeStamp }) => { pressed = timeStamp; }, true);
  const afterPaint = new MessageChannel();
  let typed = null;
  afterPaint.port1.onmessage = () => tell("typed", performance.now(), { ms: performance.now() - typed, key: typed });
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries())
      if (name === "keydown") tell("timed", startTime, { key: startTime, ms: duration });
  }).observe({ type: "event", durationThreshold: SHORTEST_MS });
  new MutationObserver((changes) => {
    if (pressed === null) {
      document.querySelector(".row .name")?.setAttribute("elementtiming", "row");
      if (document.querySelector(".ring")) once("usable", performance.now());
      return;
    }
    const list = document.querySelector(".rows");
    if (!changes.some(({ target }) => list?.contains(target) || target.contains(list))) return;
    typed = pressed;
    pressed = null;
    requestAnimationFrame(() => afterPaint.port2.postMessage(null));
  }).observe(document, { childList: true, subtree: true, characterData: true });
})()`;

/**
 * Opens an address in a profile of its own, and clicks a row as soon as one has been painted, as a user does.
 * Returns when the row's document arrived, in ms since its request; when the row had been painted; and,
 * unless the document is `bare`, when the click took effect: both in ms since the request of the address, or,
 * with `open`, since that was run in the page, once it had come to rest. With `script` the page has run that
 * before, and prepared as much as it can. With `warm` the profile has done all of it before.
 */
export const watch = async (browser, view) => {
  const { browserContextId } = await browser.send("Target.createBrowserContext");
  if (view.warm) await look(browser, browserContextId, view);
  const times = await look(browser, browserContextId, view);
  await browser.send("Target.disposeBrowserContext", { browserContextId });
  return times;
};

/**
 * Types texts into the field above a list in a frame on another site, and deletes each with as many keys. Only
 * the frame's CPU is slow: the browser slows a process down by keeping a core busy, even for a page that has
 * nothing to do, so a slow page around the frame would take the core of the compositor. Returns of each key, in ms:
 * `drawn`, how long it took until the list was drawn in a frame, and `shown`, until the browser showed that
 * frame, by its own event timing, which counts in steps of 8 ms from 16.
 */
export const watchTyping = async (browser, { url, script, texts }) => {
  const { browserContextId } = await browser.send("Target.createBrowserContext");
  const page = await openPage(browser, browserContextId, { url, script });
  const { search } = await page.next("painted");
  await page.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await setTimeout(IDLE_MS);
  await page.click(search);
  const times = [];
  for (const press of texts.flatMap((text) => [...text, ...Array(text.length).fill(BACKSPACE)])) {
    const key = typeof press === "string" ? { key: press, text: press } : press;
    const typed = page.next("typed");
    await page.send("Input.dispatchKeyEvent", { type: "keyDown", ...key });
    await page.send("Input.dispatchKeyEvent", { ...key, type: "keyUp", text: undefined });
    times.push(await typed);
    await setTimeout(KEY_MS);
  }
  const timed = new Map(page.all("timed").map(({ key, ms }) => [key, ms]));
  await browser.send("Target.disposeBrowserContext", { browserContextId });
  return times.map(({ key, ms }) => ({ drawn: ms, shown: timed.get(key) ?? SHORTEST_MS }));
};

const BACKSPACE = { key: "Backspace", code: "Backspace", windowsVirtualKeyCode: 8 };

async function look(browser, browserContextId, { url, script, open, bare }) {
  const page = await openPage(browser, browserContextId, { url, script });
  let began = null;
  if (open) {
    await page.loaded;
    await setTimeout(script ? IDLE_MS : REST_MS);
    const now = `const now = performance.timeOrigin + performance.now(); ${open}; now`;
    const { result } = await page.send("Runtime.evaluate", { expression: now });
    began = result.value;
  }
  const since = ({ at, epoch }) => (began === null ? at : epoch - began);
  const sight = await page.next("painted");
  const painted = { painted: since(sight), there: sight.there };
  if (bare) {
    await page.close();
    return painted;
  }
  const usable = page.next("usable");
  await page.click(sight.row);
  const again = setInterval(() => page.click(sight.row).catch(() => undefined), LOST_MS);
  const { at, epoch } = await usable;
  clearInterval(again);
  await page.close();
  return { ...painted, usable: since({ at, epoch }) };
}

/** A page on a slow phone, and its documents' reports. */
async function openPage(browser, browserContextId, { url, script }) {
  const { targetId } = await browser.send("Target.createTarget", {
    url: "about:blank",
    browserContextId,
    newWindow: true,
    width: 390,
    height: 844,
  });
  const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
  const send = (method, params) => browser.send(method, params, sessionId);
  const sessions = new Set([sessionId]);
  const sightings = [];
  const waiting = [];
  let onLoaded;
  const loaded = new Promise((resolve) => {
    onLoaded = resolve;
  });
  const hear = async (method, params, from) => {
    if (!sessions.has(from)) return;
    if (method === "Target.attachedToTarget") {
      sessions.add(params.sessionId);
      await slowDown(browser, params.sessionId);
    }
    if (method === "Page.loadEventFired" && from === sessionId) {
      if (script) await send("Runtime.evaluate", { expression: script });
      onLoaded();
    }
    if (method !== "Runtime.bindingCalled") return;
    const sighting = JSON.parse(params.payload);
    const place = waiting.findIndex(({ name }) => name === sighting.name);
    if (place < 0) sightings.push(sighting);
    else waiting.splice(place, 1)[0].resolve(sighting);
  };
  browser.on((...event) => void hear(...event).catch(() => undefined));
  await slowDown(browser, sessionId);
  await send("Page.navigate", { url });
  return {
    send,
    loaded,
    /** The value that a document reports under a name, once. */
    next: (name) =>
      new Promise((resolve, reject) => {
        const place = sightings.findIndex((sighting) => sighting.name === name);
        if (place >= 0) return resolve(sightings.splice(place, 1)[0]);
        waiting.push({ name, resolve });
        const late = () => reject(new Error(`nothing was ${name} on ${url} for a minute`));
        void setTimeout(MAX_MS, undefined, { ref: false }).then(late);
      }),
    /** The values reported under a name so far. */
    all: (name) => sightings.filter((sighting) => sighting.name === name),
    click: async ({ x, y }) => {
      const at = { x, y, button: "left", clickCount: 1 };
      await send("Input.dispatchMouseEvent", { type: "mousePressed", ...at });
      await send("Input.dispatchMouseEvent", { type: "mouseReleased", ...at });
    },
    close: () => browser.send("Target.closeTarget", { targetId }),
  };
}

async function slowDown(browser, sessionId) {
  const send = (method, params) => browser.send(method, params, sessionId);
  await Promise.all([
    send("Page.enable"),
    send("Runtime.enable"),
    send("Network.enable"),
    send("Runtime.addBinding", { name: "report" }),
    send("Page.addScriptToEvaluateOnNewDocument", { source: WATCH }),
    send("Network.emulateNetworkConditions", NETWORK),
    send("Emulation.setCPUThrottlingRate", { rate: CPU_RATE }),
    send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
    send("Runtime.runIfWaitingForDebugger"),
  ]);
}
