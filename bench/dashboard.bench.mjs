// How long the Dashboard's pages wait for the server with a million requests and 100,000 Items in the store.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillStore } from "./dashboard/filled-store.mjs";
import { measure, row } from "./measure.mjs";

/** What each page asks for. */
const CALLS = {
  clients: { path: "clients", body: { search: "" }, isOperators: true },
  "clients, searched": { path: "clients", body: { search: "client-4" }, isOperators: true },
  Items: { path: "items", body: {} },
  "Items with an error": { path: "items", body: { state: "error" } },
  "Items of an institution": { path: "items", body: { institution_id: "ins_109511" } },
  "Items of none": { path: "items", body: { institution_id: "ins_1" } },
  "Items, oldest first": { path: "items", body: { order: "oldest" } },
  requests: { path: "requests", body: {} },
  "requests with an error": { path: "requests", body: { failed: true } },
  "requests of a path": { path: "requests", body: { path: "/auth/get" } },
  "requests of no path": { path: "requests", body: { path: "/none" } },
  "a late page of requests": { path: "requests", body: { after: "LATE.request-1" } },
  "one request": { path: "requests/show", body: { id: "request-500000" } },
  "Link sessions": { path: "sessions", body: {} },
  "Link sessions that connected": { path: "sessions", body: { outcome: "connected" } },
  "where people leave": { path: "sessions/funnel", body: {} },
  webhooks: { path: "webhooks", body: {} },
  "webhooks given up": { path: "webhooks", body: { state: "given_up" } },
  "webhooks of an Item": { path: "webhooks", body: { item_id: "item-77" } },
  usage: { path: "usage", body: {} },
  institutions: { path: "institutions", body: {} },
  "one institution": { path: "institutions/show", body: { institution_id: "ins_109511" } },
};

/** The rows of this bench. */
export const bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  try {
    const fresh = await serve(folder);
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
    for (const [name, { path, body, isOperators, most = 300 }] of Object.entries(CALLS))
      for (const who of isOperators ? ["operator"] : ["operator", "client"]) {
        const text = JSON.stringify(body).replace("LATE", String(Date.now() - 900_000_000));
        const ask = () => call(server.api, path, text, sessions[who]);
        const began = performance.now();
        await ask();
        firsts.push({ name: `${name}, as the ${who}`, ms: performance.now() - began });
        const { p50 } = await measure(ask, [0]);
        rows.push(row(`${name}, as the ${who}`, p50, "ms", { most }));
      }
    await server.stop();
    // What nobody has asked for since the start, which reads from the file.
    const slowest = firsts.reduce((one, other) => (other.ms > one.ms ? other : one));
    rows.push(row(`the slowest first call: ${slowest.name}`, slowest.ms, "ms", { most: 300 }));
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

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
