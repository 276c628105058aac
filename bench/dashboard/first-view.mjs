// Opens the overview like a browser with a slow network and processor, and measures the time to its
// charts.
import { chromium } from "@playwright/test";
import { findChromium } from "../../scripts/find-browsers.mjs";

/** Slow 4G. Its latency is 150 ms in Lighthouse, and 562.5 ms in Chromium's tools. */
const NETWORK = {
  offline: false,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: (0.675 * 1024 * 1024) / 8,
};
const CPU_RATE = 4;
const TIMES = 5;

/** Returns the median time from the page's request to its charts, in ms. */
export const firstView = async (api, cookie, latency) => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
  const times = [];
  try {
    for (let time = 0; time < TIMES; time++) {
      const context = await browser.newContext();
      const [name, value] = cookie.split("=");
      await context.addCookies([{ name, value, url: api }]);
      const page = await context.newPage();
      const tools = await context.newCDPSession(page);
      await tools.send("Network.enable");
      await tools.send("Network.emulateNetworkConditions", { ...NETWORK, latency });
      await tools.send("Emulation.setCPUThrottlingRate", { rate: CPU_RATE });
      await page.addInitScript(watchCharts);
      await page.goto(`${api}/dashboard`, { waitUntil: "commit" });
      times.push(await (await page.waitForFunction(() => window.chartsAt)).jsonValue());
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return times.toSorted((a, b) => a - b)[TIMES >> 1];
};

/** Runs in the page before the page's own scripts. */
function watchCharts() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(".charts svg")) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      window.chartsAt = performance.now();
    });
  });
  observer.observe(document, { subtree: true, childList: true });
}
