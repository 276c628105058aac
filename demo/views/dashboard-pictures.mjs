// npm run pictures:dashboard [page …]: makes pictures of every page of the Dashboard, empty and full, at the size of a
// phone, a desktop and a wide screen, in light and dark; all in test-results/pictures/dashboard.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { chromium } from "@playwright/test";
import Database from "better-sqlite3";
import { findChromium } from "../../scripts/find-browsers.mjs";

const PROJECT = join(import.meta.dirname, "../..");
const FOLDER = join(PROJECT, "test-results/pictures/dashboard");
const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
  wide: { width: 1600, height: 900 },
};

/** Within this time, webhooks have their first attempt, and the log has the requests. */
const SETTLE_MS = 4000;

/** The pages by their pictures' names, and the first row to open on each. */
const PAGES = {
  overview: { path: "" },
  "overview-month": { path: "?period=month" },
  keys: { path: "/keys" },
  people: { path: "/people" },
  audit: { path: "/audit" },
  "audit-operator": { path: "/audit", presses: "Check the chain", isOperators: true },
  clients: { path: "/clients", isOperators: true },
  "audit-entry": { path: "/audit", opens: "tbody a" },
  settings: { path: "/settings" },
  "white-label": { path: "/white-label" },
  sessions: { path: "/sessions" },
  session: { path: "/sessions", opens: ".list tbody a" },
  items: { path: "/items" },
  item: { path: "/items", opens: ".list tbody a" },
  webhooks: { path: "/webhooks" },
  inbox: { path: "/inbox" },
  webhook: { path: "/webhooks", opens: ".list tbody a" },
  requests: { path: "/requests" },
  request: { path: "/requests?result=failed", opens: ".list tbody a" },
  usage: { path: "/usage" },
  institutions: { path: "/institutions" },
  try: { path: "/try" },
  "docs-errors": { address: "/docs/errors" },
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
console.log(`test-results/pictures/dashboard: ${pages.length * 12} pictures`);

async function readAddresses() {
  let output = "";
  for await (const chunk of server.stdout) {
    output += chunk;
    if (output.includes("Stop with Ctrl+C")) break;
  }
  const value = (name) => new RegExp(`${name}\\s+(\\S+)`).exec(output)?.[1] ?? "";
  const { api, code } = { api: value("API"), code: value("Operator").split("#")[1] };
  const operator = { code, password: "correct horse battery" };
  await post(`${api}/dashboard/api/operator/setup`, operator, { origin: api });
  return {
    ...{ api, clientId: value("client_id"), secret: value("secret") },
    ...{ publicKey: value("public_key"), password: operator.password },
  };
}

async function post(address, body, headers = {}) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Links Items, and makes calls and webhooks of every outcome. */
async function fill({ api, clientId, secret, publicKey }) {
  fillPast(clientId);
  const call = (path, body) => post(api + path, { client_id: clientId, secret, ...body });
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
  for (let at = 0; at < 7; at++) {
    const config = {
      ...{ clientName: "Tally", product: ["auth"], key: publicKey, env: "sandbox" },
    };
    const { session_token } = await post(`${api}/bridge/session/start`, { config, origin: api });
    const step = (path, body) =>
      post(
        `${api}/bridge/${path}`,
        { ...(path.endsWith("submit") && { submission_id: randomUUID() }), ...body },
        { authorization: `Bearer ${session_token}` },
      );
    const institution_id = institutions[at % institutions.length];
    if (at > 0) await step("institution/select", { institution_id });
    const credentials = { username: "user_good", password: at % 3 ? "pass_good" : "wrong" };
    if (at > 1) await step("credentials/submit", { institution_id, credentials });
    if (at % 2) await step("session/exit", { status: at > 1 ? "requires_credentials" : null });
  }
  await call("/institutions/get_by_id", { institution_id: "ins_0", country_codes: ["US"] });
  await setTimeout(SETTLE_MS);
  receiver.close();
}

/** Adds the numbers of the last thirty days, which charts show. */
function fillPast(clientId) {
  const db = new Database(join(folder, "service-link.db"));
  const now = Math.floor(Date.now() / 3_600_000);
  const add = (table, row) => {
    const names = Object.keys(row);
    db.prepare(`insert or replace into ${table} (${names}) values (${names.map(() => "?")})`).run(
      ...Object.values(row),
    );
  };
  for (let ago = 1; ago < 720; ago++) {
    const hour = now - ago;
    const count = Math.round(40 + 30 * Math.sin((hour / 24) * 2 * Math.PI) + ((hour * 7919) % 17));
    for (const client_id of ["", clientId]) {
      for (const [outcome, bin, share] of [
        ["succeeded", 9, 1],
        ["succeeded", 12, 0.2],
        ["refused", 7, 0.1],
        ["failed", 14, hour % 31 ? 0 : 0.2],
      ])
        add("request_total", { client_id, hour, outcome, bin, count: Math.ceil(count * share) });
      for (const [outcome, share] of [
        ["connected", 0.12],
        ["exited", 0.06],
        ["open", 0.02],
      ])
        add("link_session_total", { client_id, hour, outcome, count: Math.round(count * share) });
      for (const [outcome, share] of [
        ["delivered", 0.5],
        ["retried", 0.08],
        ["given_up", hour % 40 ? 0 : 0.05],
      ]) {
        const all = { client_id, address: "", webhook: "", hour, outcome };
        add("webhook_total", { ...all, count: Math.ceil(count * share) });
      }
    }
  }
  for (let ago = 1; ago < 330; ago++)
    for (const [product, share] of [
      ["transactions", 9],
      ["auth", 4],
      ["balance", 2],
    ]) {
      const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
      const count = Math.round((share * (400 - ago) * (3 + ((ago * 7919) % 5))) / 10);
      add("usage_total", { client_id: clientId, product, day, count, items: 0 });
    }
  db.close();
}

async function makePictures(state, { api, clientId, secret, password }) {
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      page.on("pageerror", (error) => console.error(`${state} ${size}: ${error.message}`));
      const signIn = (path, data) =>
        page.request.post(`${api}/dashboard/api/${path}`, { data, headers: { origin: api } });
      const signInClient = () => signIn("session", { client_id: clientId, secret });
      await signInClient();
      const target = join(FOLDER, `${state}-${size}-${colorScheme}`);
      mkdirSync(target, { recursive: true });
      for (const [name, { path, address, opens, presses, isOperators }] of pages) {
        if (isOperators) await signIn("operator/session", { password });
        await page.goto(api + (address ?? `/dashboard${path}`));
        await page.getByText("Loading…").first().waitFor({ state: "detached" });
        // For Playwright, a page with a frame may never be idle.
        for (const frame of page.frames()) await frame.waitForLoadState();
        const row = opens && page.locator(opens).first();
        if (row && (await row.count()) > 0) {
          await row.click();
          await page.locator("main .card").first().waitFor();
        } else if (row) continue;
        if (presses) {
          await page.getByRole("button", { name: presses }).click();
          await page.waitForLoadState("networkidle");
        }
        await page.screenshot({ path: join(target, `${name}.png`) });
        if (isOperators) await signInClient();
      }
      await context.close();
    }
}
