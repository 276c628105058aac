import { describe } from "vitest";
import { testDatabases } from "../../../testing/postgres/test-databases.ts";
import { storeContract } from "../../../testing/store-contract/index.ts";

const databases = await testDatabases();

describe.skipIf(!databases)("a store in a PostgreSQL database", () => {
  if (databases) storeContract("postgres", { ...databases, runs: 25 });
});
