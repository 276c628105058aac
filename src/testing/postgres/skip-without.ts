import { beforeEach } from "vitest";
import { testDatabases } from "./test-databases.ts";

// Why there is none is said once, by what would start it.
if ((await testDatabases()) === null) beforeEach(({ skip }) => skip());
