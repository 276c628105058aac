import { expect } from "vitest";
import { Transaction } from "../../protocol/transaction.ts";
import { DAY_MS } from "../domain/calendar.ts";
import type { AccountRef, DoorName } from "../domain/grants/grant.ts";
import { appWithDoors, linkWithTransactions } from "./doors.fixture.ts";

type App = Awaited<ReturnType<typeof appWithDoors>>;
type Item = Awaited<ReturnType<typeof linkWithTransactions>>;

/** The people's accounts have some 10,000 transactions a year, in two currencies. */
const PEOPLE = [
  "user_good",
  "user_credit_profile_excellent",
  "user_credit_profile_good",
  "user_bank_income",
  "user_two_jobs",
];

/**
 * An account in a reader's week. Amounts are in cents, signed so that their sum moves the balance.
 */
type YearAccount = {
  id: string;
  balance: number;
  transactions: readonly { id: string; cents: number; pending: boolean }[];
};

/** Reads the accounts of a week as the reader does, from a moment on, in ms since 1970. */
type ReadWeek = (from: number) => Promise<{
  accounts: readonly YearAccount[];
  /** Whether the protocol reports that a connection needs its user; null if it cannot. */
  isBroken: boolean | null;
}>;

/** A program that reads accounts by a door. */
export type YearReader = {
  door: DoorName;
  open: (app: App, accounts: readonly AccountRef[]) => Promise<ReadWeek>;
  /** Whether the reader shows pending transactions; true by default. */
  hasPending?: boolean;
  /** The number of days before the last successful sync that are read again; 14 by default. */
  overlapDays?: number;
};

/**
 * A reader's copy of an account. Posted transactions stay by id; pending ones are replaced at each
 * sync. `opening` is the balance before the first transaction.
 */
type Copy = {
  posted: Map<string, number>;
  pending: Map<string, number>;
  opening: number | null;
  doubles: number;
  /** The number of pending transactions that posted with another amount. */
  changed: number;
  /** The number of pending transactions that reappeared under an unknown id. */
  vanished: number;
};

/**
 * Syncs the same accounts weekly for a year by all readers, while logins end and are renewed, and
 * pending purchases post with other amounts. Expects no duplicate, no loss, and every balance right
 * to the cent every week.
 */
export const expectExactYear = async (all: readonly YearReader[]): Promise<void> => {
  const app = await appWithDoors();
  const items: Item[] = [];
  for (const person of PEOPLE)
    for (const institution of ["ins_109508", "ins_109511", "ins_43"])
      items.push(await linkWithTransactions(app, institution, { override_username: person }));
  // This Item's purchases post with other amounts and ids.
  const dynamic = await linkWithTransactions(app, "ins_109508", {
    override_username: "user_transactions_dynamic",
  });
  items.push(dynamic);
  // Prices also move an investment account's balance.
  const refs = items.flatMap(({ item_id, accounts }) =>
    accounts
      .filter(({ type }) => type !== "investment")
      .map(({ account_id }) => ({ itemId: item_id, accountId: account_id })),
  );
  const readers: OpenReader[] = [];
  for (const { door, open, hasPending = true, overlapDays = 14 } of all)
    readers.push({ door, hasPending, overlapDays, read: await open(app, refs), copies: new Map() });
  const countDropped = dropCounter(app, items);
  const start = app.services.clock();
  let lastGood = start - 60 * DAY_MS;
  let brokenWeeks = 0;
  for (let week = 0; week <= 52; week++) {
    const { access_token } = dynamic;
    await app.post("/transactions/refresh", { ...app.credentials, access_token });
    const isBroken = await isLoginLost(app, items);
    // Readers take turns as the first, so that none relies on another reader's questions.
    const first = week % readers.length;
    for (const { door, read, overlapDays, copies } of [
      ...readers.slice(first),
      ...readers.slice(0, first),
    ]) {
      const { accounts, isBroken: said } = await read(lastGood - overlapDays * DAY_MS);
      expect(said ?? isBroken, door).toBe(isBroken);
      expect(accounts.length, door).toBe(refs.length);
      for (const account of accounts) apply(copies, account, door);
    }
    await countDropped();
    if (isBroken) brokenWeeks += 1;
    else lastGood = app.services.clock();
    // Sandbox logins end after 30 days. The user signs in a week after the end is noticed.
    if (isBroken && week % 2 === 0) for (const item of items) await mend(app, item);
    app.advanceClock(7 * DAY_MS);
    await app.runJobs();
  }
  expect(brokenWeeks).toBeGreaterThan(3);
  const dropped = await countDropped();
  const ids = new Set(refs.map(({ accountId }) => accountId));
  for (const { door, hasPending, overlapDays, copies } of readers) {
    const kept = [...copies.values()];
    expect(
      sumCopies(kept, ({ doubles }) => doubles),
      door,
    ).toBe(0);
    expect(sumCopies(kept, ({ changed }) => changed) > 0, door).toBe(hasPending);
    // The bank drops a hold. Every other pending transaction posts under its own id.
    expect(
      sumCopies(kept, ({ vanished }) => vanished),
      door,
    ).toBeLessThanOrEqual(dropped);
    expect(
      sumCopies(kept, ({ posted }) => posted.size),
      door,
    ).toBe(await postedSince(app, items, ids, start - (60 + overlapDays) * DAY_MS));
  }
};

