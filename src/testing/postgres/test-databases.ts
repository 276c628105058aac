import { inject } from "vitest";
import { newDatabases, storesIn, type TestDatabases } from "./new-databases.ts";

export const testDatabases = (): Promise<TestDatabases> => {
  databases ??= newDatabases(inject("postgres"));
  return databases;
};

let databases: Promise<TestDatabases> | undefined;

/**
 * Returns the variables for the store of a data folder if tests run on PostgreSQL
 * (`TEST_STORE=postgres`).
 */
export const storeVariables = storesIn(testDatabases);
