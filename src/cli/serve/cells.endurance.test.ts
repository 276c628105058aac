import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { freePorts } from "../../testing/free-ports.ts";
import { buildCommand, PROJECT } from "../../testing/test-command.ts";
import { newFolder, serve } from "../../testing/traffic/serve.ts";

beforeAll(buildCommand);

const HOST = "127.0.0.1";

const CELLS = ["a", "b", "c"] as const;
const MASTER_KEY = { SERVICE_LINK_MASTER_KEY: "5".repeat(64) };

/**
 * Three servers with a client each, behind HAProxy. HAProxy uses the file in deploy/, which has two
 * servers.
 */
const threeCells = async (options: readonly string[] = []) => {
  if (spawnSync("haproxy", ["-v"]).error)
    throw new Error("there is no haproxy: on Debian, type sudo apt-get install haproxy");
  const cells = await Promise.all(
    CELLS.map(async (cell) => {
      const folder = newFolder();
      const server = await serve(folder, options, {
        ...MASTER_KEY,
        SERVICE_LINK_CLIENT_ID: `client-of-${cell}`,
        SERVICE_LINK_PUBLIC_KEY: `public-key-of-${cell}`,
      });
      return { ...server, folder };
    }),
  );
  const [a, b, c] = cells;
  const [port = 0, doors = 0] = await freePorts(2);
  const folder = newFolder();
  const map = join(folder, "cells.map");
  const lines = CELLS.flatMap((cell) =>
    [`client-of-${cell}`, `public-key-of-${cell}`, `${cell}.link.example.com`].map(
      (key) => `${key} cell-${cell}\n`,
    ),
  );
  writeFileSync(map, lines.join(""));
  let file = readFileSync(join(PROJECT, "deploy/haproxy.cfg"), "utf8");
  for (const [from, to] of [
    ["/etc/haproxy/cells.map", map],
    ["log /dev/log local0", "log stdout format raw local0"],
    ["/run/haproxy/admin.sock", join(folder, "admin.sock")],
    [":443 ssl crt /etc/ssl/api.example.com.pem alpn h2,http/1.1", `${HOST}:${port}`],
    ["10.0.0.2:8081", `${HOST}:${doors}`],
    ["10.0.1.5:8080", `${HOST}:${a?.port}`],
    ["10.0.2.5:8080", `${HOST}:${b?.port}`],
  ] as const) {
    expect(file).toContain(from);
    file = file.replaceAll(from, to);
  }
  const [backend = ""] = /^backend cell-b[\s\S]*/m.exec(file) ?? [];
  file += backend
    .replaceAll("cell-b", "cell-c")
    .replace(/server .*:\d+/, `server c1 ${HOST}:${c?.port}`);
  writeFileSync(join(folder, "haproxy.cfg"), file);
  const proxy = spawn("haproxy", ["-db", "-f", join(folder, "haproxy.cfg")], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let log = "";
  proxy.stdout.on("data", (text: Buffer) => {
    log += text;
  });
  onTestFinished(async () => {
    proxy.kill("SIGTERM");
    if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, "exit");
  });
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://${HOST}:${port}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return { response, body: await response.json() };
  };
  await expect
    .poll(() =>
      fetch(`http://${HOST}:${port}/healthz`).then(
        (r) => r.status,
        () => 0,
      ),
    )
    .toBe(200);
  /** Puts a line into the map of the running HAProxy. */
  const route = async (key: string, cell: string) => {
    const socket = connect(join(folder, "admin.sock"));
    socket.end(`del map ${map} ${key}; add map ${map} ${key} cell-${cell}\n`);
    for await (const _ of socket);
  };
  return { cells, call, log: () => log, port, doors, route };
};

const SECRET = "traffic-secret-of-tests";
const QUERY = { institution_id: "ins_109508", country_codes: ["US"] };

