import {
  newDatabases,
  storesIn,
  type TestDatabases,
} from "../../src/testing/postgres/new-databases.ts";

/** The variable with the socket of the shared server. */
export const POSTGRES_CONTROL = "TEST_POSTGRES_CONTROL";

let databases: Promise<TestDatabases> | undefined;

const testDatabases = (): Promise<TestDatabases> => {
  databases ??= newDatabases(process.env[POSTGRES_CONTROL] ?? "");
  return databases;
};

/** The variables for the store of a data folder, in journeys on PostgreSQL. */
export const storeVariables = storesIn(testDatabases);
