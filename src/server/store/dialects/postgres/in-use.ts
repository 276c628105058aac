import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Queryable } from "../../tables.ts";
import { readAddress } from "./address.ts";
import { connectClient } from "./connect-client.ts";

/** The maximum delay, in ms, until the server notices an ended process. */
const LINGER = 5000;
const RETRY_DELAY = 100;

const OTHERS = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`;

/**
 * Whether other connections have the servers' application name. Behind a pooler a shared connection
 * may have another name.
 */
export const isInUse = async (address: string): Promise<boolean> => {
  const { hosts } = readAddress(address);
  const client = await connectClient(address);
  try {
    for (const deadline = Date.now() + LINGER; ; ) {
      const { rows } = await client.query<{ count: number }>(OTHERS, [hosts[0].application_name]);
      if (rows[0]?.count === 0) return false;
      if (Date.now() > deadline) return true;
      await setTimeout(RETRY_DELAY);
    }
  } finally {
    await client.end().catch(() => {});
  }
};

/** Waits for writes in progress; later writes wait until this transaction ends. */
export const blockWrites = async (
  transaction: Queryable,
  tables: readonly string[],
): Promise<void> => {
  await sql`set local lock_timeout = '10s'`.execute(transaction);
  // The caller reads the whole store, which may take longer than the timeout.
  await sql`set local statement_timeout = 0`.execute(transaction);
  const list = sql.join(tables.map((name) => sql.table(name)));
  await sql`lock table ${list} in share mode`.execute(transaction);
};
