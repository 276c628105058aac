import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../../../testing/test-app/test-app.ts";
import { migrate } from "../../migrations/index.ts";
import { openDatabase } from "../index.ts";
import { copyStore } from "./copy-store.ts";
import { TABLE_KEYS, TABLE_NAMES } from "./table-keys.ts";

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-transfer-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const open = (file: string) => {
  const database = openDatabase(file);
  onTestFinished(() => database.destroy());
  return database;
};

/** A store with an Item and a stopped server. */
const stoppedStore = async () => {
  const folder = newFolder();
  const app = await testApp({}, folder);
  await app.link("ins_109508", ["transactions"]);
  await app.runJobs();
  await app.close();
  return open(join(folder, "service-link.db"));
};

const newTarget = () => open(join(newFolder(), "target.db"));
const quiet = { identity: "one", progress: () => {} };

test("every table is copied by its primary key, after those that it refers to", async () => {
  const file = join(newFolder(), "empty.db");
  await migrate(open(file));
  const schema = new SQLite(file, { readonly: true });
  const list = <Row>(query: string) => schema.prepare<[], Row>(query).all();
  const tables = list<{ name: string; sql: string }>(
    "select name, sql from sqlite_schema where type = 'table' and name not like 'kysely%'",
  );
  expect(tables.map(({ name }) => name).sort()).toEqual(TABLE_NAMES.toSorted());
  for (const name of TABLE_NAMES) {
    const columns = list<{ name: string; pk: number }>(`pragma table_info("${name}")`);
    const key = columns.filter(({ pk }) => pk > 0).sort((column, b) => column.pk - b.pk);
    expect([name, ...TABLE_KEYS[name]]).toEqual([name, ...key.map((column) => column.name)]);
    const references = list<{ table: string }>(`pragma foreign_key_list("${name}")`);
    const before = TABLE_NAMES.slice(0, TABLE_NAMES.indexOf(name)) as string[];
    for (const { table } of references) expect(before).toContain(table);
  }
  // A sequence would have to continue after the highest copied value.
  expect(tables.filter(({ sql }) => /autoincrement/i.test(sql))).toEqual([]);
  schema.close();
});

test("a copy that stops anywhere goes on there, and ends with the same digest", async () => {
  const source = await stoppedStore();
  const whole = await copyStore(source, newTarget(), quiet);
  expect(whole.rows).toBeGreaterThan(100);
  const target = newTarget();
  for (const limit of [3, 12, 30]) {
    let batches = 0;
    const progress = () => {
      if (++batches > limit) throw new Error("stopped");
    };
    const copy = copyStore(source, target, { identity: "one", progress, rowsAtOnce: 10 });
    await expect(copy).rejects.toThrow("stopped");
  }
  const shares: number[] = [];
  const progress = (_: string, share: number) => void shares.push(share);
  expect(await copyStore(source, target, { identity: "one", progress })).toEqual(whole);
  expect(shares.at(-1)).toBe(1);
});

test("a database that has another store, or a part of one, is no copy, and stays as it is", async () => {
  const source = await stoppedStore();
  const target = newTarget();
  await copyStore(source, target, quiet);
  const refusal = { name: "Error", reason: "occupied" };
  await expect(copyStore(source, target, quiet)).rejects.toMatchObject(refusal);
  const part = newTarget();
  const stop = () => {
    throw new Error("stopped");
  };
  await expect(copyStore(source, part, { ...quiet, progress: stop })).rejects.toThrow("stopped");
  await expect(copyStore(source, part, { ...quiet, identity: "two" })).rejects.toMatchObject(
    refusal,
  );
});

test("a copy that differs from the source, since either was written to, is refused", async () => {
  const source = await stoppedStore();
  const target = newTarget();
  const stop = (step: string) => {
    if (step === "compare") throw new Error("stopped");
  };
  await expect(copyStore(source, target, { ...quiet, progress: stop })).rejects.toThrow("stopped");
  await target.updateTable("item").set({ created_at: 1 }).execute();
  await expect(copyStore(source, target, quiet)).rejects.toMatchObject({
    reason: "different",
    message: "its table item has 1 rows that are not the 1 of the source",
  });
});
