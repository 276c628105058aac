import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";
import { runCli } from "../run-cli.fixture.ts";
import { readCells, stateOf } from "./cell-status.ts";

const TOKEN = "only-for-this-test-0123";

/** A server with metrics, configured like a cell. */
const startCell = async (name: string) => {
  const app = await testApp({ METRICS_ADDRESS: "127.0.0.1:0", METRICS_TOKEN: TOKEN });
  const port = await app.listen({ host: "127.0.0.1", port: 0 });
  const server = {
    api: `http://127.0.0.1:${port}`,
    metrics: `http://127.0.0.1:${app.metricsPort}`,
  };
  return { app, server, cell: { name, token: TOKEN, servers: [server] } };
};

/** A server that responds to everything in the same way. */
const startFake = async (respond: (response: ServerResponse) => void) => {
  const fake = createServer((_, response) => respond(response));
  await new Promise<void>((resolve) => fake.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    fake.close();
    fake.closeAllConnections();
  });
  const address = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`;
  return { api: address, metrics: address };
};

const writeFile = (content: unknown, mode = 0o600) => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-cells-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "cells.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  chmodSync(file, mode);
  return file;
};

/** The sums that a cell is shown with. */
const sumsIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^ {2}([a-z].*?) {2,}(\S.*)$/gm)]
      .filter(([, name]) => !name?.startsWith("http"))
      .map(([, name, value]) => [name, value]),
  );

/** An address without a listener. */
const unreached = async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  await new Promise((resolve) => closed.close(resolve));
  return { api: address, metrics: address };
};

const SERVER = { api: "http://10.0.1.5:8080", metrics: "http://10.0.1.5:9464" };

test("each cell shows its servers, version and sums", async () => {
  const [a, b] = [await startCell("a"), await startCell("b")];
  const webhook = "http://127.0.0.1:1";
  const { access_token } = await a.app.link("ins_109508", ["transactions"], { webhook });
  await a.app.call("/sandbox/item/fire_webhook", { access_token, webhook_code: "DEFAULT_UPDATE" });
  await a.app.post("/item/get", { ...a.app.credentials, access_token: "wrong" });
  await a.app.writeUsage();
  a.app.advanceClock(90_000);
  const { code, out } = await runCli(["cells", "status", "--cells", writeFile([a.cell, b.cell])]);
  expect(code).toBe(0);
  const [first = "", second = ""] = out.split(/^(?=b: )/m);
  expect(first).toMatch(/^a: up\n {2}http:\S+ {2}ready, \d+\.\d+\.\d+\n/);
  expect(sumsIn(first)).toEqual({
    "live Items": "1",
    "calls in 24 hours": "4",
    "refused (4xx)": "1",
    "failed (5xx)": "0",
    "webhooks that wait": "1, the oldest due for 90 s",
    "dead letters": "0",
  });
  expect(sumsIn(second)).toMatchObject({ "live Items": "0", "calls in 24 hours": "0" });
  expect(out).not.toContain(TOKEN);
});

test("a cell that is down, not ready, endless or has another token is shown as that, next to the others", async () => {
  const { cell } = await startCell("up");
  const gone = await unreached();
  const stopping = await startFake((response) =>
    response
      .writeHead(503, { "content-type": "application/json" })
      .end('{"status":"not ready","parts":{"store":"fails\\n\\u001b[1mup  up","draining":"ok"}}'),
  );
  const moved = await startFake((response) =>
    response.writeHead(302, { location: `${cell.servers[0]?.api}/readyz` }).end(),
  );
  const endless = await startFake((response) => {
    const write = () => response.write("x".repeat(100_000), () => setImmediate(write));
    write();
  });
  const cells = await readCells(
    [
      cell,
      { name: "gone", servers: [gone] },
      { name: "stopping", servers: [stopping] },
      { name: "moved", servers: [moved] },
      { name: "endless", servers: [endless] },
      { ...cell, name: "other", token: "another" },
      { ...cell, name: "half", servers: [gone, ...cell.servers] },
    ],
    new AbortController().signal,
  );
  expect(
    cells.map((status) => {
      const [first] = status.servers;
      const reason = first?.problem ?? first?.silence ?? null;
      return [status.name, stateOf(status), reason, status.totals?.items ?? null];
    }),
  ).toEqual([
    ["up", "up", null, 0],
    ["gone", "down", "refuses connections", null],
    ["stopping", "down", "not ready: store fails?[1mup  up", null],
    ["moved", "down", "unexpected redirect", null],
    ["endless", "down", "it responds more than 4000000 bytes", null],
    ["other", "up", "its METRICS_TOKEN is another one", null],
    ["half", "partly up", "refuses connections", 0],
  ]);
});

test("all cells are asked at once, and those that never respond are down after the limit", async () => {
  const limit = new AbortController();
  const asked: (() => void)[] = [];
  const silentCell = async (name: string) => {
    let ask = () => {};
    const isAsked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    asked.push(ask);
    return { isAsked, cell: { name, servers: [await startFake(() => ask())] } };
  };
  const [one, other] = [await silentCell("one"), await silentCell("other")];
  const reading = readCells([one.cell, other.cell], limit.signal);
  await Promise.all([one.isAsked, other.isAsked]);
  limit.abort();
  for (const cell of await reading) {
    expect(stateOf(cell)).toBe("down");
    expect(cell.servers[0]?.problem).toBe("no response in time");
  }
});

test("a status fails if a server is not ready, and names its cell", async () => {
  const file = writeFile([{ name: "b", servers: [await unreached()] }]);
  const { code, out, err } = await runCli(["cells", "status", "--cells", file]);
  expect([code, out]).toEqual([1, expect.stringContaining("b: down\n")]);
  expect(err).toContain("cell b is not up");
});

test("the page shows every cell to this machine alone, with no script and no secret", async () => {
  const { cell } = await startCell("<b>a</b>");
  const file = writeFile([{ ...cell, origin: "https://a.link.example.com/" }]);
  const stop = new AbortController();
  let printed = (_: string) => {};
  const address = new Promise<string>((resolve) => {
    printed = (text) => resolve(/http:\S+/.exec(text)?.[0] ?? "");
  });
  const running = runCli(["cells", "page", "--port", "0", "--cells", file], {
    out: (text) => printed(text),
    stopSignal: () => stop.signal,
  });
  const url = await address;
  const response = await fetch(url);
  const text = await response.text();
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(text).toContain("all 1 are up");
  expect(text).toContain("&lt;b&gt;a&lt;/b&gt;");
  expect(text).toContain('href="https://a.link.example.com/dashboard"');
  for (const hidden of [TOKEN, "<script", "<b>", cell.servers[0]?.metrics ?? ""])
    expect(text).not.toContain(hidden);
  const statusOf = (path: string, init: Parameters<typeof fetch>[1] = {}) =>
    fetch(`${url}${path}`, init).then(({ status }) => status);
  expect(await statusOf("/else")).toBe(404);
  expect(await statusOf("/", { method: "POST" })).toBe(405);
  expect(await statusFor(url, { host: "evil.example" })).toBe(403);
  expect(await statusFor(url, { "sec-fetch-dest": "image" })).toBe(403);
  writeFileSync(file, "{");
  expect(await statusOf("/")).toBe(500);
  stop.abort();
  expect((await running).err).toContain("is no JSON");
});

/** Sends a request like a browser after a DNS change, or for a picture of another site. */
const statusFor = (url: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });

test.each([
  ["[", "is no JSON"],
  ["[]", "Too small"],
  [[{ name: "a", servers: [] }], "at 0.servers"],
  [[{ name: "a", servers: [{ api: "10.0.0.1", metrics: SERVER.metrics }] }], "at 0.servers.0.api"],
  [
    [{ name: "a", servers: [{ ...SERVER, api: "http://ann:secret@host" }] }],
    "must have no user: use token",
  ],
  [[{ name: "a", token: "a\nb", servers: [SERVER] }], "at 0.token: must be one word"],
  [
    [
      { name: "a", servers: [SERVER] },
      { name: "a", servers: [SERVER] },
    ],
    "two cells have one name",
  ],
  [[{ name: "a", servers: [SERVER], password: "secret" }], "password"],
])("a file that is wrong is refused with its place: %j", async (content, words) => {
  const { code, out, err } = await runCli(["cells", "status", "--cells", writeFile(content)]);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(words);
  expect(err).not.toContain("secret@");
});

test("a file of tokens that others may read is refused", async () => {
  const file = writeFile([{ name: "a", token: TOKEN, servers: [SERVER] }], 0o640);
  const { code, err } = await runCli(["cells", "status", "--cells", file]);
  expect([code, err]).toEqual([1, expect.stringContaining(`chmod 600 ${file}`)]);
});
