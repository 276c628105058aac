// How long the Dashboard's pages wait for the server with a million requests and 100,000 Items in the store.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fillStore } from "./dashboard/filled-store.mjs";
import { firstView } from "./dashboard/first-view.mjs";
import { measure, row } from "./measure.mjs";

/** The requests of each page. The operator filters by the id of a client with few rows. */
const toCalls = ({ itemId, deliveryId }) => {
  const error_code = "RATE_LIMIT";
  const path = "/auth/get";
  const small = { client_id: "client-3" };
  const slowest = { sort: "latency" };
  return {
    settings: { path: "me", body: {} },
    overview: { path: "overview", body: {} },
    "overview of 30 days": { path: "overview", body: { period: "month" } },
    "all that needs somebody": { path: "attention", body: {} },
    clients: { path: "clients", body: { search: "" }, isOperators: true },
    "clients, searched": { path: "clients", body: { search: "client-4" }, isOperators: true },
    Items: { path: "items", body: {} },
    "Items with an error": { path: "items", body: { state: "error" } },
    "Items of an institution": { path: "items", body: { institution_id: "ins_109511" } },
    "Items of none": { path: "items", body: { institution_id: "ins_1" } },
    "institutions of Items": { path: "items/institutions", body: {} },
    "Items, oldest first": { path: "items", body: { order: "ascending" } },
    "one Item": { path: "items/show", body: { item_id: itemId } },
    requests: { path: "requests", body: {} },
    "500 requests for a file": { path: "requests", body: { limit: 500 } },
    "500 Items for a file": { path: "items", body: { limit: 500 } },
    "500 webhooks for a file": { path: "webhooks", body: { limit: 500 } },
    "500 Link sessions for a file": { path: "sessions", body: { limit: 500 } },
    "500 institutions for a file": { path: "institutions", body: { limit: 500, sort: "chosen" } },
    "requests of a small client": { path: "requests", body: small, isOperators: true },
    "requests of the last hour": { path: "requests", body: { period: "hour" } },
    "requests with an error": { path: "requests", body: { failed: true } },
    "requests with an error, of a small client": {
      path: "requests",
      body: { failed: true, ...small },
      isOperators: true,
    },
    "requests with one error": { path: "requests", body: { error_code } },
    "requests with one error, of a small client": {
      path: "requests",
      body: { error_code, ...small },
      isOperators: true,
    },
    "requests with an error that there is not": { path: "requests", body: { error_code: "NONE" } },
    "requests of a path": { path: "requests", body: { path } },
    "requests of a path, of a small client": {
      path: "requests",
      body: { path, ...small },
      isOperators: true,
    },
    "requests of a path with one error": { path: "requests", body: { path, error_code } },
    "requests of a version": { path: "requests", body: { version: "2020-09-14" } },
    "requests of a version and a path, of a small client": {
      path: "requests",
      body: { version: "2020-09-14", path, ...small },
      isOperators: true,
    },
    "requests of no path": { path: "requests", body: { path: "/none" } },
    "a late page of requests": { path: "requests", body: { after: "LATE.request-1" } },
    "the slowest requests": { path: "requests", body: slowest },
    "the slowest of a small client": {
      path: "requests",
      body: { ...slowest, ...small },
      isOperators: true,
    },
    "the slowest of the last hour": { path: "requests", body: { ...slowest, period: "hour" } },
    "the slowest of a path": { path: "requests", body: { ...slowest, path } },
    "the slowest of a path, of a small client, in the last day": {
      path: "requests",
      body: { ...slowest, path, ...small, period: "day" },
      isOperators: true,
    },
    "the slowest with an error": { path: "requests", body: { ...slowest, failed: true } },
    "the slowest with one error": { path: "requests", body: { ...slowest, error_code } },
    "a late page of the slowest": { path: "requests", body: { ...slowest, after: "9.request-1" } },
    "errors by code": { path: "requests/errors", body: {} },
    "errors by code, of a small client": {
      path: "requests/errors",
      body: small,
      isOperators: true,
    },
    "errors by code, of the last hour": { path: "requests/errors", body: { period: "hour" } },
    "one request": { path: "requests/show", body: { id: "request-500000" } },
    "Link sessions": { path: "sessions", body: {} },
    "Link sessions that connected": { path: "sessions", body: { outcome: "connected" } },
    "Link sessions by outcome": { path: "sessions", body: { sort: "outcome" } },
    "Link sessions of a day": { path: "sessions", body: { from: "LATE", until: "SOON" } },
    "one Link session": { path: "sessions/show", body: { link_session_id: "visit-1000" } },
    "where people leave": { path: "sessions/funnel", body: {} },
    webhooks: { path: "webhooks", body: {} },
    "webhooks given up": { path: "webhooks", body: { state: "given_up" } },
    "webhooks by state": { path: "webhooks", body: { sort: "state" } },
    "webhooks by state, of a small client": {
      path: "webhooks",
      body: { sort: "state", order: "ascending", ...small },
      isOperators: true,
    },
    "webhooks of an event": { path: "webhooks", body: { event: "ITEM:ERROR" } },
    "webhooks of an event that there is not": { path: "webhooks", body: { event: "NONE:NONE" } },
    "webhooks of an event, given up, of a small client": {
      path: "webhooks",
      body: { event: "ITEM:ERROR", state: "given_up", ...small },
      isOperators: true,
    },
    "webhooks of an Item": { path: "webhooks", body: { item_id: "item-77" } },
    "one webhook": { path: "webhooks/show", body: { delivery_id: deliveryId } },
    usage: { path: "usage", body: {} },
    "usage of ten months by day": { path: "usage", body: { from: "YEAR", until: "TODAY" } },
    institutions: { path: "institutions", body: {} },
    "institutions, searched": { path: "institutions", body: { search: "bank" } },
    "institutions by conversion": { path: "institutions", body: { sort: "conversion" } },
    "institutions by choice, searched": {
      path: "institutions",
      body: { sort: "chosen", search: "bank" },
    },
    "one institution": { path: "institutions/show", body: { institution_id: "ins_109511" } },
  };
};

