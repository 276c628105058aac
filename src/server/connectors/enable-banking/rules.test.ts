import { expect, test } from "vitest";
import type { PlayedBank, PlayedRow } from "../../../../demo/aggregator/server.mjs";
import { aggregatorApp, plainBank } from "./aggregator-app.fixture.ts";

const bankWith = (rows: PlayedRow[], more: Partial<PlayedBank["accounts"][number]> = {}) => {
  const [account] = plainBank().accounts;
  if (!account) throw new Error("the bank has an account");
  return plainBank({ accounts: [{ ...account, ...more, rows }] });
};

/** A daily payment for some days up to January 15, the day of the test. */
const daily = (count: number): PlayedRow[] =>
  Array.from({ length: count }, (_, back) => ({
    id: `d${back}`,
    day: new Date(Date.UTC(2026, 0, 15) - back * 86_400_000).toISOString().slice(0, 10),
    amount: -(10 + back),
    party: `Shop ${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[back % 26]}${back}`,
  }));

/** Links an Item at a bank with quirks, and reads it once. */
const linked = async (rows: PlayedRow[], ...quirks: string[]) => {
  const setup = await aggregatorApp({ banks: [bankWith(rows)] });
  setup.aggregator.behaveLike(...quirks);
  const item = await setup.linkItem();
  await setup.pull(0);
  const sync = setup.syncReader(item);
  const paths = (path: RegExp) =>
    setup.aggregator.requests.filter((request) => path.test(request.path));
  return { ...setup, item, sync, first: await sync(), paths };
};
const NONE = { added: [], modified: [], removed: [] };
const names = (list: readonly Record<string, unknown>[]) => list.map(({ name }) => name);

test("null in place of texts and objects is no fault", async () => {
  const { first } = await linked(daily(3), "nulls");
  expect(first.added).toHaveLength(3);
});

test.each(["ids-each-delivery", "ids-absent", "ids-positional", "ids-of-month"])(
  "ids of the habit %s change nothing, and twins stay two",
  async (quirk) => {
    const twin = { day: "2026-01-12", amount: -5, party: "Kiosk" };
    const rows = [...daily(4), { id: "t1", ...twin }, { id: "t2", ...twin }];
    const { first, pull, sync } = await linked(rows, quirk);
    expect(first.added).toHaveLength(6);
    await pull();
    expect(await sync()).toEqual(NONE);
    // A late entry with an earlier day shifts the other rows' positions.
    rows.push({ id: "late", day: "2026-01-12", amount: -7, party: "Late Shop" });
    await pull(2);
    const { added, removed } = await sync();
    expect([names(added), removed]).toEqual([["Late Shop"], []]);
  },
);

test("a pending payment posts under another id, and stays one", async () => {
  const rows = [
    { id: "p", day: "2026-01-17", pendingFrom: "2026-01-15", amount: -20, party: "Paper Lantern" },
  ];
  const { first, pull, sync } = await linked(rows, "pending-other-ids");
  expect(first.added).toMatchObject([{ pending: true }]);
  await pull(2);
  expect(await sync()).toMatchObject({ added: [], modified: [{ pending: false }], removed: [] });
});

test("an authorization that is listed as booked becomes its presentment", async () => {
  const rows = [
    {
      id: "c",
      day: "2026-01-19",
      pendingFrom: "2026-01-14",
      amount: -31.2,
      party: "Harbour Books",
      code: "CCRD",
    },
  ];
  const { first, pull, sync } = await linked(rows, "authorizations-booked");
  const [before] = first.added;
  await pull(5);
  const { added, modified, removed } = await sync();
  expect([added, removed]).toEqual([[], []]);
  expect(modified).toMatchObject([{ transaction_id: before?.transaction_id, date: "2026-01-19" }]);
});

test("a payment that is listed twice in one answer is one", async () => {
  const { first, pull, sync } = await linked(daily(5), "rows-twice");
  expect(first.added).toHaveLength(5);
  await pull();
  expect(await sync()).toEqual(NONE);
});

test("card rows of another status and without an id are read once", async () => {
  const rows = daily(3).map((row) => ({ ...row, code: "CCRD" }));
  const { first, pull, sync } = await linked(rows, "other-status");
  expect(first.added).toHaveLength(3);
  await pull(2);
  expect(await sync()).toEqual(NONE);
});

