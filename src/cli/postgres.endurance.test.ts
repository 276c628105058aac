import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabases } from "../testing/postgres/test-databases.ts";
import { testApp } from "../testing/test-app/test-app.ts";
import { runCli } from "./run-cli.fixture.ts";

const databases = await testDatabases();

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const run = (args: readonly string[], variables: Record<string, string>) =>
  runCli(args, { variables });

describe("a store in PostgreSQL", () => {
  test("every command works on a store in PostgreSQL, and the folder has only keys", async () => {
    const DATABASE_URL = await databases.newDatabase();
    const folder = newFolder();
    const before = await run(["usage", "--data", folder], { DATABASE_URL });
    expect(before).toMatchObject({ code: 1 });
    expect(before.err).toContain("there is no store in the database");
    const app = await testApp({ DATABASE_URL }, folder);
    await app.link();
    expect(readdirSync(folder).toSorted()).toEqual(["environment", "keys.json", "master.key"]);
    const out = async (...args: string[]) => {
      const result = await run([...args, "--data", folder], { DATABASE_URL });
      expect(result).toMatchObject({ code: 0 });
      return result.out;
    };
    expect(await out("keys")).toContain(app.keys.client_id);
    expect(await out("clients", "list")).toContain(app.keys.client_id);
    expect(await out("institutions", "list")).toContain("no institutions");
    await out("usage");
    const doctor = await out("doctor", "--port", "0");
    expect(doctor).toContain("opens, and is up to date");
    expect(doctor).toContain("PostgreSQL");
  });

  test("a store in PostgreSQL needs the master key of its first start on another machine, and says so", async () => {
    const DATABASE_URL = await databases.newDatabase();
    const first = await testApp({ DATABASE_URL }, newFolder());
    const second = newFolder();
    await expect(testApp({ DATABASE_URL }, second)).rejects.toThrow(
      /master\.key is missing, and the database .* copy it from the machine of the first start/,
    );
    expect(readdirSync(second)).toEqual([]);
    writeFileSync(join(second, "master.key"), "ab".repeat(32));
    await expect(testApp({ DATABASE_URL }, second)).rejects.toThrow("is not the one that");
    const production = { SERVICE_ENV: "production", SERVICE_LINK_MASTER_KEY: "ab".repeat(32) };
    await expect(testApp({ DATABASE_URL, ...production }, newFolder())).rejects.toThrow(
      "is of sandbox, not of production",
    );
    expect(await first.services.store.clients.first()).not.toBeNull();
  });

  test("a store in PostgreSQL gets one first client, even if many machines start at once", async () => {
    const DATABASE_URL = await databases.newDatabase();
    const variables = { DATABASE_URL, SERVICE_LINK_MASTER_KEY: "ab".repeat(32) };
    const apps = await Promise.all(
      Array.from({ length: 5 }, () => testApp(variables, newFolder())),
    );
    const [one] = apps;
    expect(new Set(apps.map(({ client }) => client.clientId)).size).toBe(1);
    expect(await one?.services.store.clients.all()).toHaveLength(1);
    expect(apps.filter(({ keys }) => keys.secret !== "")).toHaveLength(1);
  });
});

test.each([
  ["mysql://jo:hunter2@db.example/link", "cannot be in a database of mysql:"],
  ["postgres://jo:hunter2@db.example", "names no database"],
  ["sqlite:", "names no database"],
  ["postgres://jo:hunter2@localhost:1/link", "cannot be reached"],
])("DATABASE_URL=%s is refused in a sentence, without its password", async (url, words) => {
  const result = await run(["usage", "--data", newFolder()], { DATABASE_URL: url });
  expect(result.code).toBe(1);
  expect(result.err).toContain(words);
  expect(result.err).not.toContain("hunter2");
});

test("DATABASE_URL may name an SQLite file elsewhere", async () => {
  const [folder, other] = [newFolder(), newFolder()];
  const file = join(other, "link.db");
  await testApp({ DATABASE_URL: `sqlite:${file}` }, folder);
  expect(readdirSync(folder)).not.toContain("service-link.db");
  expect(readdirSync(other)).toContain("link.db");
  const result = await run(["clients", "list", "--data", folder], { DATABASE_URL: file });
  expect(result).toMatchObject({ code: 0 });
});
