import { expect, test } from "vitest";
import type { Holding, Security } from "../../../protocol/investments.ts";
import {
  appWithDoors,
  claim,
  grantTo,
  INVESTOR,
  linkWithTransactions,
  readUrl,
} from "../doors.fixture.ts";
import { AccountSetV1, AccountSetV2 } from "./shapes.fixture.ts";

type App = Awaited<ReturnType<typeof appWithDoors>>;
type Item = Awaited<ReturnType<typeof linkWithTransactions>>;

/** A reader of all accounts of an Item. */
const openReader = async (app: App, item: Item) => {
  const { body: url } = await claim(app, (await grantTo(app, item)).secret);
  const read = async (query = "") => (await readUrl(app, url, "/accounts", query)).json();
  return { v1: async (query = "") => AccountSetV1.parse(await read(query)), read };
};

const sum = (texts: readonly string[]) => texts.reduce((all, text) => all + Number(text), 0);

test("the holdings of an account are worth its balance, with the quantities and costs of the API", async () => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app, "ins_109508", INVESTOR);
  const { v1, read } = await openReader(app, item);
  const { accounts, errors } = await v1();
  expect(errors).toEqual([]);
  const invested = accounts.filter(({ holdings }) => holdings !== undefined);
  const own = item.accounts.filter(({ type }) => type === "investment");
  expect(invested.map(({ name }) => name)).toEqual(
    own.map(({ name, mask }) => `${name} (${mask})`),
  );
  for (const { balance, holdings = [] } of invested)
    expect(sum(holdings.map((one) => one.market_value))).toBeCloseTo(Number(balance), 2);
  const answer = await app.call("/investments/holdings/get", { access_token: item.access_token });
  const names = new Map(
    (answer.securities as Security[]).map((one) => [one.security_id, one.ticker_symbol]),
  );
  const shown = invested.flatMap(({ holdings = [] }) => holdings);
  expect(
    shown.map(({ symbol, shares, cost_basis }) => [symbol, Number(shares), Number(cost_basis)]),
  ).toEqual(
    (answer.holdings as Holding[]).map((one) => [
      names.get(one.security_id),
      one.quantity,
      one.cost_basis,
    ]),
  );
  for (const { purchase_price, shares, cost_basis } of shown)
    expect(Number(purchase_price) * Number(shares)).toBeCloseTo(Number(cost_basis), 2);
  const { accounts: second } = AccountSetV2.parse(await read("?version=2"));
  expect(second.flatMap(({ holdings = [] }) => holdings)).toEqual(shown);
  const { accounts: bare } = await v1("?balances-only=1");
  expect(bare.flatMap(({ holdings = [] }) => holdings)).toEqual([]);
});

test("the ids of holdings are each once, and stay on later days and after the login is lost", async () => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app, "ins_109508", INVESTOR);
  const { v1 } = await openReader(app, item);
  const ids = async () =>
    (await v1()).accounts.flatMap(({ holdings = [] }) => holdings.map(({ id }) => id));
  const first = await ids();
  expect(new Set(first).size).toBe(first.length);
  expect(first.length).toBeGreaterThan(3);
  app.advanceClock(3 * 86_400_000);
  expect(await ids()).toEqual(first);
  await app.call("/sandbox/item/reset_login", { access_token: item.access_token });
  app.advanceClock(86_400_000);
  expect(await ids()).toEqual(first);
});

test.each<[string, Parameters<typeof linkWithTransactions>[2]]>([
  ["whose user did not agree to investments", { ...INVESTOR, products: ["transactions"] }],
  ["without such accounts", { ...INVESTOR, override_username: "user_ewa_user" }],
])("an Item %s has no holdings", async (_, options) => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app, "ins_109508", options);
  const { accounts, errors } = await (await openReader(app, item)).v1();
  expect(errors).toEqual([]);
  expect(accounts.length).toBe(item.accounts.length);
  for (const account of accounts) expect(account).not.toHaveProperty("holdings");
});
