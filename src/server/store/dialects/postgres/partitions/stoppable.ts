import { sql } from "kysely";
import type { Database, Queryable } from "../../../tables.ts";

/**
 * Runs a transaction at read committed whose statements may take hours. The signal cancels the one in progress, and the
 * server cancels it once this process is gone; either rolls the transaction back.
 */
export const transactUntil = <Answer>(
  db: Database,
  stop: AbortSignal | undefined,
  work: (transaction: Queryable) => Promise<Answer>,
): Promise<Answer> =>
  db.transact(
    async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
      // A server before version 14 does not have it.
      await sql`select set_config(name, '1000', true) from pg_settings
        where name = 'client_connection_check_interval'`.execute(transaction);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
        transaction,
      );
      const cancel = () =>
        void sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(db).catch(() => {});
      stop?.throwIfAborted();
      // Again and again, since it may come between two statements.
      let repeated: NodeJS.Timeout | undefined;
      const onStop = () => {
        cancel();
        repeated = setInterval(cancel, 500);
      };
      stop?.addEventListener("abort", onStop);
      try {
        return await work(transaction);
      } finally {
        stop?.removeEventListener("abort", onStop);
        clearInterval(repeated);
      }
    },
    { isolation: "read committed" },
  );
