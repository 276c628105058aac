import { expect, test } from "vitest";
import { z } from "zod";
import type { Holding, InvestmentTransaction, Security } from "../../../protocol/investments.ts";
import type { GrantRequest } from "../../domain/grants/make-grant.ts";
import { appWithDoors, INVESTOR, linkWithTransactions } from "../doors.fixture.ts";
import {
  AccountPage,
  callPluggy,
  ItemPage,
  listRefs,
  PluggyInvestment,
  PluggyInvestmentTransaction,
  pageShape,
  pluggyGrant,
  signIn,
} from "./pluggy.fixture.ts";

const InvestmentPage = pageShape(PluggyInvestment);
const RowPage = pageShape(PluggyInvestmentTransaction);

/** A program with a grant of an investor's accounts, its calls, and its item. */
const investorProgram = async (
  changes: Partial<GrantRequest> = {},
  options: Parameters<typeof linkWithTransactions>[2] = INVESTOR,
) => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app, "ins_109508", options);
  const { keys } = await pluggyGrant(app, listRefs(item), changes);
  let apiKey = await signIn(app, keys);
  const get = async (path: string) => (await callPluggy(app, apiKey, "GET", path)).json;
  const [first] = ItemPage.parse(await get("/items")).results;
  if (!first) throw new Error("no item");
  const list = async (query = "") =>
    InvestmentPage.parse(await get(`/investments?itemId=${first.id}${query}`));
  const rowsOf = async (id: string) => {
    const rows: z.infer<typeof PluggyInvestmentTransaction>[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const path = `/investments/${id}/transactions?investmentId=${id}&pageSize=50&page=${page}`;
      const answer = RowPage.parse(await get(path));
      rows.push(...answer.results);
      last = answer.totalPages;
    }
    return rows;
  };
  const nextDays = async (days: number) => {
    app.advanceClock(days * 86_400_000);
    apiKey = await signIn(app, keys);
  };
  const update = () => callPluggy(app, apiKey, "PATCH", `/items/${first.id}`, {});
  return { app, item, first, get, list, rowsOf, nextDays, update };
};

const apiHoldings = async ({ app, item }: Awaited<ReturnType<typeof investorProgram>>) => {
  const answer = await app.call("/investments/holdings/get", { access_token: item.access_token });
  return z
    .object({ holdings: z.array(z.custom<Holding>()), securities: z.array(z.custom<Security>()) })
    .parse(answer);
};

test("the investments of an item are the holdings of the API, each read by its id", async () => {
  const program = await investorProgram();
  const { first, get, list } = program;
  expect(first.products).toEqual(
    expect.arrayContaining(["INVESTMENTS", "INVESTMENTS_TRANSACTIONS"]),
  );
  const { results, total } = await list();
  const { holdings, securities } = await apiHoldings(program);
  const isins = new Map(securities.map(({ security_id, isin }) => [security_id, isin]));
  const active = results.filter(({ status }) => status === "ACTIVE");
  expect(
    active.map(({ isin, quantity, balance, amountOriginal }) => [
      isin,
      quantity,
      balance,
      amountOriginal,
    ]),
  ).toEqual(
    holdings.map(({ security_id, quantity, institution_value, cost_basis }) => [
      isins.get(security_id),
      quantity,
      institution_value,
      cost_basis,
    ]),
  );
  for (const { balance, amountOriginal, amountProfit } of active)
    expect(amountProfit).toBeCloseTo(balance - (amountOriginal ?? 0), 2);
  expect(new Set(results.map(({ id }) => id)).size).toBe(total);
  for (const one of results.slice(0, 2)) expect(await get(`/investments/${one.id}`)).toEqual(one);
});

test("an account is among the accounts or among the investments, so that a sum counts its worth once", async () => {
  const { item, first, get } = await investorProgram();
  const named = async (path: string) =>
    AccountPage.parse(await get(path)).results.map(({ name }) => name);
  const banked = item.accounts.filter(({ type }) => type !== "investment");
  expect(banked.length).toBeLessThan(item.accounts.length);
  expect((await named(`/accounts?itemId=${first.id}`)).sort()).toEqual(
    banked.map(({ name }) => name).sort(),
  );
});

test("pages and types choose from the list", async () => {
  const { list } = await investorProgram();
  const all = (await list()).results;
  const paged = [
    ...(await list("&pageSize=2")).results,
    ...(await list("&pageSize=2&page=2")).results,
  ];
  expect(paged).toEqual(all.slice(0, 4));
  const funds = (await list("&type=MUTUAL_FUND")).results;
  expect(funds.length).toBeGreaterThan(0);
  expect(funds).toEqual(all.filter(({ type }) => type === "MUTUAL_FUND"));
});

