import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { MINUTE_MS } from "../../domain/calendar.ts";
import type { TokenBank } from "../../domain/institutions/bank-description.ts";
import { describedApp } from "../described-app.fixture.ts";
import { mockServer } from "../mock-server.fixture.ts";
import { plainBank } from "./plain-bank.fixture.ts";

const ACCOUNTS = ["one", "two"].map((id) => ({ id, name: id, balance: 10 }));

/** A row in the middle of each month of two years. */
const ROWS = Array.from({ length: 24 }, (_, at) => {
  const date = new Date(Date.UTC(2024, 1 + at, 10)).toISOString().slice(0, 10);
  return { id: `t-${at}`, amount: -5 - at, date, text: "Shop" };
});

/**
 * A bank that refuses a second request to a path within 60 seconds of the app's clock. With
 * `isWhole`, the limit applies to all paths together.
 */
const slowBank = async (changes: (bank: TokenBank) => TokenBank, isWhole = false) => {
  let clock = () => 0;
  let hasRefused = false;
  const lastAt = new Map<string, number>();
  const mock = await mockServer((_, url) => {
    const kind = isWhole ? "any" : (url.pathname.split("/").at(-1) ?? "");
    if (clock() - (lastAt.get(kind) ?? 0) < MINUTE_MS) {
      hasRefused = true;
      return { status: 429 };
    }
    lastAt.set(kind, clock());
    if (url.pathname === "/accounts") return { body: ACCOUNTS };
    if (url.pathname.endsWith("/balance")) return { body: { now: 12 } };
    const { from = "", to = "" } = Object.fromEntries(url.searchParams);
    const account = url.pathname.split("/")[2];
    return {
      body: {
        rows: ROWS.filter(({ date }) => date >= from && date <= to).map((row) => ({
          ...row,
          id: `${account}-${row.id}`,
        })),
      },
    };
  });
  const described = await describedApp(changes(plainBank(mock.origin)));
  clock = () => described.app.services.clock();
  return {
    ...described,
    mock,
    hasRefused: () => hasRefused,
    follow: (other: () => number) => {
      clock = other;
    },
  };
};

type App = Awaited<ReturnType<typeof testApp>>;

/**
 * Runs the due jobs of each minute until the history is complete. Returns the number of minutes.
 */
const minutesUntilComplete = async (app: App, accessToken: string, limit = 400) => {
  for (let minute = 1; minute <= limit; minute++) {
    app.advanceClock(61_000);
    await app.runJobs();
    const { transactions_update_status: status } = await app.call("/transactions/sync", {
      access_token: accessToken,
    });
    if (status === "HISTORICAL_UPDATE_COMPLETE") return minute;
  }
  return Number.POSITIVE_INFINITY;
};

const paced = (bank: TokenBank): TokenBank => ({
  ...bank,
  accounts: { ...bank.accounts, requests_per_minute: 1 },
  transactions: { ...bank.transactions, requests_per_minute: 1, max_days: 31 },
});

test("a bank that allows one request in 60 seconds to each path is read in the end, and never refuses", async () => {
  const bank = await slowBank(paced);
  const { access_token } = await bank.linkItem({ token: "token-1" });
  // 24 months in parts of 31 days, for two accounts, and the first 30 days.
  const minutes = await minutesUntilComplete(bank.app, access_token);
  expect(minutes).toBeGreaterThan(50);
  expect(minutes).toBeLessThan(60);
  expect(bank.hasRefused()).toBe(false);
  const { added } = await bank.app.call("/transactions/sync", { access_token, count: 500 });
  expect(added).toHaveLength(2 * ROWS.length);
  const { item, status } = await bank.app.call("/item/get", { access_token });
  expect(item).toMatchObject({ error: null });
  expect(status).toMatchObject({ transactions: { last_failed_update: null } });
});

test("a restart goes on with the pages that were read, and a later pull keeps none", async () => {
  const bank = await slowBank(paced);
  const { access_token, item_id } = await bank.linkItem({ token: "token-1" });
  expect(await minutesUntilComplete(bank.app, access_token, 20)).toBe(Number.POSITIVE_INFINITY);
  const asked = () => bank.mock.requests.map(({ url }) => url.href);
  const other = await testApp({}, bank.app.folder);
  other.advanceClock(bank.app.services.clock() - other.services.clock());
  bank.follow(() => other.services.clock());
  expect(await minutesUntilComplete(other, access_token)).toBeLessThan(40);
  const rows = asked().filter((href) => href.includes("/rows"));
  // The first 30 days are requested twice: before the history, and as a part of the history.
  expect(rows.length - new Set(rows).size).toBeLessThanOrEqual(4);
  const state = await other.services.store.connectorStates.byItemId(item_id);
  expect(state?.sealed.length).toBeLessThan(200);
});

test("a bank that allows one request in 60 seconds in all is linked without balances, and has them later", async () => {
  const bank = await slowBank(
    (plain) => ({
      ...plain,
      limits: { requests_per_minute: 1 },
      balances: { path: "/accounts/{account}/balance", fields: { current: "now" } },
    }),
    true,
  );
  const { access_token } = await bank.linkItem({ token: "token-1" });
  expect(await minutesUntilComplete(bank.app, access_token)).toBeLessThan(20);
  expect(bank.hasRefused()).toBe(false);
  const { accounts } = await bank.app.call("/accounts/get", { access_token });
  expect(accounts).toMatchObject([{ balances: { current: 12 } }, { balances: { current: 12 } }]);
});

test("pages that were read by another token are not used", async () => {
  const bank = await slowBank(paced);
  const { access_token } = await bank.linkItem({ token: "token-1" });
  await minutesUntilComplete(bank.app, access_token, 3);
  const { submit } = await bank.open({ access_token, products: undefined });
  bank.app.advanceClock(61_000);
  await submit({ token: "token-2" });
  const count = bank.mock.requests.length;
  expect(await minutesUntilComplete(bank.app, access_token)).toBeLessThan(60);
  const asked = bank.mock.requests.slice(count).filter(({ url }) => url.href.includes("/rows"));
  expect(asked.length).toBeGreaterThan(45);
});