test.each([
  ["history-90-days", "2025-10-18"],
  ["history-no-day", "2025-10-18"],
  ["history-title", "2025-10-18"],
  ["history-failure", "2024-01-18"],
])("a period that the bank refuses (%s) is made shorter, once", async (quirk, from) => {
  const { first, pull, paths } = await linked(daily(120), quirk);
  expect(first.added).toHaveLength(from < "2025" ? 120 : 90);
  const asked = paths(/transactions$/).map(({ query }) => query.date_from ?? "");
  expect(asked.at(-1)).toBe(from);
  expect(asked.filter((day) => day < from)).toHaveLength(1);
  await pull();
  expect(paths(/transactions$/).at(-1)?.query.date_from).toBe("2026-01-01");
});

test.each(["pages-of-three", "empty-page", "repeated-key"])(
  "the pages of the habit %s are read to their end, with the same parameters",
  async (quirk) => {
    const { first, paths } = await linked(daily(8), quirk);
    expect(first.added).toHaveLength(8);
    const later = paths(/transactions$/).filter(({ query }) => query.continuation_key);
    expect(later.length).toBeGreaterThan(0);
    for (const { query } of later)
      expect(query.date_from).toBe(query.continuation_key?.split("|")[0]);
  },
);

test("the days of a list whose next page fails are kept", async () => {
  const { first, pull, sync } = await linked(daily(8), "failing-page");
  // The last day of the page may not be whole.
  expect(names(first.added).toSorted()).toEqual(["Shop A0", "Shop B1"]);
  await pull();
  expect((await sync()).removed).toEqual([]);
});

test("pending payments with a list of their own are read, and a bank without one is not asked again", async () => {
  const rows = [
    ...daily(2),
    { id: "p", day: "2026-01-20", pendingFrom: "2026-01-15", amount: -9, party: "Kiosk" },
  ];
  const apart = await linked(rows, "pending-apart");
  expect(apart.first.added).toHaveLength(3);
  const refused = await linked(daily(2), "pending-refused");
  const withStatus = () =>
    refused.paths(/transactions$/).filter(({ query }) => query.transaction_status);
  expect(withStatus()).toHaveLength(1);
  await refused.pull(2);
  expect(withStatus()).toHaveLength(1);
  expect(refused.first.added).toHaveLength(2);
});

test("rows of other days and states than were asked for are left out", async () => {
  const { first, pull, sync } = await linked(daily(60), "filters-ignored");
  expect(first.added).toHaveLength(60);
  await pull();
  expect(await sync()).toEqual(NONE);
});

test("balances that fail for good leave the transactions", async () => {
  const { app, first, item, pull, sync } = await linked(daily(3), "balances-fail");
  expect(first.added).toHaveLength(3);
  await pull();
  expect((await sync()).removed).toEqual([]);
  const { item: shown } = await app.call("/item/get", { access_token: item.access_token });
  expect(shown).toMatchObject({ error: null });
});

test("a payment that one list lacks stays, and is gone once the next one lacks it, too", async () => {
  const rows = daily(3);
  const { first, pull, sync } = await linked(rows);
  expect(first.added).toHaveLength(3);
  const [away] = rows.splice(1, 1);
  await pull();
  expect(await sync()).toEqual(NONE);
  if (away) rows.push(away);
  await pull();
  expect(await sync()).toEqual(NONE);
  rows.pop();
  await pull(2);
  expect((await sync()).removed).toHaveLength(1);
});

test("a hold that goes before its booked payment comes keeps its id", async () => {
  const hold = { id: "h", day: "2026-02-28", amount: -42, party: "Paper Lantern" };
  const rows: PlayedRow[] = [{ ...hold, pendingFrom: "2026-01-15", gone: "2026-01-16" }];
  const { first, pull, sync } = await linked(rows);
  expect(first.added).toMatchObject([{ pending: true }]);
  await pull(3);
  expect(await sync()).toEqual(NONE);
  rows.push({ ...hold, id: "b", day: "2026-01-19" });
  await pull();
  expect(await sync()).toMatchObject({
    ...{ added: [], removed: [] },
    modified: [{ transaction_id: first.added[0]?.transaction_id, pending: false }],
  });
});

test("a hold without a successor is released after ten days", async () => {
  const rows: PlayedRow[] = [
    {
      id: "h",
      day: "2026-02-28",
      pendingFrom: "2026-01-15",
      gone: "2026-01-16",
      amount: -9,
      party: "Hotel",
    },
  ];
  const { pull, sync } = await linked(rows);
  await pull(9);
  expect(await sync()).toEqual(NONE);
  await pull(3);
  expect((await sync()).removed).toHaveLength(1);
});
