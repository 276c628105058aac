import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "../../server/store/dialects/postgres/open.ts";
import { openStore } from "../../server/store/open-store.ts";
import { databaseOf, query } from "./databases.ts";
import { startServer } from "./server.ts";

/** The reply to a test process: the address of the server with its template, or the failure. */
export type Reply = { address: string; template: string } | { unavailable: string };

/** The path of a socket that sends each client a `Reply` as JSON. */
export type SharedServer = { path: string; stop(): Promise<void> };

/**
 * Shares one PostgreSQL server among all tests. The server starts when the first test needs it.
 * `TEST_DATABASE_URL` names another server, whose user may create databases.
 */
export const shareServer = (): SharedServer => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-postgres-"));
  const ends: (() => Promise<unknown>)[] = [];
  let reply: Promise<Reply> | undefined;
  const control = createServer((socket) => {
    reply ??= start(ends);
    void reply.then((answer) => socket.end(JSON.stringify(answer)));
  });
  const path = join(folder, "control");
  control.listen(path);
  const stop = async () => {
    control.close();
    await reply;
    for (const end of ends.reverse()) await end();
    rmSync(folder, { recursive: true });
  };
  return { path, stop };
};

async function start(ends: (() => Promise<unknown>)[]): Promise<Reply> {
  try {
    const address = process.env.TEST_DATABASE_URL ?? (await startOwn(ends));
    const template = `service_link_test_${process.pid}`;
    await query(address, `create database ${template}`);
    ends.push(() => query(address, `drop database ${template}`));
    await (await openStore(open(databaseOf(address, template)))).close();
    return { address, template };
  } catch (failure) {
    const reason = String(failure).split("\n").slice(0, 2).join(" ");
    return {
      unavailable: `there is no PostgreSQL for the tests: none starts here, or not the one that TEST_DATABASE_URL names (${reason})`,
    };
  }
}

async function startOwn(ends: (() => Promise<unknown>)[]): Promise<string> {
  // Tests read query plans, which must not depend on the time of a table's last analysis.
  const server = await startServer({ autovacuum: "off" });
  ends.push(server.stop);
  return server.address;
}
