// Makes link.webp, the moving picture of the README, link.jpg and link-dark.jpg, the pictures of Link in
// build-an-application.md, and looks.jpg, that of its looks: run `npm run build` first, then
// `node docs/images/make.mjs`, or with the name of one of the four.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { animatedWebp } from "./animated-webp.mjs";

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
  const pictures = {
    "link.webp": async () => animatedWebp(await filmLink(browser, shop)),
    "link.jpg": async () => {
      const { list, signIn, accounts } = await photographViews(browser, shop, "light");
      return composePicture(browser, [list, signIn, accounts]);
    },
    "link-dark.jpg": async () => {
      const { search, code, connected } = await photographViews(browser, shop, "dark");
      return composePicture(browser, [search, code, connected], "#42516f, #5b6d90");
    },
    "looks.jpg": async () => {
      const looks = [];
      for (const theme of LOOKS) looks.push(await photographLook(browser, shop, theme));
      return composePicture(browser, looks);
    },
  };
  const names = process.argv.slice(2);
  for (const [name, make] of Object.entries(pictures))
    if (names.length === 0 || names.includes(name)) writeFileSync(target(name), await make());
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

/** Films a user from the shop's button to the accounts; returns the frames as WebP, each with its milliseconds. */
async function filmLink(browser, shop) {
  const page = await browser.newPage({
    viewport: SIZE,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const studio = await browser.newPage();
  const frames = [];
  /** Takes a frame; with the element that is pressed next, another one with the finger on it. */
  const take = async (duration, pressed) => {
    const picture = await page.screenshot({ animations: "disabled", caret: "initial" });
    const box = await pressed?.boundingBox();
    const finger = box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    frames.push({ duration, webp: await encodeFrame(studio, picture, null) });
    if (finger) frames.push({ duration: 350, webp: await encodeFrame(studio, picture, finger) });
  };
  const press = async (element, duration) => {
    await take(duration, element);
    await element.tap();
  };
  const type = async (field, text) => {
    await field.tap();
    for (const [at] of [...text].entries())
      if (at % 3 === 2 || at === text.length - 1) {
        await field.fill(text.slice(0, at + 1));
        await take(at === text.length - 1 ? 500 : 160);
      }
  };
  await page.goto(shop);
  await press(page.getByRole("button", { name: "Connect a bank account" }), 1400);
  const link = page.frameLocator('iframe[name="service-link"]');
  const bank = link.getByTestId("institution-ins_109508");
  await bank.waitFor();
  await press(bank, 1600);
  await link.getByTestId("credential-username").waitFor();
  await take(900);
  await type(link.getByTestId("credential-username"), "user_good");
  await type(link.getByTestId("credential-password"), "pass_good");
  const submit = link.getByTestId("submit").and(link.locator(":enabled"));
  await press(submit, 500);
  const account = link.getByRole("checkbox").first();
  await account.waitFor();
  await press(account, 1100);
  await press(submit, 900);
  const finish = link.getByTestId("finish");
  await finish.waitFor();
  await press(finish, 1600);
  await page.getByText("Your account is connected.").waitFor();
  await page.getByRole("article").waitFor();
  await take(3000);
  await page.close();
  return frames;
}

/** Encodes a screenshot on its ground as WebP by the browser's encoder, with a finger at a place, if one is given. */
async function encodeFrame(studio, picture, finger) {
  const address = await studio.evaluate(
    async ({ png, finger, size }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const [width, height, margin] = [1200, 1000, 40];
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d");
      const ground = context.createLinearGradient(0, 0, width, height);
      ground.addColorStop(0, "#e7efe9");
      ground.addColorStop(1, "#dfe8f3");
      context.fillStyle = ground;
      context.fillRect(0, 0, width, height);
      const scale = (height - 2 * margin) / size.height;
      context.translate((width - size.width * scale) / 2, margin);
      context.scale(scale, scale);
      context.beginPath();
      context.roundRect(0, 0, size.width, size.height, 22);
      context.shadowColor = "#0b2a3d38";
      context.shadowBlur = 40;
      context.fill();
      context.clip();
      context.shadowColor = "transparent";
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, size.width, size.height);
      if (finger) {
        context.beginPath();
        context.arc(finger.x, finger.y, 18, 0, 2 * Math.PI);
        context.fillStyle = "#11182759";
        context.fill();
        context.lineWidth = 1.5;
        context.strokeStyle = "#ffffffcc";
        context.stroke();
      }
      return canvas.toDataURL("image/webp", 0.8);
    },
    { png: picture.toString("base64"), finger, size: SIZE },
  );
  return Buffer.from(address.split(",")[1], "base64");
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
