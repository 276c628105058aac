import { tmpdir } from "node:os";
import { memoryFolder } from "../src/testing/memory-folder.ts";
import { shareServer } from "../src/testing/postgres/shared-server.ts";
import { requireChromium } from "./support/chromium.ts";
import { POSTGRES_CONTROL } from "./support/postgres.ts";

/** One PostgreSQL server for all journeys, started on first use. */
const setup = (): (() => Promise<void>) => {
  requireChromium();
  // The parent folder of the servers' data and the browsers' profiles. Processes that start
  // browsers inherit the variable.
  process.env.TMPDIR ??= memoryFolder() ?? tmpdir();
  const server = shareServer();
  process.env[POSTGRES_CONTROL] = server.path;
  return server.stop;
};

export default setup;
