// Draws the pictures of our mark, public/*.png, favicon.ico and the one in mails, from public/favicon.svg. Each has the digest of the drawing
// that it is of, so that a test knows an old one. The picture for links, share.png, is a drawing of its own.
//
//   node scripts/make-marks.mjs

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { chromium } from "@playwright/test";
import { findChromium } from "./find-browsers.mjs";

const FOLDER = join(import.meta.dirname, "../public");

/**
 * The files with their width, and the mark's size on a square. Without a size, the square has round
 * corners.
 */
const PICTURES = {
  "apple-touch-icon.png": { pixels: 180, size: 1 },
  "icon-192.png": { pixels: 192 },
  "icon-512.png": { pixels: 512 },
  // Phones cut a maskable picture to a shape of theirs.
  "icon-maskable-512.png": { pixels: 512, size: 0.9 },
};
const ICO_PIXELS = [16, 32, 48];
const MAIL_PIXELS = 64;

const svg = readFileSync(join(FOLDER, "favicon.svg"), "utf8");
const digest = createHash("sha256").update(svg).digest("hex");
const [, ground = ""] = /<rect [^>]*fill="(#[0-9a-f]{6})"/.exec(svg) ?? [];

const browser = await chromium.launch({ executablePath: findChromium() });
for (const [name, picture] of Object.entries(PICTURES))
  writeFileSync(join(FOLDER, name), await draw(picture));
const icons = [];
for (const pixels of ICO_PIXELS) icons.push(await draw({ pixels }));
writeFileSync(join(FOLDER, "favicon.ico"), toIco(icons));
await writeMailMark();
await browser.close();

/** Mails load no pictures, so the server attaches the mark at twice its shown size. */
async function writeMailMark() {
  const png = await draw({ pixels: MAIL_PIXELS });
  const lines = png
    .toString("base64")
    .match(/.{1,76}/g)
    .map((line) => `  "${line}",\n`);
  const text = `/** The mark in mails, a PNG in base64, drawn by scripts/make-marks.mjs. */\nexport const MARK_PNG = [\n${lines.join("")}].join("");\n`;
  writeFileSync(join(import.meta.dirname, "../src/server/adapters/mark-picture.ts"), text);
}

async function draw({ pixels, size }) {
  const page = await browser.newPage({ viewport: { width: pixels, height: pixels } });
  const background = size ? `background: ${ground};` : "";
  const style = `body { margin: 0; ${background} } svg { display: block; transform: scale(${size ?? 1}) }`;
  await page.setContent(`<style>${style}</style>${svg}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return withDigest(png);
}

/** Adds the digest as a text chunk before the last chunk, which has 12 bytes. */
function withDigest(png) {
  const content = Buffer.from(`tEXtmark\0${digest}`, "latin1");
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(content.length - 4);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return Buffer.concat([png.subarray(0, -12), chunk, png.subarray(-12)]);
}

/** Returns pictures as one ICO file. */
function toIco(pngs) {
  const head = Buffer.alloc(6 + 16 * pngs.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pngs.length, 4);
  let offset = head.length;
  for (const [at, png] of pngs.entries()) {
    const entry = 6 + 16 * at;
    head.writeUInt8(ICO_PIXELS[at], entry);
    head.writeUInt8(ICO_PIXELS[at], entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pngs]);
}
