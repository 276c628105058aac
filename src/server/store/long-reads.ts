import { limitStoreWaits } from "../domain/store-wait.ts";
import { joinTransaction } from "./join-transaction.ts";
import type { Database, Queryable, Standby } from "./tables.ts";

/** How long a standby may take for each response, in ms; the primary is asked after that. */
const STANDBY_WAIT_MS = 1000;
/** How long a standby that failed is left alone, in ms. */
const PAUSE_MS = 5000;
/** How long a place in the primary's log is used, in ms: half of how old a read may be. */
const POSITION_MS = 500;

/** Reads that may be from a standby, since many rows are read. */
export type LongReads = {
  /**
   * Reads an Item's transactions from a database whose feed has reached a change; for the last change that is
   * the primary.
   */
  ofItem<Answer>(
    place: { itemId: string; lastChange: number },
    read: (db: Queryable) => Promise<Answer>,
  ): Promise<Answer>;
  /** Reads where nothing is missing that is older than a second. */
  recent<Answer>(read: (db: Database) => Promise<Answer>): Promise<Answer>;
};

/** Reads from the primary alone. */
export const toReads = (primary: Database): LongReads => ({
  ofItem: (_, read) => read(primary),
  recent: (read) => read(primary),
});

/** A standby that is read. */
export type ReadStandby = {
  db: Standby;
  /** Takes note of a failure of the standby, after which the primary was asked. */
  onFailure: (failure: unknown) => void;
  /** How long the standby may take for each response, in ms. */
  waitMs?: number | undefined;
};

/** Reads from a standby while it is up to date, and from the primary otherwise. */
export const readsOver = (
  primary: Database,
  { db: standby, onFailure, waitMs = STANDBY_WAIT_MS }: ReadStandby,
  elapsed: () => number,
): LongReads => {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  const isPaused = () => elapsed() < pausedUntil;

  const readOver = async <Answer>(
    isCurrent: (transaction: Queryable) => Promise<boolean>,
    read: (db: Database) => Promise<Answer>,
  ): Promise<Answer> => {
    if (isPaused()) return read(primary);
    // A single read retries a standby that failed, and the others do not wait for it.
    if (hasFailed) pausedUntil = elapsed() + PAUSE_MS;
    try {
      const found = await limitStoreWaits(waitMs, () =>
        standby.transact(async (transaction) => {
          if (!(await isCurrent(transaction))) return null;
          const db = joinTransaction(standby, transaction);
          const inIndexOrder: Database["inIndexOrder"] = async (work) => {
            await standby.sortByIndex(transaction);
            return work(transaction);
          };
          return { answer: await read(Object.assign(db, { inIndexOrder })) };
        }),
      );
      hasFailed = false;
      pausedUntil = Number.NEGATIVE_INFINITY;
      if (found) return found.answer;
    } catch (failure) {
      hasFailed = true;
      pausedUntil = elapsed() + PAUSE_MS;
      onFailure(failure);
    }
    return read(primary);
  };

  let noted = { at: Number.NEGATIVE_INFINITY, position: Promise.resolve("") };
  const position = (): Promise<string> => {
    if (elapsed() - noted.at <= POSITION_MS) return noted.position;
    const asked = { at: elapsed(), position: standby.positionOf(primary) };
    noted = asked;
    // The next read asks again.
    asked.position.catch(() => {
      if (noted === asked) noted = { ...asked, at: Number.NEGATIVE_INFINITY };
    });
    return asked.position;
  };

  return {
    ofItem: ({ itemId, lastChange }, read) =>
      readOver(async (transaction) => {
        const feed = await transaction
          .selectFrom("transaction_feed")
          .select("last_change as lastChange")
          .where("item_id", "=", itemId)
          .executeTakeFirst();
        return feed !== undefined && Number(feed.lastChange) >= lastChange;
      }, read),
    recent: async (read) => {
      if (isPaused()) return read(primary);
      // A failure of the primary does not count as one of the standby.
      const reached = await position();
      return readOver((transaction) => standby.hasReached(transaction, reached), read);
    },
  };
};
