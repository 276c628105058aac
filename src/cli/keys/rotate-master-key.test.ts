import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createVault } from "../../server/domain/vault.ts";
import { storeVariables } from "../../testing/postgres/test-databases.ts";
import { storedValues } from "../../testing/test-app/stored-values.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { printedBy, runCli } from "../run-cli.fixture.ts";

const [A, B] = ["ab".repeat(32), "cd".repeat(32)];
const UNDER_A = { SERVICE_LINK_MASTER_KEY: A };
const UNDER_B = { SERVICE_LINK_MASTER_KEY: B };
const UNDER_BOTH = { ...UNDER_B, SERVICE_LINK_OLD_MASTER_KEY: A };
const [idOfA, idOfB] = [A, B].map(
  (key) => createVault({ current: Buffer.from(key, "hex") }, () => new Uint8Array(32)).keyId,
);

const newFolder = () => mkdtempSync(join(tmpdir(), "service-link-rotation-"));
const rotation = (folder: string) => ["keys", "rotate-master", "--data", folder];

/** The number of values in the store with a text sealed under a key. */
const countUnder = async (folder: string, keyId = ""): Promise<number> =>
  (await storedValues(folder)).filter((value) => value.includes(`v2.${keyId}.`)).length;

/** Returns the environment variables of a command: the store, the folder and the keys. */
const variablesOf = async (folder: string, keys: Record<string, string> = {}) => ({
  ...(await storeVariables(folder)),
  ...keys,
});

test("all tokens keep working under another master key, however often the rotation is interrupted", async () => {
  const folder = newFolder();
  const before = await testApp(UNDER_A, folder);
  const { access_token, item_id } = await before.link("ins_109508", ["auth", "transactions"]);
  await before.runJobs();
  const { next_cursor } = await before.call("/transactions/sync", { access_token });
  const { public_token } = await before.call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["auth"],
    options: { webhook: "https://hooks.example/in" },
  });
  const total = await countUnder(folder, idOfA);

  const during = await testApp(UNDER_BOTH, folder);
  for (let n = 0; n < 3; n++) await during.link();
  expect(await during.call("/item/get", { access_token })).toMatchObject({ item: { item_id } });

  const variables = await variablesOf(folder, UNDER_BOTH);
  const failingOutput = {
    isTTY: true,
    write: () => {
      throw new Error("stopped");
    },
  };
  const output = await runCli(rotation(folder), {
    variables,
    err: failingOutput,
  }).catch(String);
  expect(output).toContain("stopped");
  expect(await countUnder(folder, idOfA)).toBeLessThan(total);
  expect(await countUnder(folder, idOfA)).toBeGreaterThan(0);
  for (const key of [UNDER_A, UNDER_B])
    await expect(testApp(key, folder)).rejects.toThrow("master key");
  expect(await during.call("/auth/get", { access_token })).toHaveProperty("numbers");

  const out = await printedBy(rotation(folder), { variables });
  expect(out).toContain(`${idOfA} opens nothing in `);
  expect(out).toContain(`any more\nUnset SERVICE_LINK_OLD`);
  expect(await countUnder(folder, idOfA)).toBe(0);
  expect(await countUnder(folder, idOfB)).toBeGreaterThan(total / 2);
  for (const file of ["service-link.db", "service-link.db-wal"])
    expect(
      existsSync(join(folder, file)) && readFileSync(join(folder, file)).includes(`v2.${idOfA}.`),
    ).toBe(false);
  expect(await printedBy(rotation(folder), { variables })).toContain("opens nothing");
  await expect(testApp(UNDER_A, folder)).rejects.toThrow("the master key is not the one");

  const after = await testApp(UNDER_B, folder);
  expect(await after.call("/item/public_token/exchange", { public_token })).toHaveProperty(
    "access_token",
  );
  expect(await after.call("/auth/get", { access_token })).toHaveProperty("numbers");
  const sync = { access_token, cursor: next_cursor };
  expect(await after.call("/transactions/sync", sync)).toHaveProperty("next_cursor");
  await after.call("/transactions/refresh", { access_token });
  await after.runJobs();
  expect(await after.call("/item/get", { access_token })).toMatchObject({ item: { error: null } });
  const { new_access_token } = await after.call("/item/access_token/invalidate", { access_token });
  expect(await after.call("/item/get", { access_token: new_access_token })).toMatchObject({
    item: { item_id },
  });
  const entries = await after.services.store.audit.last(2);
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ["master_key.begin_rotation", idOfB],
    ["master_key.end_rotation", idOfB],
  ]);
});

test("in the sandbox the first call creates a new key, and the second one drops the old one", async () => {
  const folder = newFolder();
  const { access_token } = await (await testApp({}, folder)).link();
  const [current, old] = ["master.key", "master.key.old"].map((name) => join(folder, name));
  const key = readFileSync(current ?? "", "utf8");
  const variables = await variablesOf(folder);
  expect(await printedBy(rotation(folder), { variables })).toContain(
    "Restart the server, and call this again",
  );
  expect(readFileSync(old ?? "", "utf8")).toBe(key);
  expect(readFileSync(current ?? "", "utf8")).not.toBe(key);
  const during = await testApp({}, folder);
  expect(await during.call("/auth/get", { access_token })).toHaveProperty("numbers");
  expect(await printedBy(rotation(folder), { variables })).toContain("master.key.old was removed");
  expect(existsSync(old ?? "")).toBe(false);
  const after = await testApp({}, folder);
  expect(await after.call("/auth/get", { access_token })).toHaveProperty("numbers");
});

test("a rotation without an old key says which variable to set", async () => {
  const folder = newFolder();
  await testApp(UNDER_A, folder);
  const { code, err } = await runCli(rotation(folder), {
    variables: await variablesOf(folder, UNDER_A),
  });
  expect([code, err]).toEqual([
    1,
    expect.stringContaining("set SERVICE_LINK_OLD_MASTER_KEY to the one in use"),
  ]);
});
