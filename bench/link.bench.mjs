// When Link is seen, and when it can be used, on a slow network (562.5 ms a request, 1.44 Mbps) and a
// slow device (a quarter of this one's CPU): as the page of a WebView, and in a frame on another site;
// beside a bare document of the same size, which no document can be seen before. The network is slowed
// down by the browser itself, for each page and each frame; the time counts from when the document is
// asked for. What can be used is found out by a click, as soon as there is a row to click.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "./api/servers.mjs";
import { startBrowser } from "./link/browser.mjs";
import { servePages } from "./link/pages.mjs";
import { watch } from "./link/watch.mjs";
import { row } from "./measure.mjs";

const ROUNDS = 7;
const PAINTED_MS = 750;
const USABLE_MS = 1400;
const PUBLIC_KEY = "0123456789abcdef0123456789abcdef";

/** The rows of this bench: of each measure the median of the rounds. */
export const bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const service = await startService(folder, { SERVICE_LINK_PUBLIC_KEY: PUBLIC_KEY });
  const origin = `http://localhost:${service.port}`;
  const config = {
    clientName: "Corner Shop",
    product: ["auth", "transactions"],
    key: PUBLIC_KEY,
    env: "sandbox",
  };
  const webview = `${origin}/link.html?${new URLSearchParams({ ...config, isWebview: "true" })}`;
  const { length } = await (await fetch(webview)).text();
  const pages = await servePages(origin, config, length);
  const at = (path) => `http://127.0.0.1:${pages.port}${path}`;
  const openScript = "Service.create({ ...config, onSuccess() {} }).open()";
  const frameScript = `document.body.append(Object.assign(document.createElement("iframe"), { src: "http://localhost:${pages.port}/bare" }))`;
  const views = {
    bare: { url: at("/bare"), bare: true },
    webview: { url: webview },
    bareFrame: { url: at("/around"), script: frameScript, bare: true },
    frame: { url: at("/shop"), script: openScript },
  };

  const rounds = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const browser = await startBrowser();
    const times = {};
    for (const [name, view] of Object.entries(views)) times[name] = await watch(browser, view);
    if (round > 0) rounds.push(times);
    await browser.close();
  }
  pages.close();
  await service.stop();
  rmSync(folder, { recursive: true });
  return [
    ...rowsOf("a WebView's page", rounds, "webview", "bare"),
    ...rowsOf("a frame", rounds, "frame", "bareFrame"),
  ];
};

function rowsOf(place, rounds, name, bare) {
  const median = (view, what) => {
    const ascending = rounds.map((round) => round[view][what]).sort((one, other) => one - other);
    return ascending[Math.floor(ascending.length / 2)];
  };
  return [
    row(`${place}: a bare document, there`, median(bare, "there"), "ms"),
    row(`${place}: a bare document, painted`, median(bare, "painted"), "ms"),
    row(`${place}: Link, there`, median(name, "there"), "ms"),
    row(`${place}: Link, painted`, median(name, "painted"), "ms", {
      most: PAINTED_MS,
      than: median(bare, "painted"),
    }),
    row(`${place}: Link, usable`, median(name, "usable"), "ms", {
      most: USABLE_MS,
      than: median(bare, "painted"),
    }),
  ];
}
