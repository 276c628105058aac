// Measures when Link is visible and when it is usable, on a slow network (562.5 ms a request, 1.44 Mbps) and
// a slow device (a quarter of this one's CPU): as the page of a WebView, and in a frame on another site, for
// a new visitor (cold), for a returning one (warm), and in a page that has created its handler in advance;
// compared with a bare document with as much to see, which is the lower bound. Then how long a key takes
// until the list is painted, with 12,000 institutions, compared with a list that needs no search.
//
// The browser itself slows down the network, for each page and each frame. Times count from when a WebView
// requests the document, and from `open()` in a page that has come to rest. Painted: the first bank of the list
// has been drawn. Usable: one click on it, made as soon as it is painted, has had an effect: Link shows progress
// for that bank. A new visitor has nothing cached, neither documents nor compiled scripts; the browser has shown
// a page before.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "./api/servers.mjs";
import { madeUpInstitutions } from "./institutions.mjs";
import { startBrowser } from "./link/browser.mjs";
import { servePages } from "./link/pages.mjs";
import { watch, watchTyping } from "./link/watch.mjs";
import { row } from "./measure.mjs";

const ROUNDS = 7;
const PAINTED_MS = 750;
const USABLE_MS = 1400;
const PRELOAD_USABLE_MS = 300;
const KEY_MS = 100;
const PUBLIC_KEY = "0123456789abcdef0123456789abcdef";

const INSTITUTIONS = 12_000;
const TEXT = "national";

/** The rows of this bench: the median of the rounds for each measure. */
export const bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const service = await startLink(join(folder, "few"));
  const large = await startLink(join(folder, "many"), madeUpInstitutions(INSTITUTIONS));
  const document = await (await fetch(service.webview)).text();
  const { length } = document.replace(/<script.*?<\/script>/gs, "");
  const pages = await servePages(service.origin, CONFIG, length);
  const largePages = await servePages(large.origin, CONFIG, length);
  const at = (path, { port } = pages) => `http://127.0.0.1:${port}${path}`;
  const create = "handler = Service.create({ ...config, onSuccess() {} })";
  const opening = `${create}; handler.open()`;
  const frameScript = `document.body.append(Object.assign(document.createElement("iframe"), { src: "http://localhost:${pages.port}/bare" }))`;
  const views = {
    bare: { url: at("/bare"), bare: true },
    webview: { url: service.webview },
    bareFrame: { url: at("/around"), open: frameScript, bare: true },
    frame: { url: at("/shop"), open: opening },
    warm: { url: at("/shop"), open: opening, warm: true },
    preload: { url: at("/shop"), script: create, open: "handler.open()" },
  };

  const rounds = [];
  const keys = { bare: [], link: [] };
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const browser = await startBrowser();
    const times = {};
    await watch(browser, views.bareFrame);
    for (const [name, view] of Object.entries(views)) times[name] = await watch(browser, view);
    const bare = await watchTyping(browser, { url: at("/typing"), text: TEXT });
    const shop = at("/shop", largePages);
    const link = await watchTyping(browser, { url: shop, script: opening, text: TEXT });
    if (round > 0) {
      rounds.push(times);
      keys.bare.push(...bare);
      keys.link.push(...link);
    }
    await browser.close();
  }
  for (const server of [pages, largePages]) server.close();
  for (const server of [service, large]) await server.stop();
  rmSync(folder, { recursive: true });
  return [
    ...rowsOf("a WebView's page, cold", rounds, "webview", "bare"),
    ...rowsOf("a frame, cold", rounds, "frame", "bareFrame"),
    ...linkRows("a frame, warm", rounds, "warm", "bareFrame"),
    row("a handler made before, opened: usable", median(rounds, "preload", "usable"), "ms", {
      max: PRELOAD_USABLE_MS,
      than: median(rounds, "bareFrame", "painted"),
    }),
    ...keyRows(keys),
  ];
};

const CONFIG = {
  clientName: "Corner Shop",
  product: ["auth", "transactions"],
  key: PUBLIC_KEY,
  env: "sandbox",
};

/** A server, with additional institutions if there are any. */
async function startLink(folder, institutions) {
  if (institutions) {
    const file = `${folder}.json`;
    writeFileSync(file, JSON.stringify(institutions));
    const cli = join(import.meta.dirname, "../dist/cli.js");
    execFileSync(process.execPath, [cli, "institutions", "import", file, "--data", folder]);
  }
  const service = await startService(folder, { SERVICE_LINK_PUBLIC_KEY: PUBLIC_KEY });
  const origin = `http://localhost:${service.port}`;
  const webview = `${origin}/link.html?${new URLSearchParams({ ...CONFIG, isWebview: "true" })}`;
  return { ...service, origin, webview };
}

const inOrder = (numbers) => numbers.toSorted((a, b) => a - b);

function median(rounds, view, what) {
  const ascending = inOrder(rounds.map((round) => round[view][what]));
  return ascending[Math.floor(ascending.length / 2)];
}

function rowsOf(place, rounds, name, bare) {
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

function keyRows({ bare, link }) {
  const share = (times, part) => inOrder(times)[Math.floor(times.length * part)];
  const place = `a key, out of ${INSTITUTIONS} institutions`;
  return [
    row("a key, to a list without a search, painted, p50", share(bare, 0.5), "ms"),
    row(`${place}, painted, p50`, share(link, 0.5), "ms", { max: KEY_MS, than: share(bare, 0.5) }),
    row(`${place}, painted, p95`, share(link, 0.95), "ms", {
      max: KEY_MS,
      than: share(bare, 0.95),
    }),
  ];
}