test("each client's calls reach its own cell, and end with it alone", async () => {
  const { cells, call, log, port } = await threeCells();
  const ask = async (client: string, how: "body" | "header", secret = SECRET) => {
    const keys = { client_id: client, secret };
    const headers = { "service-client-id": client, "service-secret": secret };
    const { body } =
      how === "body"
        ? await call("/institutions/get_by_id?trace=hidden", { ...QUERY, ...keys })
        : await call("/institutions/get_by_id", QUERY, headers);
    return body.institution?.institution_id ?? body.error_code;
  };
  for (const client of ["client-of-a", "client-of-b", "client-of-c"])
    for (const how of ["body", "header"] as const)
      expect(await ask(client, how)).toBe("ins_109508");
  expect(await ask("client-of-nowhere", "body")).toBe("INVALID_API_KEYS");
  expect(await ask("client-of-b", "body", "wrong")).toBe("INVALID_API_KEYS");
  const old = { public_key: "public-key-of-b", ...QUERY };
  const known = await call("/institutions/get_by_id", old, { "service-version": "2019-05-29" });
  expect(known.response.status).toBe(200);
  expect((await fetch(`http://${HOST}:${port}/readyz`)).status).toBe(404);

  await cells[1]?.stop();
  const refusal = await call("/accounts/get", { client_id: "client-of-b", secret: SECRET });
  expect([refusal.response.status, refusal.response.headers.get("retry-after")]).toEqual([
    503,
    "5",
  ]);
  expect(refusal.body).toMatchObject({ error_code: "SERVICE_UNAVAILABLE", display_message: null });
  expect(refusal.body.request_id).toMatch(/^[0-9a-f]{15}$/);
  expect(refusal.response.headers.get("service-request-id")).toBe(refusal.body.request_id);
  for (const client of ["client-of-a", "client-of-c"])
    expect(await ask(client, "body")).toBe("ins_109508");
  await expect.poll(log).toContain("POST /institutions/get_by_id cell-b/b1 200");
  expect(log()).not.toContain("hidden");
  expect(log()).not.toContain(SECRET);
});

/** Calls a door at the origin of a cell, like a program through the origin's proxy. */
const callDoor = async (
  port: number,
  { path, cell = "a", body, headers = {} }: DoorCall,
): Promise<{ status: number | undefined; text: string }> => {
  const method = body === undefined ? "GET" : "POST";
  const sent = request({ host: HOST, port, path, method }, () => {});
  sent.setHeader("host", `${cell}.link.example.com`);
  for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
  sent.end(body);
  const [response] = await once(sent, "response");
  let text = "";
  for await (const piece of response.setEncoding("utf8")) text += piece;
  return { status: response.statusCode, text };
};

type DoorCall = { path: string; cell?: string; body?: string; headers?: Record<string, string> };

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

