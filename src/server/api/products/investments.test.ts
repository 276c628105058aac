import { expect, test, vi } from "vitest";
import { z } from "zod";
import { Holding, InvestmentTransaction, Security } from "../../../protocol/investments.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const DAY = 86_400_000;
const PERIOD = { start_date: "2024-01-01", end_date: "2030-12-31" };
const Holdings = z.object({
  accounts: z.array(z.object({ account_id: z.string(), type: z.string(), balances: z.any() })),
  holdings: z.array(Holding),
  securities: z.array(Security),
});
const Transactions = z.object({
  investment_transactions: z.array(InvestmentTransaction),
  securities: z.array(Security),
  total_investment_transactions: z.number(),
});

type App = Awaited<ReturnType<typeof testApp>>;

const fetchHoldings = async (app: App, access_token: string, options = {}) =>
  Holdings.parse(await app.call("/investments/holdings/get", { access_token, options }));

const fetchTransactions = async (app: App, access_token: string, options = {}) =>
  Transactions.parse(
    await app.call("/investments/transactions/get", { access_token, ...PERIOD, options }),
  );

const fetchCode = async ({ post, keys }: App, path: string, body: object) => {
  const { client_id, secret } = keys;
  return (await post(path, { client_id, secret, ...body })).body.error_code;
};

const YUPPIE = { override_username: "user_yuppie" };

test("holdings are worth the balance of their account, and name their securities", async () => {
  const app = await testApp();
  const { access_token } = await app.link("ins_109508", ["investments"], YUPPIE);
  const { accounts, holdings, securities } = await fetchHoldings(app, access_token);
  const ids = new Set(securities.map(({ security_id }) => security_id));
  expect(ids).toEqual(new Set(holdings.map(({ security_id }) => security_id)));
  const invested = accounts.filter(({ type }) => type === "investment");
  expect(invested).toHaveLength(2);
  for (const { account_id, balances } of invested) {
    const own = holdings.filter((holding) => holding.account_id === account_id);
    const value = own.reduce((sum, { institution_value }) => sum + institution_value, 0);
    expect(value).toBeCloseTo(balances.current, 2);
    const one = await fetchHoldings(app, access_token, { account_ids: [account_id] });
    expect(one.holdings).toEqual(own);
    expect(one.accounts).toHaveLength(1);
  }
});

test("pages of investment transactions are the whole period, newest first, each id once", async () => {
  const app = await testApp();
  const { access_token } = await app.link("ins_109508", ["transactions"], YUPPIE);
  const all = await fetchTransactions(app, access_token, { count: 500 });
  const dates = all.investment_transactions.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
  const pages = [];
  for (let offset = 0; offset < all.total_investment_transactions; offset += 100)
    pages.push(...(await fetchTransactions(app, access_token, { offset })).investment_transactions);
  expect(pages.slice(0, 500)).toEqual(all.investment_transactions);
  expect(new Set(pages.map((one) => one.investment_transaction_id)).size).toBe(pages.length);
  const other = await app.link("ins_109508", ["investments"], YUPPIE);
  const again = await fetchTransactions(app, other.access_token, { count: 1 });
  expect(again.securities.map(({ security_id }) => security_id)).toEqual(
    all.securities.flatMap(({ security_id }) =>
      security_id === again.investment_transactions[0]?.security_id ? [security_id] : [],
    ),
  );
  expect(again.investment_transactions[0]?.investment_transaction_id).not.toBe(
    pages[0]?.investment_transaction_id,
  );
});

test("the refusals say that there are no investments, or none yet", async () => {
  const app = await testApp();
  const { access_token } = await app.link("ins_109508", ["transactions"], {
    override_username: "user_ewa_user",
  });
  const codes = async (token: string, options = {}) => [
    await fetchCode(app, "/investments/holdings/get", { access_token: token }),
    await fetchCode(app, "/investments/transactions/get", {
      access_token: token,
      ...PERIOD,
      options,
    }),
    await fetchCode(app, "/investments/refresh", { access_token: token }),
  ];
  expect(await codes(access_token)).toEqual(Array(3).fill("NO_INVESTMENT_ACCOUNTS"));
  const plain = await app.link("ins_910009", ["transactions"]);
  expect(await codes(plain.access_token)).toEqual(Array(3).fill("PRODUCTS_NOT_SUPPORTED"));
  const late = await app.link("ins_109508", ["transactions"], YUPPIE);
  const [path, body] = ["/investments/transactions/get", { access_token: late.access_token }];
  const options = { async_update: true };
  expect(await fetchCode(app, path, { ...body, ...PERIOD, options })).toBe("PRODUCT_NOT_READY");
  const wrong = { start_date: "2026-02-01", end_date: "2026-01-01" };
  expect(await fetchCode(app, path, { ...body, ...wrong })).toBe("INVALID_FIELD");
  for (const more of [{ count: 501 }, { offset: -1 }])
    expect(await fetchCode(app, path, { ...body, ...PERIOD, options: more })).toBe("INVALID_FIELD");
});

test("the sandbox is asked for investments once a day, however often they are read", async () => {
  const app = await testApp();
  const { access_token } = await app.link("ins_109508", ["investments"], YUPPIE);
  await fetchHoldings(app, access_token);
  const asked = vi.spyOn(app.services.directory.connectorOf("ins_109508"), "investments");
  for (const times of [0, 1, 2]) {
    await fetchHoldings(app, access_token);
    await fetchTransactions(app, access_token);
    expect(asked).toHaveBeenCalledTimes(times);
    app.advanceClock(DAY);
  }
});

test("the next day's prices send HOLDINGS: DEFAULT_UPDATE, and stored holdings outlive the login", async () => {
  const app = await testApp();
  const receiver = await testReceiver();
  const { access_token } = await app.link("ins_109508", ["investments"], {
    ...YUPPIE,
    webhook: receiver.url,
  });
  const first = await fetchHoldings(app, access_token);
  app.advanceClock(3 * DAY);
  const second = await fetchHoldings(app, access_token);
  expect(second.holdings).not.toEqual(first.holdings);
  await app.runJobs();
  const codes = receiver.codes();
  expect(codes).toContain("INVESTMENTS_TRANSACTIONS:HISTORICAL_UPDATE");
  expect(codes.filter((code) => code === "HOLDINGS:DEFAULT_UPDATE")).toHaveLength(2);
  await app.call("/sandbox/item/reset_login", { access_token });
  app.advanceClock(DAY);
  expect((await fetchHoldings(app, access_token)).holdings).toEqual(second.holdings);
});
