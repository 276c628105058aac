import { test } from "@playwright/test";
import {
  newDatabases,
  type StoreVariables,
  storesIn,
  type TestDatabases,
} from "../../src/testing/postgres/new-databases.ts";

/** The variable with the socket of the shared server. */
export const POSTGRES_CONTROL = "TEST_POSTGRES_CONTROL";

let databases: Promise<TestDatabases | null> | undefined;

/** Null where no server can be had, which is said once. */
const testDatabases = (): Promise<TestDatabases | null> => {
  databases ??= newDatabases(process.env[POSTGRES_CONTROL] ?? "");
  return databases;
};

const variablesOf = storesIn(testDatabases);

/** What names the store of a data folder, where journeys run on PostgreSQL; without one they are skipped. */
export const storeVariables: StoreVariables = async (folder) => {
  const isMissing = process.env.TEST_STORE === "postgres" && (await testDatabases()) === null;
  test.skip(isMissing, "there is no PostgreSQL for tests");
  return variablesOf(folder);
};
