import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildProgram } from "../../../testing/build-program.ts";
import { testDatabases } from "../../../testing/postgres/test-databases.ts";
import { dialects } from "../../../testing/store-contract/dialects.ts";
import {
  NOTHING,
  sampleClient,
  sampleItem,
  tracesOf,
  whole,
} from "../../../testing/store-contract/samples.ts";
import { startProcess } from "../../../testing/store-contract/start-process.ts";
import { TEST_CIPHER } from "../../../testing/store-contract/test-cipher.ts";
import { migratedDatabase } from "../../../testing/test-app/test-database.ts";
import { openStore } from "../open-store.ts";

const PROGRAM = fileURLToPath(
  new URL("../../../testing/store-contract/process.ts", import.meta.url),
);

let program = "";
beforeAll(async () => {
  const { file, remove } = await buildProgram(PROGRAM);
  program = file;
  return remove;
});

const newDatabase = {
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), "service-link-store-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "store.db");
    writeFileSync(file, await migratedDatabase());
    return file;
  },
  postgres: async () => (await testDatabases()).migratedDatabase(),
};

describe.each(["sqlite", "postgres"] as const)("a store on %s", (dialect) => {
  const start = () => startProcess(program, dialect);
  const open = async (address: string) => {
    const db = dialects[dialect].open(address);
    onTestFinished(() => db.destroy());
    return openStore(db, TEST_CIPHER);
  };

  test("a process that is killed while it writes has lost nothing that it acknowledged", async () => {
    const address = await newDatabase[dialect]();
    const store = await open(address);
    await store.clients.add(sampleClient());
    await store.close();

    // After 250 transactions SQLite has checkpointed its log more than once. More transactions test
    // nothing new.
    for (const enough of [1, 2, 10, 50, 250]) {
      const { pid, kill, run } = await start();
      onTestFinished(kill);
      const acknowledgements = await run("create", address, (line) => {
        if (line === `${enough - 1}`) kill();
      });
      expect(acknowledgements.length).toBeGreaterThanOrEqual(enough);

      const after = await open(address);
      for (const n of acknowledgements) {
        const newItem = sampleItem(`${pid}-${n}`);
        expect(await tracesOf(after, newItem)).toEqual(whole(newItem));
      }
      const lastItem = sampleItem(`${pid}-${acknowledgements.length}`);
      expect([whole(lastItem), NOTHING]).toContainEqual(await tracesOf(after, lastItem));
      await after.close();
    }
  });
});
