import { expect, test } from "vitest";
import { DAY_MS, dayAt, MINUTE_MS, toDate } from "../../domain/calendar.ts";
import { ofxYear } from "../../doors/ofx/year-reader.fixture.ts";
import { simplefinYear } from "../../doors/simplefin/year-reader.fixture.ts";
import { HABITS, isBookedAt, ledgerOf, shownOn, toRow } from "./odd-year.fixture.ts";
import {
  type Asked,
  plainAccount,
  plainSession,
  scriptedApp,
} from "./scripted-aggregator.fixture.ts";

const WEEKS = 52;
const FIRST = dayAt(Date.parse("2025-11-20T00:00:00Z"));
const OPENING = 500_000;

type Copied = { date: string; cents: number; pending: boolean; account: string };

/** A bank with an account per habit, which allows four reads of each kind a day. */
const playYear = async () => {
  const names = Object.keys(HABITS);
  const ledgers = new Map(
    names.map((name, at) => [name, ledgerOf(at + 1, FIRST, 56 + 7 * (WEEKS + 2))]),
  );
  let clock = () => 0;
  let delivery = 0;
  let sessions = 0;
  let isDown = false;
  const reads = new Map<string, number[]>();
  const accountsNow = () =>
    names.map((name, at) =>
      plainAccount({
        ...{ uid: `${sessions}/${name}`, details: name, identification_hash: `hash ${at}` },
        ...{
          identification_hashes: [`hash ${at}`],
          account_id: { other: { identification: `${at}` } },
        },
      }),
    );
  const toRefusal = ({ path, query, headers }: Asked, uid: string) => {
    if (isDown) return { status: 500, body: { code: 500, error: "ASPSP_ERROR" } };
    if (!uid.startsWith(`${sessions}/`))
      return { status: 401, body: { code: 401, error: "UNAUTHORIZED_ACCESS" } };
    if (headers["psu-ip-address"] !== undefined || query.has("continuation_key")) return null;
    const recent = (reads.get(path) ?? []).filter((at) => at > clock() - DAY_MS);
    if (recent.length >= 4) return { status: 429, body: { code: 429 } };
    reads.set(path, [...recent, clock()]);
    return null;
  };
  const habitOf = (uid: string) => {
    const name = uid.slice(uid.indexOf("/") + 1);
    const habit = HABITS[name];
    if (!habit) throw new Error(`no habit ${name}`);
    return { name, habit, entries: ledgers.get(name) ?? [] };
  };
  const bookedOf = (name: string) => {
    const habit = HABITS[name];
    if (!habit) throw new Error(`no habit ${name}`);
    const shown = shownOn(ledgers.get(name) ?? [], habit, { today: dayAt(clock()), delivery });
    return shown.filter((each) => isBookedAt(habit, each));
  };
  const balanceOf = (name: string) =>
    bookedOf(name).reduce((sum, { entry }) => sum + entry.cents, OPENING);
  const setup = await scriptedApp(
    {
      balances: (asked, uid) =>
        toRefusal(asked, uid) ?? {
          body: {
            balances: [
              {
                ...{ name: "Booked", balance_type: "CLBD" },
                balance_amount: {
                  currency: "EUR",
                  amount: (balanceOf(habitOf(uid).name) / 100).toFixed(2),
                },
              },
            ],
          },
        },
      transactions: (asked, uid) => {
        const refusal = toRefusal(asked, uid);
        if (refusal) return refusal;
        const { habit, entries } = habitOf(uid);
        const { query } = asked;
        const today = dayAt(clock());
        const from = query.get("date_from") ?? "";
        const status = query.get("transaction_status");
        const earliest = toDate(today - (habit.historyDays ?? 9999) + 1);
        if (from < earliest)
          return {
            status: 422,
            body: { error: "WRONG_TRANSACTIONS_PERIOD", detail: { date_from: earliest } },
          };
        const offset = Number(query.get("continuation_key") ?? 0);
        if (offset === 0) delivery++;
        const isAsked = (date: string, isPending: boolean) =>
          (habit.isForward || date >= from) &&
          (!habit.isPendingApart || isPending === (status === "PDNG")) &&
          (status !== "PDNG" || isPending || habit.isForward);
        const rows = shownOn(entries, habit, { today, delivery })
          .filter((each) => isAsked(each.date, !isBookedAt(habit, each)))
          .flatMap((each) => toRow(habit, each, today));
        const end = offset + (habit.pageSize ?? rows.length);
        return {
          body: {
            transactions: rows.slice(offset, end),
            continuation_key: end < rows.length ? end : null,
          },
        };
      },
      sessionNow: () => ({ body: { status: "AUTHORIZED" } }),
      get session() {
        sessions++;
        return plainSession(accountsNow(), {
          session_id: `s-${sessions}`,
          access: { valid_until: new Date(clock() + 90 * DAY_MS).toISOString() },
        });
      },
    },
    { DOORS: "simplefin,ofx" },
  );
  clock = setup.app.services.clock;
  const setDown = (to: boolean): void => {
    isDown = to;
  };
  return { ...setup, names, bookedOf, balanceOf, setDown };
};

