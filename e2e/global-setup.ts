import { shareServer } from "../src/testing/postgres/shared-server.ts";
import { POSTGRES_CONTROL } from "./support/postgres.ts";

/** One PostgreSQL server for all journeys, which is started when the first one asks. */
const setup = (): (() => Promise<void>) => {
  const server = shareServer();
  process.env[POSTGRES_CONTROL] = server.path;
  return server.stop;
};

export default setup;
