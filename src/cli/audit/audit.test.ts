import { userInfo } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { browser } from "../../testing/test-app/dashboard.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { printedBy, runCli } from "../run-cli.fixture.ts";

type App = Awaited<ReturnType<typeof testApp>>;

const fetchActions = async ({ services }: App) =>
  (await services.store.audit.last(50)).map(({ actor, action, subject, details }) => [
    actor.kind,
    actor.name,
    action,
    subject,
    JSON.parse(details),
  ]);

test("the audit log has an operator's changes and name, without secrets", async () => {
  const app = await testApp();
  const run = (line: string) => printedBy([...line.split(" "), "--data", app.folder]);
  const { client_id, secret } = app.keys;
  const me = userInfo().username;
  await run("keys --allow-origin https://shop.example --default-version 2019-05-29 --partner on");
  await run("keys --remove-origin https://shop.example");
  const output = await run("clients create --env --product auth");
  const [, id = "", newSecret = ""] =
    /CLIENT_ID=(\S+)\nSERVICE_LINK_SECRET=(\S+)/.exec(output) ?? [];
  await run(`clients rotate ${id}`);
  await run(`clients remove ${id} --yes`);
  await run(`keys --client ${client_id} --rotate-webhook-key`);
  const entries = await fetchActions(app);
  expect(entries).toMatchObject([
    ["server", "first start", "client.create", client_id, {}],
    ["operator", me, "client.set_default_version", client_id, { to: "2019-05-29" }],
    ["operator", me, "client.allow_origin", client_id, { origin: "https://shop.example" }],
    ["operator", me, "client.set_partner", client_id, { to: true }],
    ["operator", me, "client.disallow_origin", client_id, { origin: "https://shop.example" }],
    ["operator", me, "client.create", id, { products: ["auth"] }],
    ["operator", me, "client.rotate_secret", id, expect.objectContaining({ name: "" })],
    ["operator", me, "client.remove", id, { live_items: 0 }],
    ["operator", me, "webhook_key.rotate", expect.any(String), {}],
  ]);
  for (const text of [secret, newSecret]) expect(JSON.stringify(entries)).not.toContain(text);
  const list = await run("audit list --count 2");
  expect(list.split("\n")).toHaveLength(3);
  expect(list).toContain(`operator ${me}  client.remove  ${id}  {"live_items":0}`);
  const [, json] = (await run("audit list --count 2 --json")).split("\n");
  expect(JSON.parse(json ?? "")).toMatchObject({ sequence: 9, action: "webhook_key.rotate" });
});

test("the audit log has a client's changes on the Dashboard, by its session", async () => {
  const app = await testApp();
  const dashboard = browser(app);
  await dashboard.signIn();
  await dashboard.post("origin/allow", { origin: "https://a.example" });
  await dashboard.post("origin/allow", { origin: "not an origin" });
  await dashboard.post("version", { version: "2019-05-29" });
  const [, ...changes] = await fetchActions(app);
  const { client_id } = app.keys;
  expect(changes).toEqual([
    [
      "dashboard",
      expect.stringMatching(/^[\w-]{16}$/),
      "client.allow_origin",
      client_id,
      { origin: "https://a.example", address: "127.0.0.1" },
    ],
    [
      "dashboard",
      changes[0]?.[1],
      "client.set_default_version",
      client_id,
      { version_before: "2020-09-14", version: "2019-05-29", address: "127.0.0.1" },
    ],
  ]);
});

test("a change that cannot be logged is refused", async () => {
  const app = await testApp();
  const database = new SQLite(join(app.folder, "service-link.db"));
  database.exec("drop table audit_entry");
  database.close();
  const { code } = await runCli(["keys", "--partner", "on", "--data", app.folder]);
  expect(code).toBe(1);
  app.advanceClock(1000);
  expect((await app.services.store.clients.first())?.partner).toBe(false);
});

test("an audit log is verified, also against a recorded head", async () => {
  const app = await testApp();
  const verify = (...options: string[]) =>
    runCli(["audit", "verify", "--data", app.folder, ...options]);
  const { out } = await verify();
  const head = /^1 entry, head (1:[\w-]{43})\n$/.exec(out)?.[1] ?? "";
  await printedBy(["keys", "--partner", "on", "--data", app.folder]);
  expect((await verify("--expect", head)).out).toMatch(/^2 entries, head 2:/);
  const other = head.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  expect(await verify("--expect", other)).toMatchObject({
    code: 1,
    err: expect.stringContaining("tampered with: entry 1 is not the one that was expected"),
  });
  expect((await verify("--expect", "1")).err).toContain("--expect must be a head");
  const database = new SQLite(join(app.folder, "service-link.db"));
  database.exec("update audit_entry set actor_name = 'mallory' where sequence = 2");
  database.close();
  expect((await verify()).err).toContain("tampered with: entry 2 was changed; compare it");
});

test("a log without a head is reported as tampered, in one sentence", async () => {
  const app = await testApp();
  const database = new SQLite(join(app.folder, "service-link.db"));
  database.exec("delete from audit_head");
  database.close();
  expect(await runCli(["audit", "verify", "--data", app.folder])).toEqual({
    code: 1,
    out: "",
    err:
      "service-link: the audit log was tampered with: entry 2 cannot be appended: " +
      "the head of the log is missing; compare it with a backup: another program wrote to the store\n",
  });
});

test.each(["0", "x", "10001", "1.5"])("--count %s is refused", async (count) => {
  const { code, err } = await runCli(["audit", "list", "--count", count, "--data", "nowhere"]);
  expect([code, err]).toEqual([
    1,
    `service-link: --count must be a number from 1 to 10000, not ${count}\n`,
  ]);
});
