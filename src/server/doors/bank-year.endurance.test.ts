import { expect, test } from "vitest";
import type { Transaction } from "../../protocol/transaction.ts";
import { bankTransaction } from "../../testing/bank-data.ts";
import { portalBrowser } from "../../testing/test-app/portal.ts";
import { createTokenBank, reachOnly } from "../../testing/test-app/token-bank.ts";
import { DAY_MS, dayAt, dayOf } from "../domain/calendar.ts";
import { NO_LOCATION, NO_PAYMENT_META } from "../domain/connectors/bank-transaction.ts";
import { type BankRow, bankYear } from "./bank-year.fixture.ts";
import { appWithDoors, claim, grantTo, readUrl } from "./doors.fixture.ts";
import { AccountSetV1 } from "./simplefin/shapes.fixture.ts";
import { cents } from "./year.fixture.ts";

const DAYS = 364;
const WINDOW_DAYS = 60;

/** A bank with the ledger of a year, an Item of it, and a reader by SimpleFIN. */
const yearApp = async (seed: string) => {
  const app = await appWithDoors();
  const firstDay = dayAt(app.services.clock());
  const bank = bankYear(seed, firstDay, DAYS);
  const { connector, institutionId } = createTokenBank();
  const today = () => dayAt(app.services.clock());
  connector.transactions = async (_login, { from, to }) =>
    bank
      .list(today(), dayOf(from))
      .filter(({ date }) => date <= to)
      .map(toBankTransaction);
  reachOnly(app, connector);
  const { access_token, item_id } = await app.link(institutionId, ["transactions"]);
  await app.runJobs();
  const { accounts } = await app.call("/accounts/get", { access_token });
  const { secret } = await grantTo(app, {
    item_id,
    accounts: accounts as { account_id: string }[],
  });
  const { body: url } = await claim(app, secret);
  const person = portalBrowser(app);
  return {
    bank,
    /** The rows of the year so far, as the bank has them today. */
    rows: () => bank.list(today(), firstDay),
    passDay: async () => {
      app.advanceClock(DAY_MS);
      await app.runJobs();
    },
    /** Signs in again: a login of the sandbox ends after a month. */
    renew: async () => {
      const { public_token } = await app.call("/item/public_token/create", { access_token });
      const link = await app.startLink({ token: public_token });
      const login = { institution_id: institutionId, credentials: {} };
      expect((await link.bridge("credentials/submit", login)).status).toBe(200);
    },
    sync: (cursor: string) =>
      app.call("/transactions/sync", { access_token, cursor, count: 500 }) as Promise<Page>,
    /** Has the user of the account site answer all questions; returns how many there were. */
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
    /** Returns the booked transactions that a reader sees by SimpleFIN of the last two months, in cents. */
    readDoor: async () => {
      const since = Math.floor((app.services.clock() - WINDOW_DAYS * DAY_MS) / 1000);
      const answer = await readUrl(app, url, "/accounts", `?start-date=${since}`);
      const [account] = AccountSetV1.parse(answer.json()).accounts;
      return (account?.transactions ?? []).map(({ id, amount }) => ({ id, cents: cents(amount) }));
    },
  };
};

type Page = {
  added: Transaction[];
  modified: Transaction[];
  removed: { transaction_id: string }[];
  next_cursor: string;
  has_more: boolean;
};

/** The payment of the bank's ledger that a transaction shows; nothing matches by it. */
const truthOf = ({ payment_meta }: Transaction) => payment_meta.reference_number ?? "";

test("a year of a bank with stable, shifting and changing ids has no double, and no payment is lost", async () => {
  const year = await yearApp("2026");
  const payments = new Map(year.bank.payments.map((payment) => [payment.truth, payment]));
  /** An application's copy: its transactions, and a note on each that says which payment it is. */
  const copy = new Map<string, Transaction>();
  const notes = new Map<string, string>();
  const noteOf = (transaction: Transaction) => {
    const { words = "", cents: booked } = payments.get(truthOf(transaction)) ?? {};
    return `${words} ${booked}`;
  };
  const take = (transaction: Transaction): void => {
    const { transaction_id: id, pending_transaction_id: before } = transaction;
    const note = notes.get(id) ?? (before === null ? undefined : notes.get(before));
    // Payments of one shop and amount are equal ones; a note on another one would be lost.
    if (note !== undefined) expect(noteOf(transaction)).toBe(note);
    notes.set(id, noteOf(transaction));
    copy.set(id, transaction);
  };
  const door = new Map<string, number>();
  let [cursor, asked] = ["", 0];
  for (let day = 1; day < DAYS; day++) {
    await year.passDay();
    if (day % 7 !== 0) continue;
    await year.renew();
    for (
      let page: Page | undefined;
      page === undefined || page.has_more;
      cursor = page.next_cursor
    ) {
      page = await year.sync(cursor);
      for (const { transaction_id } of page.added) expect(copy.has(transaction_id)).toBe(false);
      for (const transaction of [...page.added, ...page.modified]) take(transaction);
      for (const { transaction_id } of page.removed) copy.delete(transaction_id);
    }
    asked += await year.decide((before, id) => notes.get(before) === notes.get(id));
    const rows = year.rows();
    const shown = [...copy.values()].map((transaction) => ({
      truth: truthOf(transaction),
      cents: Math.round(transaction.amount * 100),
      ...{ date: transaction.date, pending: transaction.pending },
    }));
    const byTruth = (a: { truth: string }, b: { truth: string }) => (a.truth < b.truth ? -1 : 1);
    expect(shown.toSorted(byTruth)).toEqual(
      rows
        .map(({ truth, cents, date, pending }) => ({ truth, cents, date, pending }))
        .toSorted(byTruth),
    );
    for (const { id, cents } of await year.readDoor()) door.set(id, cents);
  }
  const booked = [...copy.values()].filter(({ pending }) => !pending);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  expect(door.size).toBe(booked.length);
  expect(sum([...door.values()])).toBe(
    sum(booked.map(({ amount }) => 0 - Math.round(amount * 100))),
  );
  // One in 1,000 transactions.
  expect(asked).toBeLessThanOrEqual(1);
}, 300_000);

const toBankTransaction = ({ id, truth, date, cents, words, pending }: BankRow) =>
  bankTransaction({
    ...{ key: id, accountKey: "token-bank-1", pendingKey: null, account_owner: null },
    ...{ amount: cents / 100, iso_currency_code: "USD", unofficial_currency_code: null },
    ...{ category_id: null, transaction_type: "unresolved", transaction_code: null, pending },
    ...{ date, authorized_date: null, datetime: null, authorized_datetime: null },
    ...{ name: words, merchant_name: null, original_description: words },
    ...{ location: NO_LOCATION, payment_channel: "in store" },
    payment_meta: { ...NO_PAYMENT_META, reference_number: truth },
  });
