// Makes link.jpg and link-dark.jpg, the pictures of Link in the README and in build-an-application.md, and looks.jpg,
// that of its looks: run `npm run build` first, then `node docs/images/make.mjs`.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const SIZE = { width: 400, height: 680 };
const PROJECT = new URL("../..", import.meta.url).pathname;
const target = (name) => new URL(name, import.meta.url).pathname;

/** The looks in looks.jpg; the first one is Link's own. */
const LOOKS = [
  {},
  { mode: "dark", accent: "#7c5cff", radius: 26 },
  { accent: "#0b5c6b", radius: 4 },
  { accent: "#8c1c2b", radius: 8, font: "DejaVu Serif" },
];

const folder = mkdtempSync(join(tmpdir(), "service-link-picture-"));
const server = spawn(
  process.execPath,
  ["dist/cli.js", "serve", "--port", "0", "--data", join(folder, "data")],
  { cwd: PROJECT, stdio: ["ignore", "pipe", "inherit"] },
);
try {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  const shop = await shopAddress();
  const { list, signIn, accounts } = await photographViews(browser, shop, "light");
  writeFileSync(target("link.jpg"), await composePicture(browser, [list, signIn, accounts]));
  const dark = await photographViews(browser, shop, "dark");
  writeFileSync(
    target("link-dark.jpg"),
    await composePicture(browser, [dark.search, dark.code, dark.connected], "#42516f, #5b6d90"),
  );
  const looks = [];
  for (const theme of LOOKS) looks.push(await photographLook(browser, shop, theme));
  writeFileSync(target("looks.jpg"), await composePicture(browser, looks));
  await browser.close();
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the address of the demo shop, as the server prints it. */
async function shopAddress() {
  let output = "";
  for await (const chunk of server.stdout) {
    output += chunk;
    const address = /Demo shop\s+(\S+)/.exec(output)?.[1];
    if (address && output.includes("Ctrl+C")) return address;
  }
  throw new Error(`the server ended: ${output}`);
}

/** Photographs Link's first view as the shop shows it with a theme. */
async function photographLook(browser, shop, theme) {
  const page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 2, isMobile: true });
  await page.addInitScript((look) => {
    let service;
    Object.defineProperty(window, "Service", {
      get: () => service,
      set: ({ create }) => {
        service = { create: (config) => create({ ...config, theme: look }) };
      },
    });
  }, theme);
  await page.goto(shop);
  await page.getByRole("button", { name: "Connect a bank account" }).click();
  const link = page.frameLocator('iframe[name="service-link"]');
  await link.getByTestId("institution-ins_109508").click();
  await link.getByTestId("credential-username").fill("user_good");
  await link.getByTestId("submit").and(link.locator(":enabled")).waitFor();
  const picture = await page.screenshot({ animations: "disabled" });
  await page.close();
  return picture;
}

/** Goes through Link as a user does, and photographs its views. */
async function photographViews(browser, shop, colorScheme) {
  const page = await browser.newPage({
    viewport: SIZE,
    colorScheme,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  await page.goto(shop);
  await page.getByRole("button", { name: "Connect a bank account" }).click();
  const link = page.frameLocator('iframe[name="service-link"]');
  const views = {};
  const photograph = async (name) => {
    await link.locator("body").evaluate(async ({ ownerDocument: { fonts, images } }) => {
      await Promise.all([fonts.ready, ...[...images].map((image) => image.decode())]);
    });
    // Every animation is shown at its end.
    views[name] = await page.screenshot({ animations: "disabled" });
  };
  await link.getByTestId("institution-ins_109508").waitFor();
  await photograph("list");
  // With a mistake, which the search forgives.
  await link.getByTestId("institution-search").fill("platipus");
  await link
    .getByRole("status")
    .filter({ hasText: /^\d+ institution/ })
    .waitFor();
  await photograph("search");
  await link.getByTestId("institution-ins_109508").click();
  await link.getByTestId("credential-username").fill("user_good");
  await link.getByTestId("credential-password").fill("pass_good");
  await link.getByTestId("submit").and(link.locator(":enabled")).waitFor();
  await photograph("signIn");
  await link.getByTestId("credential-password").fill("mfa_code");
  await link.getByTestId("submit").click();
  await link.getByTestId("mfa-code").fill("1234");
  await photograph("code");
  await link.getByTestId("submit").click();
  await link.getByRole("checkbox").first().check();
  await link.getByRole("checkbox").nth(1).check();
  await link.getByRole("heading", { level: 1 }).scrollIntoViewIfNeeded();
  await photograph("accounts");
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").waitFor();
  await photograph("connected");
  await page.close();
  return views;
}

/** The views side by side. */
async function composePicture(browser, views, ground = "#e7efe9, #dfe8f3") {
  const page = await browser.newPage({
    viewport: { width: 1280, height: views.length > 3 ? 600 : 760 },
    deviceScaleFactor: 1.5,
  });
  const images = views
    .map((view) => `<img src="data:image/png;base64,${view.toString("base64")}">`)
    .join("");
  await page.setContent(`<!doctype html><style>
    body { margin: 0; height: 100vh; display: flex; gap: 36px; align-items: center; justify-content: center;
      background: linear-gradient(120deg, ${ground}); }
    img { width: calc((100% - 44px) / ${views.length} - 36px); max-width: 376px; border-radius: 22px; box-shadow: 0 1px 2px #0002, 0 18px 44px #0b2a3d26; }
  </style>${images}`);
  const picture = await page.screenshot({ type: "jpeg", quality: 84 });
  await page.close();
  return picture;
}