type OpenReader = Required<Omit<YearReader, "open">> & {
  read: ReadWeek;
  copies: Map<string, Copy>;
};

const sumCopies = (copies: readonly Copy[], count: (copy: Copy) => number): number =>
  copies.reduce((sum, copy) => sum + count(copy), 0);

function apply(
  copies: Map<string, Copy>,
  { id, balance, transactions }: YearAccount,
  door: DoorName,
): void {
  const copy = copies.get(id) ?? newCopy();
  copies.set(id, copy);
  const rows = new Map<string, YearAccount["transactions"][number]>();
  for (const row of transactions) {
    if (rows.has(row.id)) copy.doubles += 1;
    rows.set(row.id, row);
  }
  for (const row of rows.values()) {
    if (row.pending) continue;
    copy.posted.set(row.id, row.cents);
    if ((copy.pending.get(row.id) ?? row.cents) !== row.cents) copy.changed += 1;
  }
  for (const pendingId of copy.pending.keys()) if (!rows.has(pendingId)) copy.vanished += 1;
  copy.pending = new Map(
    [...rows.values()].filter(({ pending }) => pending).map((row) => [row.id, row.cents]),
  );
  const sum = [...copy.posted.values()].reduce((total, amount) => total + amount, 0);
  copy.opening ??= balance - sum;
  expect(copy.opening + sum, door).toBe(balance);
}

const newCopy = (): Copy => ({
  posted: new Map(),
  pending: new Map(),
  opening: null,
  doubles: 0,
  changed: 0,
  vanished: 0,
});

/**
 * Returns a function that follows Items' feeds, and counts pending transactions without a
 * successor.
 */
const dropCounter = (app: App, items: readonly Item[]): (() => Promise<number>) => {
  const cursors = new Map<string, string>();
  const removed = new Set<unknown>();
  const followed = new Set<unknown>();
  return async () => {
    for (const { access_token } of items)
      for (let hasMore = true; hasMore; ) {
        const cursor = cursors.get(access_token);
        const request = { access_token, count: 500, ...(cursor && { cursor }) };
        const page = await app.call("/transactions/sync", request);
        cursors.set(access_token, String(page.next_cursor));
        hasMore = page.has_more === true;
        for (const { transaction_id } of Object(page).removed) removed.add(transaction_id);
        for (const { pending_transaction_id } of [...Object(page).added, ...Object(page).modified])
          followed.add(pending_transaction_id);
      }
    return [...removed].filter((id) => !followed.has(id)).length;
  };
};

/** An amount with two decimals, in cents. */
export const cents = (amount: string): number => {
  const [, sign = "", whole = "", decimals = ""] = /^(-?)(\d+)\.(\d\d)$/.exec(amount) ?? [];
  return Number(`${sign}1`) * (Number(whole) * 100 + Number(decimals));
};

/** Whether an Item needs its user, according to the API. */
async function isLoginLost(app: App, items: readonly Item[]): Promise<boolean> {
  for (const { access_token } of items) {
    const { item } = await app.call("/item/get", { access_token });
    if (Object(item).error !== null) return true;
  }
  return false;
}

/** Signs in again to an Item in update mode. */
async function mend(app: App, { access_token, institution, username }: Item): Promise<void> {
  const { public_token } = await app.call("/item/public_token/create", { access_token });
  const link = await app.startLink({ token: public_token });
  const { status } = await link.bridge("credentials/submit", {
    institution_id: institution,
    credentials: { username, password: "pass_good" },
  });
  expect(status).toBe(200);
}

/** The number of posted transactions in the API since a moment. */
async function postedSince(
  app: App,
  items: readonly Item[],
  ids: ReadonlySet<string>,
  from: number,
): Promise<number> {
  let count = 0;
  const date = (at: number) => new Date(at).toISOString().slice(0, 10);
  for (const { access_token } of items)
    for (let offset = 0, total = 1; offset < total; offset += 500) {
      const page = await app.call("/transactions/get", {
        access_token,
        start_date: date(from),
        end_date: date(app.services.clock()),
        options: { count: 500, offset },
      });
      total = Number(page.total_transactions);
      count += Transaction.array()
        .parse(page.transactions)
        .filter(({ pending, account_id }) => !pending && ids.has(account_id)).length;
    }
  return count;
}
