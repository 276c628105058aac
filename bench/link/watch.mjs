// Opens a page as a phone on a slow network would, and says when what was to be seen was seen.

const NETWORK = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: (0.675 * 1024 * 1024) / 8,
};
const CPU_RATE = 4;

/** Runs in each document before its own scripts; the numbers are ms since it was asked for. */
const WATCH = `(() => {
  const tell = (name, at, rest) => {
    if (tell[name]) return;
    tell[name] = true;
    const [{ responseEnd }] = performance.getEntriesByType("navigation");
    report(JSON.stringify({ name, at, there: responseEnd, ...rest }));
  };
  new PerformanceObserver((list) => {
    const [{ renderTime, element }] = list.getEntries();
    const { x, y, width, height } = element.closest(".row").getBoundingClientRect();
    tell("painted", renderTime, { x: x + width / 2, y: y + Math.min(height, 64) / 2 });
  }).observe({ type: "element", buffered: true });
  new MutationObserver(() => {
    document.querySelector(".row .name")?.setAttribute("elementtiming", "row");
    if (document.querySelector(".ring")) tell("usable", performance.now());
  }).observe(document, { childList: true, subtree: true });
})()`;

/**
 * Goes to an address in a profile of its own, does there what is to be done, if anything, and clicks
 * a row as soon as one has been painted, as a user does. Answers when the document was there, when
 * the row had been painted, and, unless the document is \`bare\`, when the click led on.
 */
export const watch = async (browser, { url, script, bare }) => {
  const { browserContextId } = await browser.send("Target.createBrowserContext");
  const { targetId } = await browser.send("Target.createTarget", {
    url: "about:blank",
    browserContextId,
    width: 390,
    height: 844,
  });
  const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
  const send = (method, params) => browser.send(method, params, sessionId);
  const sessions = new Set([sessionId]);
  let click;
  const sighting = await new Promise((resolve, reject) => {
    const result = {};
    const hear = async (method, params, from) => {
      if (method === "Target.attachedToTarget" && sessions.has(from)) {
        sessions.add(params.sessionId);
        await slowDown(browser, params.sessionId);
      }
      if (method === "Page.loadEventFired" && from === sessionId && script)
        await send("Runtime.evaluate", { expression: script });
      if (method !== "Runtime.bindingCalled" || !sessions.has(from)) return;
      const { name, at, there, x, y } = JSON.parse(params.payload);
      result[name] = at;
      result.there = there;
      if (name === "painted" && !bare) {
        await clickAt(send, x, y);
        click = setInterval(() => clickAt(send, x, y).catch(() => undefined), 500);
      } else if (name === "usable" || bare) resolve(result);
    };
    browser.on((...event) => void hear(...event).catch(reject));
    slowDown(browser, sessionId)
      .then(() => send("Page.navigate", { url }))
      .catch(reject);
  });
  clearInterval(click);
  await browser.send("Target.disposeBrowserContext", { browserContextId });
  return sighting;
};

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

async function clickAt(send, x, y) {
  const at = { x, y, button: "left", clickCount: 1 };
  await send("Input.dispatchMouseEvent", { type: "mousePressed", ...at });
  await send("Input.dispatchMouseEvent", { type: "mouseReleased", ...at });
}
