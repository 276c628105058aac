// Draws the icon of each primary finance category, public/icons/v1/<category>.png: white lines on a coloured square, so
// that it shows on light and dark pages. They are our own drawings, under the licence of this repository. A changed icon
// gets a new folder (v2), since browsers keep the old address for a year.
//
//   node scripts/make-category-icons.mjs

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { findChromium } from "./find-browsers.mjs";

const FOLDER = join(import.meta.dirname, "../public/icons/v1");
const PIXELS = 96;

/** The colour of each category, and the lines of its icon on a grid of 24 × 24. */
const ICONS = {
  income: ["#2e7d4f", "M12 4v10.5M7.8 10.5l4.2 4.2 4.2-4.2M5 15.5v4h14v-4"],
  "transfer-in": ["#1f7f8c", "M17.5 6.5 7 17M7 8.5V17h8.5"],
  "transfer-out": ["#4557b8", "M6.5 17.5 17 7M8.5 7H17v8.5"],
  "loan-payments": [
    "#7a4fb0",
    "M6.5 17.5l11-11M9.8 7.5a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0M18.8 16.5a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0",
  ],
  "bank-fees": [
    "#5b6778",
    "M4 9.8 12 5l8 4.8zM6.5 10v6.5M10.2 10v6.5M13.8 10v6.5M17.5 10v6.5M4 19h16",
  ],
  entertainment: ["#b3437e", "M20 12a8 8 0 1 1-16 0 8 8 0 0 1 16 0M10.3 8.7v6.6l5.4-3.3z"],
  "food-and-drink": [
    "#c2571f",
    "M6 4v4.6a2.7 2.7 0 0 0 5.4 0V4M8.7 4v16M17 20V4c-2.2 1.6-3.3 4.4-3.3 8.5H17",
  ],
  "general-merchandise": ["#2f6fb5", "M5.5 8.5h13l-1 11h-11zM9 11V7.5a3 3 0 0 1 6 0V11"],
  "home-improvement": [
    "#8a6234",
    "M4.5 19.5l8.2-8.2M10 8.2l3.6-3.7c2.4-.2 4.4.7 6 2.5l-2.8 2.9-1.3-1.2-2.8 2.6z",
  ],
  medical: ["#c0392f", "M9.5 4.5h5v5h5v5h-5v5h-5v-5h-5v-5h5z"],
  "personal-care": [
    "#a1489b",
    "M8.9 14.7 16.5 4M15.1 14.7 7.5 4M9.8 17a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0M19.4 17a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0",
  ],
  "general-services": [
    "#3f7a72",
    "M5.5 8h13A1.5 1.5 0 0 1 20 9.5v8a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5v-8A1.5 1.5 0 0 1 5.5 8M9 8V6.5A1.5 1.5 0 0 1 10.5 5h3A1.5 1.5 0 0 1 15 6.5V8M4 12.8h6.5M13.5 12.8H20M10.5 11.5h3v2.6h-3z",
  ],
  "government-and-non-profit": ["#3a4f86", "M6 20.5V4M6 5h12.5l-3 4 3 4H6"],
  transportation: [
    "#557a1f",
    "M4 16.5v-4l2.2-5.8h11.6l2.2 5.8v4zM4 12.5h16M6.5 16.5V19M17.5 16.5V19M7.3 14.5h.9M15.8 14.5h.9",
  ],
  travel: ["#1c7fa8", "M3.8 11.3 20.2 4l-5.9 16.2-3.4-6.7zM10.9 13.5 20.2 4"],
  "rent-and-utilities": [
    "#a67713",
    "M3.8 11.8 12 4.5l8.2 7.3M6 10v9.5h12V10M12.8 10.5l-2.3 3.3h3l-2.3 3.2",
  ],
};

const picture = ([colour, lines]) => `
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="${PIXELS}" height="${PIXELS}">
    <rect width="24" height="24" rx="6" fill="${colour}"/>
    <path d="${lines}" transform="translate(3 3) scale(.75)" fill="none" stroke="#fff" stroke-width="2"
      stroke-linecap="round" stroke-linejoin="round"/>
  </svg>`;

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: findChromium() });
const page = await browser.newPage({ viewport: { width: PIXELS, height: PIXELS } });
for (const [name, icon] of Object.entries(ICONS)) {
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${picture(icon)}`);
  await page.screenshot({ path: join(FOLDER, `${name}.png`), omitBackground: true });
}
await browser.close();