test("programs that read by a grant keep their addresses and keys when its client moves", async () => {
  const names = ["simplefin", "ofx", "gocardless", "pluggy"];
  const { cells, call, doors, port, route, log } = await threeCells(["--doors", names.join(",")]);
  const [a, b] = cells;
  if (!a || !b) throw new Error("there are three cells");
  const run = (args: readonly string[], folder = a.folder) =>
    execFileSync(process.execPath, [join(PROJECT, "dist/cli.js"), ...args, "--data", folder], {
      env: { PATH: process.env.PATH, ...MASTER_KEY },
      encoding: "utf8",
    });
  const printed = (text: string, name: string) =>
    new RegExp(`^\\s*${name} +(\\S+)`, "m").exec(text)?.[1] ?? "";
  const created = run(["clients", "create"]);
  const keys = { client_id: printed(created, "client_id"), secret: printed(created, "secret") };
  await route(keys.client_id, "a");
  const link = { institution_id: "ins_109508", initial_products: ["transactions"] };
  const { public_token } = (await call("/sandbox/public_token/create", { ...keys, ...link })).body;
  const { item_id } = (await call("/item/public_token/exchange", { ...keys, public_token })).body;

  const grant = (...options: string[]) => run(["grants", "create", ...options]);
  const ofItem = ["--name", "Ledger", "--item", item_id];
  const ofClient = ["--name", "Budget", "--client", keys.client_id];
  const pathOf = (text: string) =>
    new URL(String(Buffer.from(printed(text, "token"), "base64"))).pathname;
  const claim = (path: string) => callDoor(doors, { path, body: "" });
  const address = new URL((await claim(pathOf(grant(...ofItem)))).text);
  const unclaimed = pathOf(grant(...ofItem));
  const ofx = grant(...ofItem, "--door", "ofx");
  const gocardless = grant(...ofClient, "--door", "gocardless");
  const pluggy = grant(...ofClient, "--door", "pluggy");
  const json = { "content-type": "application/json" };
  const keysOf = (text: string) => [printed(text, "id"), printed(text, "key")] as const;
  const [secret_id, secret_key] = keysOf(gocardless);
  const [clientId, clientSecret] = keysOf(pluggy);
  const newTokens = () =>
    callDoor(doors, {
      path: "/gocardless/api/v2/token/new/",
      body: JSON.stringify({ secret_id, secret_key }),
      headers: json,
    });
  const authenticate = () =>
    callDoor(doors, {
      path: "/pluggy/auth",
      body: JSON.stringify({ clientId, clientSecret }),
      headers: json,
    });
  const { access, refresh } = JSON.parse((await newTokens()).text);
  const { apiKey } = JSON.parse((await authenticate()).text);
  const calls: Record<string, DoorCall> = {
    simplefin: {
      path: "/simplefin/accounts?balances-only=1",
      headers: { authorization: basic(address.username, address.password) },
    },
    ofx: {
      path: "/ofx",
      body: `OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\n\r\n<OFX><SIGNONMSGSRQV1><SONRQ><DTCLIENT>20260115
<USERID>${printed(ofx, "user")}\r\n<USERPASS>${printed(ofx, "password")}\r\n<LANGUAGE>ENG</SONRQ></SIGNONMSGSRQV1></OFX>`,
    },
    gocardless: {
      path: "/gocardless/api/v2/requisitions/",
      headers: { authorization: `Bearer ${access}` },
    },
    pluggy: { path: "/pluggy/items", headers: { "x-api-key": apiKey } },
  };
  const read = async () => {
    const answers: Record<string, unknown> = {};
    for (const [name, one] of Object.entries(calls)) {
      const { status, text } = await callDoor(doors, one);
      answers[name] = [status, text.replaceAll(/<DTSERVER>\d+|"sfin-url":"[^"]+"/g, "")];
    }
    return answers;
  };
  const before = await read();
  expect(Object.values(before)).toEqual(names.map(() => [200, expect.any(String)]));
  expect(String(before.ofx)).toContain("<CODE>0<");

  const move = ["clients", "move", keys.client_id, "--to", join(b.folder, "service-link.db")];
  const output = run([...move, "--live", "--yes"]);
  // The first cell refuses the calls until the router has the new route.
  expect(await read()).not.toEqual(before);
  const lines = [...output.matchAll(/^ +(\S+) THAT_CELL$/gm)].map(([, key = ""]) => key);
  expect(lines).toHaveLength(7);
  for (const key of lines) await route(key, "b");
  expect(await read()).toEqual(before);
  for (const answer of [await newTokens(), await authenticate(), await claim(unclaimed)])
    expect(answer.status).toBe(200);
  const renewal = { path: "/gocardless/api/v2/token/refresh/", headers: json };
  const renewed = await callDoor(doors, { ...renewal, body: JSON.stringify({ refresh }) });
  expect(renewed.status).toBe(200);
  const info = { path: "/simplefin/info" };
  expect((await callDoor(doors, { ...info, cell: "c" })).status).toBe(200);
  expect((await callDoor(doors, { ...info, cell: "unknown" })).status).toBe(503);
  expect((await callDoor(port, info)).status).toBe(200);
  const forged = { authorization: basic(address.username, "wrong") };
  expect((await callDoor(doors, { path: "/simplefin/accounts", headers: forged })).status).toBe(
    403,
  );
  await expect.poll(log).toContain("POST cell-b/b1 200");
  expect(log()).not.toContain(unclaimed.split("/").at(-1));
});
