import { inject } from "vitest";
import { newDatabases, storesIn, type TestDatabases } from "./new-databases.ts";

/** Null where no server can be had, which is said once; its tests are skipped then. */
export const testDatabases = (): Promise<TestDatabases | null> => {
  databases ??= newDatabases(inject("postgres"));
  return databases;
};

let databases: Promise<TestDatabases | null> | undefined;

/** What names the store of a data folder, where tests run on PostgreSQL (`TEST_STORE=postgres`). */
export const storeVariables = storesIn(testDatabases);
