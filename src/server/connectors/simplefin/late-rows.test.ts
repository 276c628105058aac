import { expect, test } from "vitest";
import { describedApp } from "../described-app.fixture.ts";
import { mockServer } from "../mock-server.fixture.ts";
import { account, base64, row } from "./bridge-app.fixture.ts";

type Row = ReturnType<typeof row>;

/**
 * An app that reads a scraping server. The server filters by the day of posting, as in the
 * protocol.
 */
const setUp = async (fields: object = {}) => {
  let rows: Row[] = [];
  const queries: URLSearchParams[] = [];
  const server = await mockServer(({ method }, { pathname, searchParams }) => {
    if (method === "POST")
      return { body: `${server.origin.replace("//", "//app:word@")}/simplefin` };
    if (!pathname.endsWith("/accounts")) return { status: 404 };
    queries.push(searchParams);
    const first = Number(searchParams.get("start-date") ?? 0);
    const transactions = rows.filter(({ posted }) => posted >= first);
    return { body: { accounts: [account("max:1", "Max", "max", { transactions })] } };
  });
  const { app, linkItem, pull } = await describedApp({
    ...{ institution_id: "ins_700001", name: "SimpleFIN", country_codes: ["US"] },
    protocol: "simplefin",
  });
  const shift = (days: number) =>
    new Date(app.services.clock() - days * 86_400_000).toISOString().slice(0, 10);
  const at = (id: string, daysAgo: number, more: object = {}) => row(id, shift(daysAgo), more);
  const list = (...next: Row[]) => {
    rows = next;
  };
  list(at("old", 25), at("new", 2));
  const { access_token } = await linkItem(
    { setup_token: base64(`${server.origin}/simplefin/claim/1`) },
    fields,
  );
  const drain = async (times: number) => {
    for (let time = 0; time < times; time++) await pull();
  };
  await drain(2);
  /** The amounts that an application knows from /transactions/sync, by id. */
  const known = new Map<string, number>();
  let cursor: string | undefined;
  const sync = async () => {
    const page = await app.call("/transactions/sync", { access_token, cursor });
    cursor = String(page.next_cursor);
    for (const { transaction_id, amount } of [...Object(page.added), ...Object(page.modified)])
      known.set(transaction_id, amount);
    for (const { transaction_id } of Object(page.removed)) known.delete(transaction_id);
    return [...known.values()].toSorted((a, b) => a - b);
  };
  expect(await sync()).toEqual([12.5, 12.5]);
  const add = (...more: Row[]) => list(...rows, ...more);
  const drop = (id: string) => list(...rows.filter((each) => each.id !== id));
  return { app, at, add, drop, list, sync, pull: drain, queries };
};

test.each([10, 20, 40, 75])("a row that comes %i days late is added, once", async (days) => {
  const { at, add, sync, pull } = await setUp();
  add(at("late", days, { amount: "-7.00" }));
  await pull(1);
  expect(await sync()).toEqual([7, 12.5, 12.5]);
  await pull(3);
  expect(await sync()).toEqual([7, 12.5, 12.5]);
});

test("rows of three weeks in which the scraper could not sign in all come at once", async () => {
  const { at, add, sync, pull } = await setUp();
  await pull(24);
  const days = Array.from({ length: 23 }, (_, day) => day + 1);
  add(...days.map((day) => at(`day-${day}`, day, { amount: `-${day + 100}.00` })));
  await pull(1);
  expect(await sync()).toEqual([12.5, 12.5, ...days.map((day) => day + 100)]);
});

test("a late row that equals one that is still listed is another payment", async () => {
  const { at, add, sync, pull } = await setUp();
  add(at("twin", 27));
  await pull(2);
  expect(await sync()).toEqual([12.5, 12.5, 12.5]);
});

test("a payment that comes back under another id is not added again", async () => {
  const { at, add, drop, sync, pull } = await setUp();
  drop("old");
  add(at("moved", 27));
  await pull(3);
  expect(await sync()).toEqual([12.5, 12.5]);
});

test("rows that a server no longer keeps stay, and a recent one that it takes back goes", async () => {
  const { drop, sync, pull } = await setUp();
  drop("old");
  await pull(3);
  expect(await sync()).toEqual([12.5, 12.5]);
  drop("new");
  await pull(3);
  expect(await sync()).toEqual([12.5]);
});

test("no row from before the days that an application asked for is added, and one request reads all", async () => {
  const { at, add, sync, pull, queries } = await setUp({ transactions: { days_requested: 30 } });
  add(at("before", 45, { amount: "-7.00" }));
  const before = queries.length;
  await pull(1);
  expect(await sync()).toEqual([12.5, 12.5]);
  expect(queries.length - before).toBe(1);
});
