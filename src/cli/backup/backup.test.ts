import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lastBackupAt } from "../../server/domain/server-settings.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { printedBy, runCli } from "../run-cli.fixture.ts";

const DB = "service-link.db";

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A server with an Item, and a backup made while the server ran. */
const backedUp = async () => {
  const app = await testApp();
  const { access_token } = await app.link();
  const file = join(newFolder(), "store.backup");
  const output = await printedBy(["backup", file, "--data", app.folder]);
  return { app, access_token, file, said: output };
};

const restore = (file: string, folder: string, ...rest: string[]) =>
  runCli(["restore", file, "--data", folder, ...rest]);

test("a backup of a running server is one file for its owner, and names what it lacks", async () => {
  const { app, file, said } = await backedUp();
  expect(await lastBackupAt(app.services.store)).toBeGreaterThan(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(file, ".."))).toEqual(["store.backup"]);
  expect(said).toContain(`${file}\n  has    the whole store`);
  expect(said).toContain("lacks  the master key");
});

test("a backup has the store's state at its start, and is restored with its master key", async () => {
  const { app, access_token, file } = await backedUp();
  await app.link();
  const folder = join(newFolder(), "data");
  expect((await restore(file, folder)).err).toMatch(/master\.key is missing/);
  expect(existsSync(folder)).toBe(false);
  mkdirSync(folder, { mode: 0o700 });
  copyFileSync(join(app.folder, "master.key"), join(folder, "master.key"));
  expect(await restore(file, folder)).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^Copied and checked/),
  });
  expect(statSync(join(folder, DB)).mode & 0o777).toBe(0o600);
  const newApp = await testApp({}, folder);
  const answer = await newApp.post("/accounts/get", { ...app.credentials, access_token });
  expect(answer.status).toBe(200);
  expect((await newApp.services.store.schema()).pending).toEqual([]);
});

test("an existing store is replaced only with --force, and never under a running server", async () => {
  const { app, file } = await backedUp();
  expect((await restore(file, app.folder)).err).toMatch(/is there already; add --force/);
  expect((await restore(file, app.folder, "--force")).err).toMatch(
    /is open in another process; stop/,
  );
  expect((await app.request({ url: "/readyz" })).statusCode).toBe(200);
});

test("a damaged backup, or one of another key or environment, is refused and changes nothing", async () => {
  const { app, file } = await backedUp();
  const folder = newFolder();
  copyFileSync(join(app.folder, "master.key"), join(folder, "master.key"));
  const refusal = async (source: string, variables = {}) => {
    const { code, err } = await runCli(["restore", source, "--data", folder], { variables });
    expect(code).toBe(1);
    expect(err).toMatch(/^service-link: [^\n]+; [^\n]+\n$/);
    expect(readdirSync(folder)).toEqual(["master.key"]);
    return err;
  };
  const bad = join(newFolder(), "bad.backup");
  expect(await refusal(bad)).toContain("there is no file");
  writeFileSync(bad, "garbage ".repeat(2000));
  expect(await refusal(bad)).toContain("is not an SQLite database");
  writeFileSync(bad, readFileSync(file));
  truncateSync(bad, 20_000);
  expect(await refusal(bad)).toContain("is damaged");
  const other = { SERVICE_LINK_MASTER_KEY: "cd".repeat(32) };
  expect(await refusal(file, other)).toContain("the master key is not the one");
  const production = { SERVICE_ENV: "production", SERVICE_LINK_MASTER_KEY: "cd".repeat(32) };
  expect(await refusal(file, production)).toContain("is of sandbox, not of production");
});

test("a backup never replaces a file, and needs a store", async () => {
  const { app, file } = await backedUp();
  const again = await runCli(["backup", file, "--data", app.folder]);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining("is there already") });
  const none = join(newFolder(), "none.backup");
  expect((await runCli(["backup", none, "--data", newFolder()])).err).toContain(
    "there is no store",
  );
  const elsewhere = { variables: { DATABASE_URL: "postgres://u:secret@localhost/x" } };
  const { err } = await runCli(["backup", none, "--data", app.folder], elsewhere);
  expect(err).toMatch(/is no file; use the database's own tools/);
  expect(err).not.toContain("secret");
  expect(existsSync(none)).toBe(false);
});