test("the transactions of all investments are those of the API, each once, with its direction", async () => {
  const { app, item, list, rowsOf } = await investorProgram();
  const rows: z.infer<typeof PluggyInvestmentTransaction>[] = [];
  for (const { id } of (await list()).results) {
    const own = await rowsOf(id);
    expect(own.map(({ date }) => date)).toEqual(
      own
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(own.map(({ investmentId }) => investmentId))).toEqual(new Set([id]));
    rows.push(...own);
  }
  const all: InvestmentTransaction[] = [];
  for (let offset = 0, total = 1; offset < total; offset += 500) {
    const answer = await app.call("/investments/transactions/get", {
      access_token: item.access_token,
      ...{ start_date: "2020-01-01", end_date: "2030-12-31", options: { count: 500, offset } },
    });
    all.push(...(answer.investment_transactions as InvestmentTransaction[]));
    total = Number(answer.total_investment_transactions);
  }
  const toShape = (date: string, quantity: number, amount: number, isIn: boolean) =>
    `${date.slice(0, 10)} ${quantity} ${amount} ${isIn}`;
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(
    rows
      .map((row) =>
        toShape(row.date, row.quantity ?? 0, row.netAmount ?? 0, row.movementType === "CREDIT"),
      )
      .toSorted(),
  ).toEqual(
    all
      .map(({ date, quantity, amount }) =>
        toShape(
          date,
          Math.abs(quantity),
          Math.abs(amount),
          quantity === 0 ? amount < 0 : quantity > 0,
        ),
      )
      .toSorted(),
  );
  expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(["BUY", "SELL", "TRANSFER", null]));
});

test("a grant shows transactions from its first day on", async () => {
  const { list, rowsOf } = await investorProgram({ fromDate: "2025-12-01" });
  const dates: string[] = [];
  for (const { id } of (await list()).results)
    dates.push(...(await rowsOf(id)).map(({ date }) => date));
  expect(dates.length).toBeGreaterThan(0);
  expect(dates.toSorted()[0]?.slice(0, 10) ?? "").toMatch(/^2025-12|^2026/);
});

test("the ids of investments and their transactions stay on later days", async () => {
  const { list, rowsOf, nextDays } = await investorProgram();
  const ids = async () => {
    const { results } = await list();
    const rows = await rowsOf(results[0]?.id ?? "");
    return [results.map(({ id }) => id), rows.map(({ id }) => id).toReversed()];
  };
  const [investments, rows] = await ids();
  await nextDays(2);
  const [later, laterRows] = await ids();
  expect(later).toEqual(investments);
  expect(laterRows?.slice(0, rows?.length)).toEqual(rows);
});

test("an item whose user did not agree to investments has none", async () => {
  const { first, list } = await investorProgram({}, { ...INVESTOR, products: ["transactions"] });
  expect(await list()).toMatchObject({ total: 0, results: [] });
  expect(first.products).toEqual(["ACCOUNTS", "TRANSACTIONS"]);
});

test("a wrong investment is refused in the protocol's words", async () => {
  const { first, get } = await investorProgram();
  const uuid = "00000000-0000-4000-8000-000000000000";
  for (const [path, code, message] of [
    ["/investments", 400, "itemId is missing"],
    [`/investments?itemId=${uuid}`, 404, "no item"],
    [`/investments?itemId=${first.id}&type=GOLD`, 400, "type must be MUTUAL_FUND or"],
    ["/investments/1", 400, "id must be a UUID"],
    [`/investments/${uuid}`, 404, "no investment"],
    [`/investments/${uuid}/transactions`, 404, "no investment"],
    [`/investments/${uuid}/transactions?investmentId=${first.id}`, 400, "that of the path"],
    [`/investments/${uuid}/transactions?pageSize=501`, 400, "pageSize must be a whole number"],
  ] as const)
    expect([path, await get(path)]).toMatchObject([
      path,
      { code, message: expect.stringContaining(message) },
    ]);
});

test("an update of an item reads its investments, too", async () => {
  const { app, item, list, update } = await investorProgram();
  await list();
  const readAt = async () => [
    ...(await app.services.store.investments.readAt(item.item_id)).values(),
  ];
  const before = await readAt();
  expect(before.length).toBeGreaterThan(0);
  app.advanceClock(60_000);
  expect((await update()).status).toBe(200);
  expect(await readAt()).toEqual(before.map((time) => time + 60_000));
});
