import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { afterAdding, newSecret } from "../../domain/clients/client-secret.ts";

/** A data folder after a first start, and its keys. */
const startServer = async (variables: Record<string, string> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const app = await testApp(variables, folder);
  await app.server.close();
  await app.services.store.close();
  return { folder, keys: app.keys };
};
const PRODUCTION = { SERVICE_ENV: "production", SERVICE_LINK_MASTER_KEY: "ab".repeat(32) };

test("the first start makes keys that only the owner can read, and the next start uses them", async () => {
  const { folder, keys } = await startServer();
  for (const file of ["keys.json", "master.key"])
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  expect(keys.secret).toHaveLength(40);
  expect((await testApp({}, folder)).keys).toEqual(keys);
});

test("the first client has a name: the server's brand, if it has one", async () => {
  expect((await testApp()).client.name).toBe("First client");
  expect((await testApp({ SERVICE_BRAND: "Acme" })).client.name).toBe("Acme");
});

test("git ignores a data folder that a start makes; an existing folder gets no .gitignore", async () => {
  const parent = mkdtempSync(join(tmpdir(), "service-link-keys-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const dataFolder = join(parent, "deep", "data");
  await testApp({}, dataFolder);
  execFileSync("git", ["init", "--quiet", parent]);
  const statusArguments = ["-C", parent, "status", "--porcelain", "--untracked-files=all"];
  expect(execFileSync("git", statusArguments, { encoding: "utf8" })).toBe("");
  const existingFolder = join(parent, "given");
  mkdirSync(existingFolder);
  await testApp({}, existingFolder);
  expect(existsSync(join(existingFolder, ".gitignore"))).toBe(false);
  const own = join(dataFolder, ".gitignore");
  writeFileSync(own, "!keep-me\n");
  await testApp({}, dataFolder);
  expect(readFileSync(own, "utf8")).toBe("!keep-me\n");
});

test("fixed keys are written to no file", async () => {
  const keyVariables = {
    SERVICE_LINK_CLIENT_ID: "fixed-client",
    SERVICE_LINK_SECRET: "fixed-secret-fixed",
    SERVICE_LINK_PUBLIC_KEY: "fixed-public",
  };
  const { folder, keys } = await startServer(keyVariables);
  expect(keys).toEqual({
    client_id: "fixed-client",
    secret: "fixed-secret-fixed",
    public_key: "fixed-public",
  });
  expect(existsSync(join(folder, "keys.json"))).toBe(false);
  const other = { ...keyVariables, SERVICE_LINK_SECRET: "another-secret-another" };
  await expect(testApp(other, folder)).rejects.toThrow("SERVICE_LINK_SECRET is not what the store");
});

test("a rotated fixed secret starts the server only as long as it works", async () => {
  const variables = { SERVICE_LINK_SECRET: "fixed-secret-fixed" };
  const folder = mkdtempSync(join(tmpdir(), "service-link-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { services, client } = await testApp(variables, folder);
  const now = services.clock();
  const change = (othersEnd: number) =>
    services.store.clients.changeSecrets(client.clientId, (secrets) =>
      afterAdding(secrets, newSecret("another-secret-another", services), { othersEnd, now }),
    );
  await change(now + 1);
  expect((await testApp(variables, folder)).keys.secret).toBe("fixed-secret-fixed");
  await services.store.purgeExpired({
    ...{ sessionExpiry: 0, dashboardSessionExpiry: 0, personSessionUse: 0, publicTokenExpiry: 0 },
    ...{ consumerReportEnd: 0, deliveryAttempt: 0, deadLetter: 0, institutionRequest: 0 },
    endedGrantKey: 0,
    clientSecretEnd: now + 1,
  });
  await expect(testApp(variables, folder)).rejects.toThrow(
    "SERVICE_LINK_SECRET is not what the store",
  );
  const next = { SERVICE_LINK_SECRET: "another-secret-another" };
  expect((await testApp(next, folder)).keys.secret).toBe("another-secret-another");
});

test("the next start makes a removed client of fixed keys again, also during its erasure", async () => {
  const variables = {
    SERVICE_LINK_CLIENT_ID: "fixed-client-id",
    SERVICE_LINK_SECRET: "fixed-secret-of-enough-characters",
    SERVICE_LINK_PUBLIC_KEY: "fixed-public-key",
  };
  const { folder } = await startServer(variables);
  const { services } = await testApp(variables, folder);
  const { clients } = services.store;
  await clients.remove("fixed-client-id", { onlyEmpty: true, now: services.clock() });
  expect(await clients.removed()).toEqual(["fixed-client-id"]);
  const again = await testApp(variables, folder);
  expect(
    await again.call("/institutions/get", { count: 1, offset: 0, country_codes: ["US"] }),
  ).toHaveProperty("institutions");
});

test("a start with the keys of a client that has moved says to which cell", async () => {
  const fixed = { SERVICE_LINK_CLIENT_ID: "client-1" };
  const { folder } = await startServer(fixed);
  const db = new SQLite(join(folder, "service-link.db"));
  db.exec("update client set removed_at = 1");
  db.exec(
    "insert into client_move values ('client-1', 'key', 'move', 'run', 'cell a', 'cell b', 'left', null)",
  );
  db.close();
  await expect(testApp(fixed, folder)).rejects.toThrow("the client client-1 has moved to cell b");
});

test("a start uses the keys that an interrupted start has written", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-keys-"));
  const keys = { client_id: "written-first", secret: "s".repeat(40), public_key: "p".repeat(30) };
  writeFileSync(join(folder, "keys.json"), JSON.stringify(keys));
  expect((await testApp({}, folder)).keys).toEqual(keys);
});

test("a data folder of one environment is refused by another", async () => {
  const { folder } = await startServer();
  await expect(testApp(PRODUCTION, folder)).rejects.toThrow("is of sandbox, not of production");
});

test("a start without the data's master key is refused", async () => {
  const { folder } = await startServer();
  const file = join(folder, "master.key");
  writeFileSync(file, `${readFileSync(file, "utf8")}zz`);
  await expect(testApp({}, folder)).rejects.toThrow("64 hexadecimal digits");
  rmSync(file);
  await expect(testApp({}, folder)).rejects.toThrow("is missing");
  expect(existsSync(file)).toBe(false);
});

test("outside the sandbox the master key must be given", async () => {
  await expect(testApp({ SERVICE_ENV: "production" })).rejects.toThrow("SERVICE_LINK_MASTER_KEY");
});

test("a start with another master key is refused and changes nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-keys-"));
  const before = await testApp({ SERVICE_LINK_MASTER_KEY: "ab".repeat(32) }, folder);
  const { public_token } = await before.call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["auth"],
  });
  const { client_id, secret } = before.keys;
  const body = { client_id, secret, public_token };
  await expect(testApp({ SERVICE_LINK_MASTER_KEY: "cd".repeat(32) }, folder)).rejects.toThrow(
    "the master key is not the one that the data in",
  );
  expect((await before.post("/item/public_token/exchange", body)).status).toBe(200);
});
