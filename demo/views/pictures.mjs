// npm run pictures [scene …]: makes pictures of every view of Link, or of the scenes named, at the size of a phone and of a
// desktop, in light and dark, in English and French, and a contact sheet of each; all in test-results/pictures.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { build, createServer, preview } from "vite";
import { findChromium } from "../../scripts/find-browsers.mjs";

const FOLDER = join(import.meta.dirname, "../../test-results/pictures");
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const COLUMNS = { phone: 8, desktop: 4 };
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
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const theme of ["light", "dark"])
    for (const language of ["en", "fr"]) {
      const name = `${size}-${theme}-${language}`;
      mkdirSync(join(FOLDER, name), { recursive: true });
      const page = await browser.newPage({ viewport, colorScheme: theme, reducedMotion: "reduce" });
      page.on("pageerror", (error) => failures.push(`${name}: ${error.message}`));
      const pictures = [];
      for (const { id, title } of chosen) {
        await page.goto(
          `${address}view.html?${new URLSearchParams({ scene: id, theme, language })}`,
        );
        await page.locator("body[data-state]").waitFor();
        // The page behind Link's frame.
        await page.addStyleTag({ content: "html{background:#8d94a0}" });
        const picture = await page.screenshot({ path: join(FOLDER, name, `${id}.png`) });
        pictures.push({ title, data: picture.toString("base64") });
      }
      await page.close();
      await drawSheet(name, size, pictures);
      console.log(`${name}: ${pictures.length} views`);
    }
}
await browser.close();
await server.close();
rmSync(outDir, { recursive: true });
console.log(`test-results/pictures: ${Object.keys(SIZES).length * 4} contact sheets`);
if (failures.length > 0) {
  console.error(failures.join("\n"));
  process.exitCode = 1;
}

async function drawSheet(name, size, pictures) {
  const page = await browser.newPage({ viewport: { width: SHEET_WIDTH, height: 1000 } });
  const width = Math.floor((SHEET_WIDTH - 24) / COLUMNS[size]) - 16;
  const figures = pictures.map(
    ({ title, data }) =>
      `<figure><figcaption>${title}</figcaption><img width="${width}" src="data:image/png;base64,${data}"></figure>`,
  );
  await page.setContent(
    `<style>body{margin:12px;font:13px system-ui;background:#e9ecf1;display:flex;flex-wrap:wrap;gap:16px}figure{margin:0;width:${width}px}</style>${figures.join("")}`,
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
  const { scenesIn } = await loader.ssrLoadModule("/scenes.ts");
  await loader.close();
  return scenesIn("en");
}
