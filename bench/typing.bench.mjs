// Measures how long a key takes in the search of Link, in a frame on another site, until the list is painted,
// with 12,000 institutions on a quarter of this device's CPU; compared with a list of as many rows that needs
// no search. Each key is one of a keyboard, sent by the browser's own protocol, and each text is typed and
// deleted again, with a typing mistake and with words in many names.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { madeUpInstitutions } from "./institutions.mjs";
import { startBrowser } from "./link/browser.mjs";
import { servePages } from "./link/pages.mjs";
import { CONFIG, openScript, startLink } from "./link/service.mjs";
import { watchTyping } from "./link/watch.mjs";
import { row } from "./measure.mjs";

const ROUNDS = 3;
const INSTITUTIONS = 12_000;
const TEXTS = ["national", "credit un", "savngs"];

/** Two frames at 60 a second. */
const KEY_MS = 33;

/** The rows of this bench: of all keys in all rounds, of which the first warms up. */
export const bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const service = await startLink(join(folder, "many"), madeUpInstitutions(INSTITUTIONS));
  const pages = await servePages(service.origin, CONFIG, 1);
  const at = (path) => `http://127.0.0.1:${pages.port}${path}`;
  const bare = [];
  const link = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const browser = await startBrowser();
    const type = (path, script) => watchTyping(browser, { url: at(path), script, texts: TEXTS });
    const bareTimes = await type("/around", pages.inFrame("/typing"));
    const linkTimes = await type("/shop", openScript);
    if (round > 0) {
      bare.push(...bareTimes);
      link.push(...linkTimes);
    }
    await browser.close();
  }
  pages.close();
  await service.stop();
  rmSync(folder, { recursive: true });
  const rows = ["p50", "p95"].flatMap((part) =>
    ["drawn", "shown"].flatMap((what) => {
      const than = share(bare, what, part);
      const value = share(link, what, part);
      return [
        row(`a key, to a list without a search, ${what}, ${part}`, than, "ms"),
        row(`a key, out of ${INSTITUTIONS} institutions, ${what}, ${part}`, value, "ms", {
          max: KEY_MS,
          than,
        }),
      ];
    }),
  );
  return [row("keys", link.length, ""), ...rows];
};

const SHARES = { p50: 0.5, p95: 0.95 };

function share(times, what, part) {
  const ascending = times.map((time) => time[what]).toSorted((a, b) => a - b);
  return ascending[Math.floor(ascending.length * SHARES[part])];
}
