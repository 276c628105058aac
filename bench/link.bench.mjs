// Measures when Link is visible and when it is usable, on a slow network (562.5 ms a request, 1.44 Mbps) and
// a slow device (a quarter of this one's CPU): as the page of a WebView, and in a frame on another site, for
// a new visitor (cold), for a returning one (warm), and in a page that has created its handler in advance;
// compared with a bare document with as much to see, which is the lower bound.
//
// The browser itself slows down the network, for each page and each frame. Times count from when a WebView
// requests the document, and from `open()` in a page that has come to rest. Painted: the first bank of the list
// has been drawn. Usable: one click on it, made as soon as it is painted, has had an effect: Link shows progress
// for that bank. A new visitor has nothing cached, neither documents nor compiled scripts; the browser has shown
// a page before.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBrowser } from "./link/browser.mjs";
import { servePages } from "./link/pages.mjs";
import { CONFIG, createScript, openScript, startLink } from "./link/service.mjs";
import { watch } from "./link/watch.mjs";
import { row } from "./measure.mjs";

const ROUNDS = 7;
const PAINTED_MS = 750;
const USABLE_MS = 1400;
const PRELOAD_USABLE_MS = 300;

/** The rows of this bench: the median of the rounds for each measure. */
export const bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const service = await startLink(join(folder, "few"));
  const document = await (await fetch(service.webview)).text();
  const { length } = document.replace(/<script.*?<\/script>/gs, "");
  const pages = await servePages(service.origin, CONFIG, length);
  const at = (path) => `http://127.0.0.1:${pages.port}${path}`;
  const views = {
    bare: { url: at("/bare"), bare: true },
    webview: { url: service.webview },
    bareFrame: { url: at("/around"), open: pages.inFrame("/bare"), bare: true },
    frame: { url: at("/shop"), open: openScript },
    warm: { url: at("/shop"), open: openScript, warm: true },
    preload: { url: at("/shop"), script: createScript, open: "handler.open()" },
  };

  const rounds = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const browser = await startBrowser();
    const times = {};
    await watch(browser, views.bareFrame);
    for (const [name, view] of Object.entries(views)) times[name] = await watch(browser, view);
    if (round > 0) rounds.push(times);
    await browser.close();
  }
  pages.close();
  await service.stop();
  rmSync(folder, { recursive: true });
  return [
    ...toRows("a WebView's page, cold", rounds, "webview", "bare"),
    ...toRows("a frame, cold", rounds, "frame", "bareFrame"),
    ...linkRows("a frame, warm", rounds, "warm", "bareFrame"),
    row("a handler made before, opened: usable", median(rounds, "preload", "usable"), "ms", {
      max: PRELOAD_USABLE_MS,
      than: median(rounds, "bareFrame", "painted"),
    }),
  ];
};

const inOrder = (numbers) => numbers.toSorted((a, b) => a - b);

function median(rounds, view, what) {
  const ascending = inOrder(rounds.map((round) => round[view][what]));
  return ascending[Math.floor(ascending.length / 2)];
}

function toRows(place, rounds, name, bare) {
  const than = median(rounds, bare, "painted");
  return [
    row(`${place}: a bare document, there`, median(rounds, bare, "there"), "ms"),
    row(`${place}: a bare document, painted`, than, "ms"),
    ...linkRows(place, rounds, name, bare),
  ];
}

function linkRows(place, rounds, name, bare) {
  const than = median(rounds, bare, "painted");
  return [
    row(`${place}: Link, there`, median(rounds, name, "there"), "ms"),
    row(`${place}: Link, painted`, median(rounds, name, "painted"), "ms", {
      max: PAINTED_MS,
      than,
    }),
    row(`${place}: Link, usable`, median(rounds, name, "usable"), "ms", { max: USABLE_MS, than }),
  ];
}
