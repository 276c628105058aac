import { sql } from "kysely";
import type { Database, Standby } from "../../tables.ts";
import { NO_SORT, openAs } from "./open.ts";

/** Opens the standby of an address. Each transaction reads one snapshot, and writes nothing. */
export const openStandby = (address: string): Standby =>
  Object.assign(openAs("standby", address), {
    positionOf: async (primary: Database) => {
      const { rows } = await sql<{
        position: string;
      }>`select pg_current_wal_lsn()::text as position`.execute(primary);
      return rows[0]?.position ?? "";
    },
    hasReached: async (transaction, position) => {
      // Null on a primary.
      const { rows } = await sql<{
        reached: boolean | null;
      }>`select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as reached`.execute(transaction);
      return rows[0]?.reached === true;
    },
    sortByIndex: async (transaction) => void (await NO_SORT.execute(transaction)),
  } satisfies Omit<Standby, keyof Database>);
