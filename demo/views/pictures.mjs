// npm run pictures [scene …]: makes pictures of every view of Link, or of the scenes named, at the size of a phone and of a
// desktop, in light and dark, in English and French, and a contact sheet of each; all in test-results/pictures.
import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { build, createServer, preview } from "vite";
import { findChromium } from "../../scripts/find-browsers.mjs";

const FOLDER = join(import.meta.dirname, "../../test-results/pictures");
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const COLUMNS = { phone: 8, desktop: 6 };
/** The width of a picture in a contact sheet. On a desktop, Link is in the middle. */
const SHOWN_WIDTH = { phone: 390, desktop: 560 };
const SHEET_WIDTH = 1920;

const configFile = join(import.meta.dirname, "vite.config.ts");
const choice = process.argv.slice(2);
const all = await scenes();
const unknown = choice.filter((id) => !all.some((scene) => scene.id === id));
if (unknown.length > 0) {
  console.error(`no scene ${unknown.join(", ")}; there are: ${all.map(({ id }) => id).join(", ")}`);
  process.exit(2);
}
const chosen = all.filter(({ id }) => choice.length === 0 || choice.includes(id));
const outDir = join(FOLDER, ".views");
await build({ configFile, logLevel: "error", build: { outDir, emptyOutDir: true } });
const server = await preview({
  configFile,
  build: { outDir },
  preview: { port: 0, host: "127.0.0.1" },
});
const [address] = server.resolvedUrls?.local ?? [];
const browser = await chromium.launch({ executablePath: findChromium() });
const failures = [];
const sheets = Object.keys(SIZES).flatMap((size) =>
  ["light", "dark"].flatMap((theme) => ["en", "fr"].map((language) => ({ size, theme, language }))),
);
// A page mostly waits for its screenshot, so two pages per core keep all cores busy.
await Promise.all(Array.from({ length: availableParallelism() * 2 }, makeSheets));
await browser.close();
await server.close();
rmSync(outDir, { recursive: true });
console.log(`test-results/pictures: ${Object.keys(SIZES).length * 4} contact sheets`);
if (failures.length > 0) {
  console.error(failures.join("\n"));
  process.exitCode = 1;
}

/** Makes contact sheets until none is left. */
async function makeSheets() {
  for (let sheet = sheets.shift(); sheet; sheet = sheets.shift()) await makeSheet(sheet);
}

async function makeSheet({ size, theme, language }) {
  const name = `${size}-${theme}-${language}`;
  mkdirSync(join(FOLDER, name), { recursive: true });
  const page = await browser.newPage({
    viewport: SIZES[size],
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  page.on("pageerror", (error) => failures.push(`${name}: ${error.message}`));
  await page.goto(
    `${address}view.html?${new URLSearchParams({ scene: chosen[0].id, theme, language })}`,
  );
  await page.locator("body[data-state]").waitFor();
  // The page behind Link's frame.
  await page.addStyleTag({ content: "html{background:#8d94a0}" });
  const pictures = [];
  for (const { id, title } of chosen) {
    await page.evaluate((scene) => self.show(scene), id);
    const picture = await page.screenshot({ path: join(FOLDER, name, `${id}.png`) });
    pictures.push({ title, data: picture.toString("base64") });
  }
  await page.close();
  await drawSheet(name, size, pictures);
  console.log(`${name}: ${pictures.length} views`);
}

async function drawSheet(name, size, pictures) {
  const page = await browser.newPage({ viewport: { width: SHEET_WIDTH, height: 1000 } });
  const width = Math.floor((SHEET_WIDTH - 24) / COLUMNS[size]) - 16;
  const height = Math.round((width * SIZES[size].height) / SHOWN_WIDTH[size]);
  const figures = pictures.map(
    ({ title, data }) =>
      `<figure><figcaption>${title}</figcaption><img width="${width}" height="${height}" src="data:image/png;base64,${data}"></figure>`,
  );
  await page.setContent(
    `<style>body{margin:12px;font:13px system-ui;background:#e9ecf1;display:flex;flex-wrap:wrap;gap:16px}figure{margin:0;width:${width}px}img{object-fit:cover}</style>${figures.join("")}`,
  );
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
  await page.close();
}

/** The scenes, which are TypeScript. */
async function scenes() {
  const loader = await createServer({
    configFile,
    logLevel: "error",
    server: { middlewareMode: true },
  });
  const { scenesIn } = await loader.ssrLoadModule("../../src/preview/scenes.ts");
  await loader.close();
  return scenesIn("en");
}
