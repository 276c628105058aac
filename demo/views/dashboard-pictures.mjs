// npm run pictures:dashboard [page …]: makes pictures of every page of the Dashboard, empty and full, at the size of a
// phone and of a desktop, in light and dark; all in test-results/pictures/dashboard.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { findChromium } from "../../scripts/find-browsers.mjs";

const PROJECT = join(import.meta.dirname, "../..");
const FOLDER = join(PROJECT, "test-results/pictures/dashboard");
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

/** The webhooks are first tried, and the requests are in the log, within this time. */
const SETTLE_MS = 4000;

/** The pages by the names of their pictures, and the first row to open on them. */
const PAGES = {
  overview: { path: "" },
  "overview-month": { path: "?period=month" },
  keys: { path: "/keys" },
  audit: { path: "/audit" },
  "audit-entry": { path: "/audit", opens: "tbody a" },
  settings: { path: "/settings" },
  "white-label": { path: "/white-label" },
  sessions: { path: "/sessions" },
  items: { path: "/items" },
  item: { path: "/items", opens: ".list tbody a" },
  webhooks: { path: "/webhooks" },
  webhook: { path: "/webhooks", opens: ".list tbody a" },
  requests: { path: "/requests" },
  request: { path: "/requests?result=failed", opens: ".list tbody a" },
  usage: { path: "/usage" },
  institutions: { path: "/institutions" },
  try: { path: "/try" },
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in PAGES));
if (unknown.length > 0) {
  console.error(`no page ${unknown.join(", ")}; there are: ${Object.keys(PAGES).join(", ")}`);
  process.exit(2);
}
const pages = Object.entries(PAGES).filter(
  ([name]) => chosen.length === 0 || chosen.includes(name),
);

const folder = mkdtempSync(join(tmpdir(), "service-link-pictures-"));
const server = spawn(process.execPath, ["dist/cli.js", "serve", "--port", "0", "--data", folder], {
  cwd: PROJECT,
  stdio: ["ignore", "pipe", "ignore"],
});
const browser = await chromium.launch({ executablePath: findChromium() });
try {
  const service = await readAddresses();
  await makePictures("empty", service);
  await fill(service);
  await makePictures("full", service);
} finally {
  await browser.close();
  server.kill("SIGTERM");
  await once(server, "exit");
  rmSync(folder, { recursive: true });
}
console.log(`test-results/pictures/dashboard: ${pages.length * 8} pictures`);

async function readAddresses() {
  let output = "";
  for await (const chunk of server.stdout) {
    output += chunk;
    if (output.includes("Stop with Ctrl+C")) break;
  }
  const value = (name) => new RegExp(`${name}\\s+(\\S+)`).exec(output)?.[1] ?? "";
  return { api: value("API"), clientId: value("client_id"), secret: value("secret") };
}

/** Links Items, and makes calls and webhooks of every outcome. */
async function fill({ api, clientId, secret }) {
  const call = async (path, body) => {
    const response = await fetch(api + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_id: clientId, secret, ...body }),
    });
    return response.json();
  };
  let count = 0;
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(count++ % 4 === 3 ? 503 : 200).end("taken");
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const webhook = `http://127.0.0.1:${receiver.address().port}/webhooks`;
  const institutions = ["ins_109508", "ins_109509", "ins_109510", "ins_109511", "ins_109512"];
  const tokens = [];
  for (let at = 0; at < 24; at++) {
    const { public_token } = await call("/sandbox/public_token/create", {
      institution_id: institutions[at % institutions.length],
      initial_products: at % 3 === 0 ? ["auth"] : ["auth", "transactions"],
      options: { webhook },
    });
    tokens.push((await call("/item/public_token/exchange", { public_token })).access_token);
  }
  for (const [at, access_token] of tokens.entries()) {
    await call("/accounts/get", { access_token });
    await call("/auth/get", { access_token });
    await call("/identity/get", { access_token });
    if (at % 5 === 0) await call("/sandbox/item/reset_login", { access_token });
    await call("/transactions/get", {
      access_token,
      start_date: "2020-01-01",
      end_date: "2030-01-01",
    });
    await call("/accounts/balance/get", {
      access_token,
      options: at % 7 ? {} : { account_ids: [1] },
    });
  }
  await call("/institutions/get_by_id", { institution_id: "ins_0", country_codes: ["US"] });
  await setTimeout(SETTLE_MS);
  receiver.close();
}

async function makePictures(state, { api, clientId, secret }) {
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      page.on("pageerror", (error) => console.error(`${state} ${size}: ${error.message}`));
      await page.goto(`${api}/dashboard`);
      await page.getByLabel("client_id").fill(clientId);
      await page.getByLabel("secret").fill(secret);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("navigation", { name: "Dashboard" }).waitFor();
      const target = join(FOLDER, `${state}-${size}-${colorScheme}`);
      mkdirSync(target, { recursive: true });
      for (const [name, { path, opens }] of pages) {
        await page.goto(`${api}/dashboard${path}`);
        await page.getByText("Loading…").first().waitFor({ state: "detached" });
        await page.waitForLoadState("networkidle");
        const row = opens && page.locator(opens).first();
        if (row && (await row.count()) > 0) {
          await row.click();
          await page.locator("main .card").first().waitFor();
        } else if (row) continue;
        await page.screenshot({ path: join(target, `${name}.png`) });
      }
      await context.close();
    }
}
