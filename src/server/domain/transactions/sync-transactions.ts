import type { RemovedTransaction, Transaction } from "../../../protocol/transaction.ts";
import { Fault } from "../fault.ts";
import type { Services } from "../services.ts";
import type { ChangePage, NumberedChange, TransactionFeed } from "./transaction-feed.ts";

/** A page of what has changed since a cursor. */
export type SyncPage = {
  added: Transaction[];
  modified: Transaction[];
  removed: RemovedTransaction[];
  nextCursor: string;
  hasMore: boolean;
};

type Changes = Pick<SyncPage, "added" | "modified" | "removed">;

/** A page is read in this order; what comes after `added` is about what the reader knows from before. */
const AFTER = { added: "modified", modified: "removed", removed: null } as const;
type Part = keyof typeof AFTER;

/**
 * Where a reader stands: it has everything up to the change `base`, and reads on up to the change
 * `upTo`, of which it has `part` up to `after`. That `upTo` does not move while pages are read makes
 * them fit together, whatever changes in between; that comes with the next round.
 */
type Cursor = { base: number; upTo: number | null; part: Part; after: number };

const START: Cursor = { base: 0, upTo: null, part: "added", after: 0 };

/** The next page after a cursor that was given for this Item; INVALID_FIELD for any other. */
export const syncPage = async (
  services: Services,
  feed: TransactionFeed,
  cursor: string,
  count: number,
): Promise<SyncPage> => {
  const begun = cursor === "" ? START : openCursor(services, feed.itemId, cursor);
  const upTo = begun.upTo ?? feed.lastChange;
  const page: Changes = { added: [], modified: [], removed: [] };
  let room = count;
  let { part, after }: { part: Part | null; after: number } = begun;
  while (part !== null) {
    // One more than there is room for says whether the page is the last one.
    const asked = { after, upTo, count: room + 1 };
    const numbers = await readPart(services, feed.itemId, begun.base, asked, part, page);
    const kept = numbers.slice(0, room);
    if (numbers.length > room) {
      const reached = { base: begun.base, upTo, part, after: kept.at(-1) ?? after };
      return { ...page, nextCursor: sealCursor(services, feed.itemId, reached), hasMore: true };
    }
    room -= kept.length;
    part = AFTER[part];
    after = begun.base;
  }
  const isIdle = room === count && begun.upTo === null && begun.base === upTo && cursor !== "";
  const next: Cursor = { base: upTo, upTo: null, part: "added", after: upTo };
  return {
    ...page,
    // Nothing new, nothing to note: who compares cursors finds the one that they have.
    nextCursor: isIdle ? cursor : sealCursor(services, feed.itemId, next),
    hasMore: feed.lastChange > upTo,
  };
};

/** Adds what a part has for the page, but for the one asked for beyond it; answers all their numbers. */
async function readPart(
  { store: { transactions } }: Services,
  itemId: string,
  base: number,
  asked: ChangePage,
  part: Part,
  page: Changes,
): Promise<number[]> {
  const room = asked.count - 1;
  switch (part) {
    case "added":
      return keep(page.added, await transactions.added(itemId, asked), room);
    case "modified":
      return keep(page.modified, await transactions.modified(itemId, base, asked), room);
    case "removed":
      return keep(page.removed, await transactions.removed(itemId, base, asked), room);
  }
}

function keep<T>(kept: T[], found: readonly NumberedChange<T>[], room: number): number[] {
  kept.push(...found.slice(0, room).map(({ value }) => value));
  return found.map(({ number }) => number);
}

/** Sealed for the Item: nobody can make one up, nor use one of another Item. */
function sealCursor(
  { vault }: Services,
  itemId: string,
  { base, upTo, part, after }: Cursor,
): string {
  return vault.seal(purposeOf(itemId), JSON.stringify([base, upTo, part, after]));
}

function openCursor({ vault }: Services, itemId: string, cursor: string): Cursor {
  try {
    const [base, upTo, part, after] = JSON.parse(vault.open(purposeOf(itemId), cursor));
    return { base, upTo, part, after };
  } catch (cause) {
    throw new Fault("INVALID_FIELD", {
      message: "cursor must be empty, or a next_cursor that was given for this Item",
      cause,
    });
  }
}

const purposeOf = (itemId: string): string => `transactions-cursor:${itemId}`;
