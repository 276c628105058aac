import { expect, test } from "vitest";
import type { Json, Place } from "./authorization-server.fixture.ts";
import { berlinBank } from "./berlin-bank.fixture.ts";
import { answer, type Change, changing, put } from "./changing.fixture.ts";
import { fdxBank } from "./fdx-bank.fixture.ts";
import { servedBank } from "./served-bank.fixture.ts";
import { ukBank } from "./uk-bank.fixture.ts";

const OF_A1 = /^GET .*\/accounts\/a1\/transactions/;
const HOURS = 3_600_000;

const BANKS = {
  uk: (place: Place) => ukBank([], place),
  "berlin-group": (place: Place) => berlinBank([], "redirect", place),
  fdx: fdxBank,
};

/** Leaves out the rows of some pulls, by a list's JSON path. */
const leavingOut = (place: string) => {
  const state = { count: 0 };
  const change: Change = (request, response) =>
    state.count > 0
      ? put(OF_A1, place, (rows: unknown) =>
          Array.isArray(rows) ? rows.filter((_, at) => at < 2) : rows,
        )(request, response)
      : response;
  return { state, change };
};

test.each([
  ["uk", "Data.Transaction"],
  ["berlin-group", "transactions.booked"],
  ["fdx", "transactions"],
] as const)("a posted row at %s stays until two lists in a row lack it", async (dialect, place) => {
  const { state, change } = leavingOut(place);
  const { app, linkItem, rows } = await servedBank(
    (at) => changing(BANKS[dialect](at) as ReturnType<typeof ukBank>, change),
    { dialect, approach: dialect === "berlin-group" ? "redirect" : "oauth" },
  );
  const { access_token } = await linkItem();
  const ids = async () =>
    (await rows(access_token, 12)).map(({ transaction_id }) => transaction_id).toSorted();
  const before = await ids();
  expect(before.length).toBeGreaterThan(4);
  const pull = async () => {
    app.advanceClock(HOURS);
    await app.call("/transactions/refresh", { access_token });
    return ids();
  };
  // A complete list between two incomplete ones restarts the count.
  for (const lacks of [1, 0, 0, 1]) {
    state.count = lacks;
    expect(await pull()).toEqual(before);
  }
  expect((await pull()).length).toBeLessThan(before.length);
  state.count = 0;
  expect((await pull()).length).toBe(before.length);
});

/** An Item at an FDX bank with changed responses, and its rows of the last days. */
const fdxItem = async (change: Change) => {
  const { bank, linkItem, rows } = await servedBank((place) => changing(fdxBank(place), change), {
    dialect: "fdx",
  });
  const { access_token } = await linkItem();
  return { bank, rows: await rows(access_token, 80) };
};

test("a list of FDX ends at a page that names its own key as the next one", async () => {
  const { bank, rows } = await fdxItem(async ({ method, url }, response) => {
    if (!OF_A1.test(`${method} ${url.pathname}`)) return response;
    const body = (await response.json()) as { page: Json };
    const own = url.searchParams.get("pageKey") ?? undefined;
    return Response.json({ ...body, page: { nextPageKey: body.page.nextPageKey ?? own } });
  });
  const last = rows.map(({ date }) => date).toSorted()[0] ?? "";
  expect(rows.length).toBe(bank.books.a1?.filter(({ day }) => day >= last).length);
  expect(rows.length).toBeGreaterThan(10);
});

test("a row of FDX that names another account is not one of the list's account", async () => {
  const { rows } = await fdxItem(
    put(OF_A1, "transactions", (list: Json[]) => [
      ...list,
      { ...list[1], accountId: "a2", transactionId: "of-a2", amount: 55.55 },
    ]),
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.some(({ amount }) => Math.abs(amount) === 55.55)).toBe(false);
});

test("trades before the days that a bank still lists stay stored", async () => {
  let listsFrom = "";
  const refusing: Change = ({ url }, response) =>
    url.pathname.endsWith("/a3/transactions") &&
    (url.searchParams.get("startTime") ?? "") < listsFrom
      ? Response.json({ code: "704", message: "range" }, { status: 400 })
      : response;
  const { app, linkItem } = await servedBank((place) => changing(fdxBank(place), refusing), {
    ...{ dialect: "fdx", products: ["investments"] },
  });
  const { access_token } = await linkItem({ products: ["investments"] });
  const trades = async () => {
    const page = await app.call("/investments/transactions/get", {
      ...{ access_token, start_date: "2024-02-01", end_date: "2026-01-15" },
      options: { count: 500 },
    });
    const securities = page.securities as { security_id: string }[];
    return {
      ids: (page.investment_transactions as { investment_transaction_id: string }[]).map(
        ({ investment_transaction_id: id }) => id,
      ),
      securities: securities.map(({ security_id }) => security_id),
    };
  };
  const before = await trades();
  expect(before.ids.length).toBeGreaterThan(50);
  expect(before.securities.length).toBe(1);
  app.advanceClock(HOURS);
  listsFrom = new Date(app.services.clock() - 100 * 24 * HOURS).toISOString().slice(0, 10);
  await app.call("/investments/refresh", { access_token });
  await app.runJobs();
  expect(await trades()).toEqual(before);
});

test("trades of an account whose list is missing for a while stay stored", async () => {
  let isMissing = false;
  const { app, linkItem } = await servedBank(
    (place) =>
      changing(fdxBank(place), (request, response) =>
        isMissing
          ? answer(/\/a3\/transactions/, 404, { code: "701" })(request, response)
          : response,
      ),
    { dialect: "fdx", products: ["investments"] },
  );
  const { access_token } = await linkItem({ products: ["investments"] });
  const total = async () =>
    (
      await app.call("/investments/transactions/get", {
        ...{ access_token, start_date: "2024-02-01", end_date: "2026-01-15" },
      })
    ).total_investment_transactions;
  const before = await total();
  expect(before).toBeGreaterThan(50);
  isMissing = true;
  app.advanceClock(HOURS);
  await app.call("/investments/refresh", { access_token });
  await app.runJobs();
  expect(await total()).toBe(before);
});
