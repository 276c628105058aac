import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";

const PROJECT = join(import.meta.dirname, "../..");

/** At exit, prints the loaded modules of a process: packages, and Node's modules that load late. */
const TELL = `--import=data:text/javascript,${encodeURIComponent(`
  import { createRequire } from "node:module";
  const files = () => Object.keys(createRequire("${PROJECT}/")("node:module")._cache);
  process.on("exit", () => {
    const packages = files().map((file) => /node_modules.([^/\\\\]+)/.exec(file)?.[1] ?? "");
    const client = process.moduleLoadList.some((name) => name.endsWith("deps/undici/undici"));
    const chunks = files().map((file) => /dist.server.([^/\\\\]+)\\.cjs$/.exec(file)?.[1] ?? "");
    process.stderr.write(JSON.stringify({ packages: [...new Set(packages)], chunks, client }));
  });
`)}`;

type Ask = (path: string, body: object) => Promise<Record<string, unknown>>;

/**
 * Starts a built server (run `npm run build` first), calls the server, and stops it. Returns the
 * modules that the server loaded.
 */
const loadedAfter = async (calls: (ask: Ask) => Promise<unknown>) => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const args = [TELL, "dist/cli.js", "serve", "--port", "0", "--data", folder];
  const server = spawn(process.execPath, args, {
    cwd: PROJECT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LOG_LEVEL: "silent" },
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  const report = text(server.stderr);
  let output = "";
  for await (const chunk of server.stdout) {
    output += chunk;
    if (output.includes("Ctrl+C")) break;
  }
  const value = (name: string) => new RegExp(`${name}\\s+(\\S+)`).exec(output)?.[1] ?? "";
  const ask: Ask = async (path, body) => {
    const answer = await fetch(value("API") + path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "service-client-id": value("client_id"),
        "service-secret": value("secret"),
      },
      body: JSON.stringify(body),
    });
    const isJson = answer.headers.get("content-type")?.startsWith("application/json");
    return isJson ? answer.json() : { size: (await answer.bytes()).length };
  };
  await calls(ask);
  server.kill("SIGTERM");
  await once(server, "exit");
  return JSON.parse(await report) as {
    packages: string[];
    chunks: string[];
    client: boolean;
  };
};

test("a server loads the code for PDFs and mails only when it is needed", async () => {
  const { packages, client } = await loadedAfter((ask) => ask("/categories/get", {}));
  expect(packages.filter((name) => name !== "")).toEqual(["better-sqlite3"]);
  expect(client).toBe(false);
});

test("a server loads the endpoints that are called, and no door that is closed", async () => {
  const { chunks } = await loadedAfter((ask) => ask("/categories/get", {}));
  expect(chunks).toContain("get-categories");
  expect(chunks).not.toContain("get-auth");
  expect(chunks.filter((name) => name.startsWith("door"))).toEqual([]);
});

test("a server that is asked for a PDF loads the code for it", async () => {
  const { packages } = await loadedAfter(async (ask) => {
    const request = { institution_id: "ins_109508", initial_products: ["assets"] };
    const { public_token } = await ask("/sandbox/public_token/create", request);
    const { access_token } = await ask("/item/public_token/exchange", { public_token });
    const report = await ask("/asset_report/create", {
      access_tokens: [access_token],
      days_requested: 10,
    });
    const { asset_report_token } = report;
    const print = () => ask("/asset_report/pdf/get", { asset_report_token });
    await expect.poll(async () => (await print()).size, { timeout: 60_000 }).toBeGreaterThan(1000);
  });
  expect(packages).toContain("pdfkit");
  expect(packages).not.toContain("undici");
});

test("a server loads the lists of merchants with its first transactions", async () => {
  const { chunks } = await loadedAfter(async (ask) => {
    const request = { institution_id: "ins_109508", initial_products: ["transactions"] };
    const { public_token } = await ask("/sandbox/public_token/create", request);
    const { access_token } = await ask("/item/public_token/exchange", { public_token });
    const read = async () => (await ask("/transactions/sync", { access_token })).added;
    await expect.poll(read, { timeout: 60_000 }).not.toHaveLength(0);
  });
  expect(chunks).toContain("brands");
});
