import type { RemovedTransaction } from "../../../protocol/transaction.ts";
import { Fault } from "../fault.ts";
import type { Runtime } from "../runtime.ts";
import type { TransactionDeps } from "./deps.ts";
import type {
  ChangePage,
  JsonChange,
  NumberedChange,
  TransactionFeed,
  TransactionView,
} from "./transaction-feed.ts";

/** A page of the changes since a cursor. */
export type SyncPage = {
  added: JsonChange["value"][];
  modified: JsonChange["value"][];
  removed: RemovedTransaction[];
  nextCursor: string;
  hasMore: boolean;
};

type Changes = Pick<SyncPage, "added" | "modified" | "removed">;

/** The order of the parts. Parts after `added` concern transactions that the reader already has. */
const AFTER = { added: "modified", modified: "removed", removed: null } as const;
type Part = keyof typeof AFTER;

/**
 * The cursor of a reader, who has all changes up to `base`, is reading the changes up to `upTo`,
 * and has `part` of them up to `after`. A fixed `upTo` keeps the pages consistent; later changes
 * come with the next round.
 */
type Cursor = { base: number; upTo: number | null; part: Part; after: number };

const START: Cursor = { base: 0, upTo: null, part: "added", after: 0 };

/**
 * Returns the page after a cursor of this Item, for one account or all; throws INVALID_FIELD for
 * any other cursor.
 */
export const syncPage = async (
  services: TransactionDeps,
  feed: TransactionFeed,
  cursor: string,
  { count, ...choice }: TransactionView & Pick<ChangePage, "accountId" | "count">,
): Promise<SyncPage> => {
  const position = cursor === "" ? START : openCursor(services, feed.itemId, cursor);
  const upTo = position.upTo ?? feed.lastChange;
  const page: Changes = { added: [], modified: [], removed: [] };
  let capacity = count;
  let { part, after }: { part: Part | null; after: number } = position;
  while (part !== null) {
    // Reads one more than fits, to know whether this page is the last.
    const range = { after, upTo, count: capacity + 1, ...choice, lastChange: feed.lastChange };
    // A new reader has no transactions that could have been modified or removed.
    const isEmpty = after >= upTo || (part !== "added" && position.base === 0);
    const numbers = isEmpty
      ? []
      : await readPart(services, feed.itemId, position.base, range, part, page);
    const numbersOnPage = numbers.slice(0, capacity);
    if (numbers.length > capacity) {
      const nextPosition = {
        base: position.base,
        upTo,
        part,
        after: numbersOnPage.at(-1) ?? after,
      };
      return {
        ...page,
        nextCursor: sealCursor(services, feed.itemId, nextPosition),
        hasMore: true,
      };
    }
    capacity -= numbersOnPage.length;
    part = AFTER[part];
    after = position.base;
  }
  const isIdle =
    capacity === count && position.upTo === null && position.base === upTo && cursor !== "";
  const next: Cursor = { base: upTo, upTo: null, part: "added", after: upTo };
  return {
    ...page,
    // Without changes the cursor stays the same, so that readers can compare cursors.
    nextCursor: isIdle ? cursor : sealCursor(services, feed.itemId, next),
    hasMore: feed.lastChange > upTo,
  };
};

/**
 * Adds the changes of a part to the page, without the surplus change; returns the numbers of all.
 */
async function readPart(
  { store: { transactions } }: TransactionDeps,
  itemId: string,
  base: number,
  range: ChangePage & TransactionView,
  part: Part,
  page: Changes,
): Promise<number[]> {
  const capacity = range.count - 1;
  switch (part) {
    case "added":
      return append(page.added, await transactions.added(itemId, range), capacity);
    case "modified":
      return append(page.modified, await transactions.modified(itemId, base, range), capacity);
    case "removed":
      return append(page.removed, await transactions.removed(itemId, base, range), capacity);
  }
}

function append<T>(list: T[], changes: readonly NumberedChange<T>[], capacity: number): number[] {
  list.push(...changes.slice(0, capacity).map(({ value }) => value));
  return changes.map(({ number }) => number);
}

/** Sealed for the Item: a cursor can neither be forged nor used for another Item. */
function sealCursor(
  { vault }: Pick<Runtime, "vault">,
  itemId: string,
  { base, upTo, part, after }: Cursor,
): string {
  return vault.seal(sealPurpose(itemId), JSON.stringify([base, upTo, part, after]));
}

function openCursor({ vault }: Pick<Runtime, "vault">, itemId: string, cursor: string): Cursor {
  try {
    const [base, upTo, part, after] = JSON.parse(vault.open(sealPurpose(itemId), cursor));
    return { base, upTo, part, after };
  } catch (cause) {
    throw new Fault("INVALID_FIELD", {
      message: "cursor must be empty, or a next_cursor that was given for this Item",
      cause,
    });
  }
}

const sealPurpose = (itemId: string): string => `transactions-cursor:${itemId}`;
