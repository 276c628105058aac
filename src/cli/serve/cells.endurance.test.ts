import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { freePorts } from "../../testing/free-ports.ts";
import { buildCommand, PROJECT } from "../../testing/test-command.ts";
import { newFolder, serve } from "../../testing/traffic/serve.ts";

beforeAll(buildCommand);

const HOST = "127.0.0.1";

/** Two servers with a client each, behind HAProxy by its file in deploy/. */
const twoCells = async () => {
  if (spawnSync("haproxy", ["-v"]).error)
    throw new Error("there is no haproxy: on Debian, type sudo apt-get install haproxy");
  const cells = await Promise.all(
    ["a", "b"].map((cell) =>
      serve(newFolder(), [], {
        SERVICE_LINK_CLIENT_ID: `client-of-${cell}`,
        SERVICE_LINK_PUBLIC_KEY: `public-key-of-${cell}`,
      }),
    ),
  );
  const [a, b] = cells;
  const [port = 0] = await freePorts(1);
  const folder = newFolder();
  const map = join(folder, "cells.map");
  const lines = ["a", "b"].flatMap((cell) =>
    ["client", "public-key"].map((key) => `${key}-of-${cell} cell-${cell}\n`),
  );
  writeFileSync(map, lines.join(""));
  let file = readFileSync(join(PROJECT, "deploy/haproxy.cfg"), "utf8");
  for (const [from, to] of [
    ["/etc/haproxy/cells.map", map],
    ["log /dev/log local0", "log stdout format raw local0"],
    ["/run/haproxy/admin.sock", join(folder, "admin.sock")],
    [":443 ssl crt /etc/ssl/api.example.com.pem alpn h2,http/1.1", `${HOST}:${port}`],
    ["10.0.1.5:8080", `${HOST}:${a?.port}`],
    ["10.0.2.5:8080", `${HOST}:${b?.port}`],
  ] as const) {
    expect(file).toContain(from);
    file = file.replaceAll(from, to);
  }
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
  return { cells, call, log: () => log, port };
};

const SECRET = "traffic-secret-of-tests";
const QUERY = { institution_id: "ins_109508", country_codes: ["US"] };

test("each client's calls reach its own cell, and end with it alone", async () => {
  const { cells, call, log, port } = await twoCells();
  const ask = async (client: string, how: "body" | "header", secret = SECRET) => {
    const keys = { client_id: client, secret };
    const headers = { "service-client-id": client, "service-secret": secret };
    const { body } =
      how === "body"
        ? await call("/institutions/get_by_id?trace=hidden", { ...QUERY, ...keys })
        : await call("/institutions/get_by_id", QUERY, headers);
    return body.institution?.institution_id ?? body.error_code;
  };
  for (const client of ["client-of-a", "client-of-b"])
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
  expect(await ask("client-of-a", "body")).toBe("ins_109508");
  await expect.poll(log).toContain("POST /institutions/get_by_id cell-b/b1 200");
  expect(log()).not.toContain("hidden");
  expect(log()).not.toContain(SECRET);
});