const dayAt = (at) => new Date(at).toISOString().slice(0, 10);

/** Returns a body as JSON, with its times. */
const toText = (body) =>
  JSON.stringify(body)
    .replace('"LATE"', String(Date.now() - 900_000_000))
    .replace("LATE", String(Date.now() - 900_000_000))
    .replace('"SOON"', String(Date.now() - 800_000_000))
    .replace("YEAR", dayAt(Date.now() - 300 * 86_400_000))
    .replace("TODAY", dayAt(Date.now() + 86_400_000));

/** The rows of this bench. */
export const bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  try {
    const fresh = await serve(folder);
    const ids = await linkItem(fresh);
    await fresh.stop();
    fillStore(folder);
    const server = await serve(folder);
    const sessions = {
      operator: await signIn(server.api, "operator/setup", {
        code: server.value("Operator").split("#")[1],
        password: "correct horse battery",
      }),
      client: await signIn(server.api, "session", {
        client_id: server.value("client_id"),
        secret: server.value("secret"),
      }),
    };
    const rows = [];
    const firsts = [];
    for (const [name, { path, body, isOperators, max = 300 }] of Object.entries(toCalls(ids)))
      for (const who of isOperators ? ["operator"] : ["operator", "client"]) {
        const text = toText(body);
        const ask = () => call(server.api, path, text, sessions[who]);
        const began = performance.now();
        await ask();
        firsts.push({ name: `${name}, as the ${who}`, ms: performance.now() - began });
        const { p50 } = await measure(ask, [0]);
        rows.push(row(`${name}, as the ${who}`, p50, "ms", { max }));
      }
    for (const [latency, limit] of [
      [150, { max: 1500 }],
      [562.5, {}],
    ]) {
      const ms = await firstView(server.api, sessions.client, latency);
      rows.push(row(`the overview on slow 4G, ${latency} ms a turn, CPU 4×`, ms, "ms", limit));
    }
    await server.stop();
    // The first call since the start, which reads from the file.
    const slowest = firsts.reduce((first, b) => (b.ms > first.ms ? b : first));
    rows.push(row(`the slowest first call: ${slowest.name}`, slowest.ms, "ms", { max: 300 }));
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Links an Item with a delivered webhook, whose sealed contents SQL cannot create. */
async function linkItem(server) {
  const keys = { client_id: server.value("client_id"), secret: server.value("secret") };
  const receiver = createServer((request, response) => {
    request.resume();
    response.end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const ask = async (path, body) => {
    const response = await fetch(`${server.api}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...keys, ...body }),
    });
    if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const { public_token } = await ask("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["transactions"],
    options: { webhook: `http://127.0.0.1:${receiver.address().port}/` },
  });
  const { access_token, item_id } = await ask("/item/public_token/exchange", { public_token });
  await ask("/sandbox/item/fire_webhook", { access_token, webhook_code: "DEFAULT_UPDATE" });
  const cookie = await signIn(server.api, "session", keys);
  const text = JSON.stringify({ item_id, state: "delivered" });
  for (;;) {
    const { rows } = await (await post(server.api, "webhooks", text, cookie)).json();
    if (rows.length > 0) {
      receiver.close();
      receiver.closeAllConnections();
      return { itemId: item_id, deliveryId: rows[0].delivery_id };
    }
    await setTimeout(100);
  }
}

async function serve(folder) {
  const args = ["dist/cli.js", "serve", "--port", "0", "--no-demo", "--data", folder];
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  await new Promise((resolve) => {
    server.stdout.on("data", (chunk) => {
      output += chunk;
      if (output.includes("Stop with")) resolve();
    });
  });
  const value = (name) => new RegExp(`${name}\\s+(\\S+)`).exec(output)?.[1] ?? "";
  return {
    api: value("API"),
    value,
    stop: async () => {
      server.kill("SIGTERM");
      await once(server, "exit");
    },
  };
}

async function signIn(api, path, body) {
  const { headers } = await post(api, path, JSON.stringify(body), "");
  return headers.get("set-cookie").split(";")[0];
}

async function call(api, path, text, cookie) {
  await (await post(api, path, text, cookie)).text();
}

async function post(api, path, body, cookie) {
  const response = await fetch(`${api}/dashboard/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: api, cookie },
    body,
  });
  if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
  return response;
}
