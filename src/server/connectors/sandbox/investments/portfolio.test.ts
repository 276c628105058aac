import fc from "fast-check";
import { expect, test } from "vitest";
import { dayAt, toDate, toDay } from "../../../domain/calendar.ts";
import { unstoredLogin } from "../../../domain/connectors/unstored-login.fixture.ts";
import { createFormConnector } from "../form-connector.fixture.ts";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 15, 12);
const BANKS = ["ins_109508", "ins_43", "ins_116834", "ins_109512"];

const loginOf = (username: string, institutionId = "ins_109508") =>
  unstoredLogin(institutionId, { username, password: "pass_good" });

const at = (now: number) => createFormConnector(() => now);

const everything = { from: "2020-01-01", to: "2199-12-31" };
const read = async (now: number, username: string, institutionId = "ins_109508") => {
  const login = loginOf(username, institutionId);
  const connector = at(now);
  const investments = await connector.investments?.(login, everything);
  if (!investments) throw new Error("the sandbox has no investments");
  return { ...investments, balances: await connector.balances(login) };
};
const day = fc.integer({ min: toDay("2022-01-01"), max: toDay("2029-12-31") });
const user = fc.constantFrom("user_good", "user_yuppie");
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

test("a holding is its trades, its value quantity × price, and a balance all values", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(day, user, fc.constantFrom(...BANKS), async (on, username, bank) => {
      const now = on * 24 * HOUR + 12 * HOUR;
      const { holdings, transactions, securities, balances } = await read(now, username, bank);
      const cash = new Set(
        securities.flatMap(({ key, is_cash_equivalent }) => (is_cash_equivalent ? [key] : [])),
      );
      for (const { accountKey, securityKey, ...holding } of holdings) {
        const own = transactions.filter((one) => one.accountKey === accountKey);
        const trades = own.filter((one) => one.securityKey === securityKey);
        const isCash = cash.has(securityKey);
        const quantity = isCash
          ? -sum(own.map(({ amount }) => amount))
          : sum(trades.map((trade) => trade.quantity));
        expect(holding.quantity).toBeCloseTo(quantity, isCash ? 2 : 3);
        expect(holding.quantity).toBeGreaterThanOrEqual(0);
        const value = holding.quantity * holding.institution_price;
        expect(Math.abs(holding.institution_value - value)).toBeLessThan(0.006);
        const lots = holding.tax_lots;
        expect(lots.length > 0).toBe(!isCash && holding.quantity > 0);
        const lotSum = (part: "quantity" | "cost_basis" | "current_value") =>
          sum(lots.map((lot) => lot[part] ?? Number.NaN));
        if (!isCash) {
          expect(lotSum("quantity")).toBeCloseTo(holding.quantity, 3);
          expect(lotSum("cost_basis")).toBeCloseTo(holding.cost_basis ?? Number.NaN, 2);
          expect(lotSum("current_value")).toBeCloseTo(holding.institution_value, 2);
        }
        const bought = new Map(
          trades.map(({ key, date }) => [key.replaceAll(" ", "-"), `${date}T00:00:00Z`]),
        );
        for (const lot of lots)
          expect(bought.get(lot.institution_lot_id ?? "")).toBe(lot.original_purchase_datetime);
        for (const trade of trades)
          if (trade.type === "buy" || trade.type === "sell")
            expect(Math.abs(trade.amount - trade.quantity * trade.price)).toBeLessThan(0.006);
      }
      for (const { subtype } of transactions) seen.add(subtype);
      for (const key of new Set(holdings.map(({ accountKey }) => String(accountKey)))) {
        const values = holdings.flatMap((one) =>
          one.accountKey === key ? [one.institution_value] : [],
        );
        const balance = balances.find((one) => one.key === key)?.balances?.current;
        expect(balance).toBeCloseTo(sum(values), 2);
      }
    }),
  );
  expect([...seen].toSorted()).toEqual(
    ["buy", "contribution", "deposit", "dividend", "management fee", "sell", "split"].toSorted(),
  );
});

test("a split changes no value, and leaves the price of later days halved", async () => {
  const { transactions } = await read(START, "user_yuppie");
  const split = transactions.find(({ subtype }) => subtype === "split");
  if (!split) throw new Error("no share has split");
  const holdingOn = async (offset: number) => {
    const now = (toDay(split.date) + offset) * 24 * HOUR + HOUR;
    return (await read(now, "user_yuppie")).holdings.find(
      (one) => one.securityKey === split.securityKey,
    );
  };
  const [before, after] = [await holdingOn(-1), await holdingOn(0)];
  expect(after?.quantity).toBe((before?.quantity ?? 0) * 2);
  expect((after?.institution_value ?? 0) / (before?.institution_value ?? 1)).toBeCloseTo(1, 1);
});

test("contributions and dividends are those of the account's own list", async () => {
  const { transactions } = await read(START, "user_yuppie");
  const from = toDate(dayAt(START) - 720);
  const period = { from, to: toDate(dayAt(START)) };
  const listed = await at(START).transactions(loginOf("user_yuppie"), period);
  const keys = new Set(transactions.map(({ accountKey }) => String(accountKey)));
  const total = (rows: { accountKey: string; amount: number; date: string }[]) =>
    sum(rows.flatMap((one) => (keys.has(one.accountKey) && one.date >= from ? [one.amount] : [])));
  const flows = transactions.filter(({ type }) => type === "cash" || type === "fee");
  expect(total(flows)).toBeCloseTo(total(listed), 2);
});

test("a sale takes the oldest lots, and a split multiplies units at the same cost", async () => {
  const { transactions } = await read(START, "user_yuppie");
  const lotsOn = async (trade: { date: string; securityKey: string | null }, offset: number) => {
    const now = (toDay(trade.date) + offset) * 24 * HOUR + HOUR;
    const { holdings } = await read(now, "user_yuppie");
    return holdings.find(({ securityKey }) => securityKey === trade.securityKey)?.tax_lots ?? [];
  };
  const sale = transactions.find(({ subtype }) => subtype === "sell");
  const split = transactions.find(({ subtype }) => subtype === "split");
  if (!sale || !split) throw new Error("no share was sold or has split");
  const [before, after] = [await lotsOn(sale, -1), await lotsOn(sale, 0)];
  const isLeft = new Set(after.map((lot) => lot.institution_lot_id));
  const gone = before.findLastIndex((lot) => !isLeft.has(lot.institution_lot_id));
  const kept = before.slice(gone + 1).map((lot) => lot.institution_lot_id);
  expect(after.slice(0, kept.length).map((lot) => lot.institution_lot_id)).toEqual(kept);
  const [single, doubled] = [await lotsOn(split, -1), await lotsOn(split, 0)];
  expect(doubled).toMatchObject(
    single.map(({ quantity, purchase_price: price, cost_basis }) => ({
      ...{ quantity: (quantity ?? 0) * 2, purchase_price: (price ?? 0) / 2, cost_basis },
    })),
  );
});