const rowsText = (rows: readonly { date: string; cents: number }[]) =>
  rows.map(({ date, cents }) => `${date} ${cents}`).toSorted();

test("a year of weekly reads has no double and loses none at banks of every habit, by the API, SimpleFIN and OFX", async () => {
  const { app, linkItem, names, bookedOf, balanceOf, setDown } = await playYear();
  const item = await linkItem();
  const { access_token } = item;
  // The daily limit leaves some of the history for the next day.
  for (let day = 0; day < 3; day++) {
    for (let round = 0; round < 3; round++) await app.runJobs();
    app.advanceClock(DAY_MS + 15 * MINUTE_MS);
  }
  for (let round = 0; round < 3; round++) await app.runJobs();
  const { accounts } = await app.call("/accounts/get", { access_token });
  const nameOf = new Map(
    (accounts as { account_id: string; name: string }[]).map((each) => [
      each.account_id,
      each.name,
    ]),
  );
  expect([...nameOf.values()].toSorted()).toEqual(names.toSorted());
  const refs = [...nameOf.keys()].map((accountId) => ({ itemId: item.item_id, accountId }));
  const readers = [];
  for (const { door, open } of [simplefinYear, ofxYear])
    readers.push({
      door,
      read: await open(app, refs),
      copies: new Map<string, { posted: Map<string, number>; opening: number }>(),
    });
  const copy = new Map<string, Copied>();
  let cursor = "";
  let doubles = 0;
  const sync = async () => {
    for (let hasMore = true; hasMore; ) {
      const page = await app.call("/transactions/sync", { access_token, cursor, count: 500 });
      cursor = String(page.next_cursor);
      hasMore = page.has_more === true;
      const { added, modified, removed } = page as Record<string, Record<string, unknown>[]>;
      for (const row of added ?? []) if (copy.has(String(row.transaction_id))) doubles++;
      for (const row of [...(added ?? []), ...(modified ?? [])])
        copy.set(String(row.transaction_id), {
          ...{ date: String(row.date), pending: row.pending === true },
          ...{ cents: -Math.round(Number(row.amount) * 100), account: String(row.account_id) },
        });
      for (const row of removed ?? []) copy.delete(String(row.transaction_id));
    }
  };
  const wrong = new Set<string>();
  for (let week = 0; week < WEEKS; week++) {
    // The bank is sometimes down for a week, and a sandbox login lasts 30 days.
    setDown(week % 12 === 9);
    if (week % 3 === 2) await linkItem({ access_token });
    await sync();
    const isFresh = week % 12 !== 9;
    const shown = await app.call("/accounts/get", { access_token });
    for (const account of shown.accounts as {
      account_id: string;
      balances: { current: number };
    }[]) {
      const name = nameOf.get(account.account_id) ?? "";
      const rows = [...copy.values()].filter(
        (row) => row.account === account.account_id && !row.pending,
      );
      const sum = rows.reduce((total, { cents }) => total + cents, OPENING);
      if (sum !== Math.round(account.balances.current * 100))
        wrong.add(`week ${week}: sum of ${name}`);
      if (!isFresh) continue;
      const expected = bookedOf(name).map(({ date, entry }) => ({ date, cents: entry.cents }));
      if (JSON.stringify(rowsText(rows)) !== JSON.stringify(rowsText(expected)))
        wrong.add(`week ${week}: rows of ${name}`);
      if (balanceOf(name) !== Math.round(account.balances.current * 100))
        wrong.add(`week ${week}: balance of ${name}`);
    }
    for (const { door, read, copies } of readers) {
      const { accounts: seen } = await read(app.services.clock() - 45 * DAY_MS);
      for (const { id, balance, transactions } of seen) {
        const ids = transactions.map((each) => each.id);
        if (new Set(ids).size !== ids.length) wrong.add(`week ${week}: double by ${door}`);
        const posted = copies.get(id)?.posted ?? new Map<string, number>();
        for (const each of transactions) if (!each.pending) posted.set(each.id, each.cents);
        const sum = [...posted.values()].reduce((total, cents) => total + cents, 0);
        const { opening } = copies.get(id) ?? { opening: balance - sum };
        copies.set(id, { posted, opening });
        if (opening + sum !== balance)
          wrong.add(`week ${week}: sum by ${door} of ${nameOf.get(id) ?? id}`);
      }
    }
    app.advanceClock(7 * DAY_MS);
    setDown((week + 1) % 12 === 9);
    for (let round = 0; round < 3; round++) await app.runJobs();
  }
  expect([...wrong].slice(0, 40)).toEqual([]);
  expect([doubles, wrong.size]).toEqual([0, 0]);
  expect(copy.size).toBeGreaterThan(names.length * 200);
}, 600_000);
