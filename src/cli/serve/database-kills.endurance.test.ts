import { setTimeout } from "node:timers/promises";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { SURVIVES_CRASHES, startServer, type TestServer } from "../../testing/postgres/server.ts";
import { buildCommand } from "../../testing/test-command.ts";
import { post } from "../../testing/traffic/call.ts";
import { KEYS } from "../../testing/traffic/keys.ts";
import { createLedger, startUsers } from "../../testing/traffic/ledger.ts";
import { createApplication } from "../../testing/traffic/link-session.ts";
import { kill, newFolder, serve } from "../../testing/traffic/serve.ts";

/** Rounds of kills; many more by hand, e.g. CRASH_ROUNDS=200. */
const CRASHES = Number(process.env.CRASH_ROUNDS ?? 1);
const USERS = 4;

const ITEM = { ...KEYS, access_token: "access-sandbox-00000000-0000-4000-8000-000000000000" };
const UNAVAILABLE = { status: 503, headers: { "retry-after": "5" } };

beforeAll(buildCommand);

/** A PostgreSQL server of this test's own. */
const ownPostgres = async (): Promise<TestServer> => {
  const postgres = await startServer(SURVIVES_CRASHES);
  onTestFinished(() => postgres.stop());
  return postgres;
};

test(`PostgreSQL, and then the server, are killed ${CRASHES} times under load; every acknowledged write is there, once`, {
  timeout: 60_000 + CRASHES * 20_000,
}, async (context) => {
  if (process.platform !== "linux") return context.skip("processes are found on Linux alone");
  const postgres = await ownPostgres();
  const data = newFolder();
  const variables = { DATABASE_URL: postgres.address };
  let server = await serve(data, [], variables);
  const application = createApplication(() => server.port, { retries503: true });
  const { work, faults, counts } = createLedger(application);
  for (let round = 0; round < CRASHES; round++) {
    const users = startUsers(work, USERS);
    await setTimeout(50 + Math.random() * 400);
    await postgres.kill();
    expect(await post(server.port, "/item/get", ITEM)).toMatchObject(UNAVAILABLE);
    await postgres.restart();
    await setTimeout(50 + Math.random() * 400);
    const reason = /"reason":"the database postgres in [^"]+ (cannot be reached|has ended) /;
    await expect.poll(server.log).toMatch(reason);
    await kill(server);
    server = await serve(data, ["--port", String(server.port)], variables);
    await users.end();
    expect(await faults()).toEqual([]);
  }
  expect(await server.stop()).toBe(0);
  if (CRASHES > 1) console.info(`${CRASHES} crashes: ${JSON.stringify(counts())}`);
});
