import { expect } from "vitest";
import type { Transaction } from "../../protocol/transaction.ts";
import { portalBrowser } from "../../testing/test-app/portal.ts";
import { DAY_MS } from "../domain/calendar.ts";
import type { BankRow, bankYear } from "./bank-year.fixture.ts";
import { type appWithDoors, claim, grantTo, readUrl } from "./doors.fixture.ts";
import { AccountSetV1 } from "./simplefin/shapes.fixture.ts";
import { cents } from "./year.fixture.ts";

/** The days of a year of 52 whole weeks. */
export const YEAR_DAYS = 364;
const WINDOW_DAYS = 60;

type App = Awaited<ReturnType<typeof appWithDoors>>;
type Tokens = { access_token: string; item_id: string };
type Page = {
  added: Transaction[];
  modified: Transaction[];
  removed: { transaction_id: string }[];
  next_cursor: string;
  has_more: boolean;
};

/** A bank's year by one source. */
type Year = {
  app: App;
  tokens: Tokens;
  bank: ReturnType<typeof bankYear>;
  /** The bank's current rows of the year so far. */
  rows: () => BankRow[];
  passDay: () => Promise<void>;
  /** The source's own work of a week before the reads; returns the number of questions. */
  passWeek: () => Promise<number>;
  /** The source's account balance today in cents; undefined without a balance. */
  balance: () => number | undefined;
};

/** The words of a payment while pending and once booked. */
type Note = { held: string; booked: string | null };

/** The payment in the bank's ledger behind a transaction. Matching does not use it. */
const truthOf = ({ payment_meta }: Transaction) => payment_meta.reference_number ?? "";

/**
 * Simulates a year, and reads `/transactions/sync` and the SimpleFIN door each week. No payment is
 * duplicated or lost, sums are right to the cent, and a note stays on its payment. Returns the
 * number of questions.
 */
export const walkYear = async (year: Year): Promise<{ asked: number; transactions: number }> => {
  const reader = await openReader(year);
  const payments = new Map(year.bank.payments.map((payment) => [payment.truth, payment]));
  /** An application's copy: its transactions, each with a note on the payment that its user saw. */
  const copy = new Map<string, Transaction>();
  const notes = new Map<string, Note>();
  const toNote = (transaction: Transaction): Note => {
    const payment = payments.get(truthOf(transaction));
    return {
      held: `${payment?.held} ${payment?.cents}`,
      booked: transaction.pending ? null : `${payment?.words}`,
    };
  };
  const take = (transaction: Transaction): void => {
    const { transaction_id: id, pending_transaction_id: before } = transaction;
    const note = notes.get(id) ?? (before === null ? undefined : notes.get(before));
    const now = toNote(transaction);
    // Payments of one shop and amount are interchangeable until booked, but a note on a different
    // payment would be lost.
    if (note !== undefined)
      expect(now).toEqual(note.booked === null ? { ...now, held: note.held } : note);
    notes.set(id, now);
    copy.set(id, transaction);
  };
  const door = new Map<string, number>();
  let [cursor, asked] = ["", 0];
  for (let day = 1; day < YEAR_DAYS; day++) {
    await year.passDay();
    if (day % 7 !== 0) continue;
    asked += await year.passWeek();
    for (
      let page: Page | undefined;
      page === undefined || page.has_more;
      cursor = page.next_cursor
    ) {
      page = await reader.sync(cursor);
      for (const { transaction_id } of page.added) expect(copy.has(transaction_id)).toBe(false);
      for (const transaction of [...page.added, ...page.modified]) take(transaction);
      for (const { transaction_id } of page.removed) copy.delete(transaction_id);
    }
    asked += await reader.decide((before, id) => notes.get(before)?.held === notes.get(id)?.held);
    const shown = [...copy.values()].map((transaction) => ({
      truth: truthOf(transaction),
      cents: Math.round(transaction.amount * 100),
      ...{ date: transaction.date, pending: transaction.pending },
    }));
    const byTruth = (a: { truth: string }, b: { truth: string }) => (a.truth < b.truth ? -1 : 1);
    expect(shown.toSorted(byTruth)).toEqual(
      year
        .rows()
        .map(({ truth, cents, date, pending }) => ({ truth, cents, date, pending }))
        .toSorted(byTruth),
    );
    const read = await reader.readDoor();
    for (const { id, cents } of read.transactions) door.set(id, cents);
    const balance = year.balance();
    if (balance !== undefined) expect(read.balance).toBe(balance);
  }
  const booked = [...copy.values()].filter(({ pending }) => !pending);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  expect(door.size).toBe(booked.length);
  expect(sum([...door.values()])).toBe(
    sum(booked.map(({ amount }) => 0 - Math.round(amount * 100))),
  );
  return { asked, transactions: copy.size };
};

/** An application that syncs an Item, a SimpleFIN reader, and the Item's user. */
const openReader = async ({ app, tokens: { access_token, item_id } }: Year) => {
  const { accounts } = await app.call("/accounts/get", { access_token });
  const { secret } = await grantTo(app, {
    item_id,
    accounts: (accounts as { account_id: string }[]).slice(0, 1),
  });
  const { body: url } = await claim(app, secret);
  const person = portalBrowser(app);
  return {
    sync: (cursor: string) =>
      app.call("/transactions/sync", { access_token, cursor, count: 500 }) as Promise<Page>,
    /** Answers all questions on the account site; returns their number. */
    decide: async (isSame: (beforeId: string, id: string) => boolean): Promise<number> => {
      await person.openFromLink(item_id);
      for (let count = 0; ; count++) {
        const [match] = (await person.connections()).connections[0]?.matches ?? [];
        if (!match) return count;
        const { transaction_id, before_id } = match;
        const decision = isSame(before_id, transaction_id) ? "same" : "different";
        const body = { connection_id: item_id, transaction_id, before_id, decision };
        expect((await person.post("connection/decide-match", body)).status).toBe(200);
      }
    },
    /**
     * Returns a SimpleFIN reader's booked transactions of the last two months, and the balance, in
     * cents.
     */
    readDoor: async () => {
      const since = Math.floor((app.services.clock() - WINDOW_DAYS * DAY_MS) / 1000);
      const read = () => readUrl(app, url, "/accounts", `?start-date=${since}`);
      let answer = await read();
      // A busy machine makes readers retry.
      while (answer.status === 503) answer = await read();
      expect(answer.status, answer.text).toBe(200);
      const [account] = AccountSetV1.parse(answer.json()).accounts;
      return {
        balance: cents(account?.balance ?? ""),
        transactions: (account?.transactions ?? []).map(({ id, amount }) => ({
          id,
          cents: cents(amount),
        })),
      };
    },
  };
};
