import { describe, expect, test } from "vitest";
import { bookedRows, connectedTo, PERIOD, readRows } from "./linked.fixture.ts";
import { ukBank } from "./uk-bank.fixture.ts";

/** The banks whose accounts and rows equal the books, with the connection's declared deviations. */
const READ: [deviation: string, declared?: object][] = [
  ["none"],
  ["last-page-links-to-itself"],
  ["last-page-links-to-itself no-ids"],
  ["links-without-host"],
  ["links-of-a-gateway"],
  ["no-links"],
  ["empty-body"],
  ["no-content"],
  ["no-list"],
  ["null-list"],
  ["nulls"],
  ["no-ids"],
  ["codes-of-v3"],
  ["types-of-v3"],
  ["short-schemes"],
  ["sort-code-with-hyphens"],
  ["iban-with-spaces"],
  ["amounts-as-numbers"],
  ["signed-amounts"],
  ["no-currency"],
  ["no-names"],
  ["servicer"],
  ["older-balances"],
  ["older-balances-first"],
  ["unknown-balance-type"],
  ["overdraft-in-available"],
  ["balances-of-all"],
  ["lowercase-bearer"],
  ["text-lifetime"],
  ["no-lifetime"],
  ["consent-200"],
  ["no-interaction-id"],
  ["rows-repeat-over-pages"],
  ["ignores-period"],
  ["refuses-period", { period: "none" }],
  ["times-in-summer-time"],
  ["times-without-zone"],
  ["byte-order-mark"],
  ["mutability"],
  ["other-states"],
  ["merchant-text-only"],
  ["bulk", { bulk: ["balances", "transactions"] }],
];

describe.each(READ)("a bank of the UK with %s", (deviation, deviations = {}) => {
  test("is linked, and a year of it equals its books", async () => {
    const bank = ukBank(deviation.split(" "));
    const { link, connector } = connectedTo(bank, "uk", { deviations });
    const { accounts, login } = await link();
    const has = (name: string) => deviation === name;
    expect(
      accounts.map(({ key, type, balances, numbers }) => ({ key, type, balances, numbers })),
    ).toMatchObject([
      {
        key: "a1",
        type: "depository",
        balances: { current: 1234.56, available: 1200, iso_currency_code: "GBP" },
        numbers: {
          bacs: { account: "12345678", sort_code: "200000" },
          ...(has("servicer") && {
            international: { iban: "GB29NWBK60161331926819", bic: "NWBKGB2L" },
          }),
        },
      },
      { key: "a2", type: "depository", balances: { current: 500 } },
      { key: "a3", type: "credit", balances: { current: 321.09, limit: 2000 } },
      { key: "a4", type: "depository", balances: { current: 500, iso_currency_code: "EUR" } },
    ]);
    const rows = await connector.transactions(login, PERIOD);
    expect(readRows(rows)).toEqual(bookedRows(bank.books));
    expect(rows.filter(({ name }) => name.trim() === "")).toEqual([]);
    const owners = await connector.identity(login);
    expect(JSON.stringify(owners)).toMatch(/Byron/);
  });
});

describe("owners at a bank of the UK", () => {
  test.each<[string[], object?]>([
    [["party-in-a-list"]],
    [["no-parties"]],
    [["no-parties", "no-party-of-person"]],
    [["no-parties", "no-party-of-account"]],
  ])("with %s are read", async (deviations) => {
    const bank = ukBank(deviations);
    const { link, connector } = connectedTo(bank, "uk");
    const { login } = await link();
    expect(JSON.stringify(await connector.identity(login))).toMatch(/Byron/);
  });

  test("are not asked for if the bank lacks them", async () => {
    const bank = ukBank(["no-parties", "no-party-of-account", "no-party-of-person"]);
    const { link, connector } = connectedTo(bank, "uk", { deviations: { lacks: ["identity"] } });
    const { login } = await link();
    expect(readRows(await connector.transactions(login, PERIOD))).toEqual(bookedRows(bank.books));
    expect(bank.received.filter(({ url }) => /part(y|ies)/.test(url.pathname))).toEqual([]);
    expect([...bank.consents.values()][0]?.permissions.join(" ")).not.toContain("Party");
  });
});

test("lists of all accounts together are read once, in place of one for each", async () => {
  const bank = ukBank(["bulk"]);
  const deviations = { bulk: ["balances", "transactions"] };
  const { link, connector } = connectedTo(bank, "uk", { deviations });
  const { login } = await link();
  const before = bank.received.length;
  await connector.pull?.(login, PERIOD);
  const paths = bank.received.slice(before).map(({ url }) => url.pathname.split("/aisp")[1]);
  expect([...new Set(paths)]).toEqual(["/accounts", "/balances", "/transactions"]);
});

test("an account that the person has unticked is left out, and the others are read", async () => {
  const bank = ukBank(["unticked-account"]);
  const { link, connector } = connectedTo(bank, "uk");
  const { login } = await link();
  expect(readRows(await connector.transactions(login, PERIOD))).toEqual(
    bookedRows(bank.books, { without: ["a4"] }),
  );
});

test.each(["closed-account", "switched"])(
  "an account that is a %s stops no other",
  async (deviation) => {
    const bank = ukBank([deviation]);
    const { link, connector } = connectedTo(bank, "uk");
    const { accounts, login } = await link();
    expect(accounts.map(({ key }) => key)).toEqual(["a1", "a3", "a4"]);
    expect(readRows(await connector.transactions(login, PERIOD))).toEqual(bookedRows(bank.books));
  },
);

test("a short history is read as far as it goes", async () => {
  const bank = ukBank(["history-of-90-days"]);
  const { link, connector } = connectedTo(bank, "uk");
  const { login } = await link();
  const rows = readRows(await connector.transactions(login, PERIOD));
  expect(rows).toEqual(expect.arrayContaining(bookedRows(bank.books, { from: "2026-03-20" })));
});

test.each([
  ["busy-on-page-2", "INSTITUTION_RATE_LIMIT"],
  ["sign-in-for-rows", "ITEM_LOGIN_REQUIRED"],
])("a bank with %s is refused with %s", async (deviation, code) => {
  const bank = ukBank([deviation]);
  const { link, connector } = connectedTo(bank, "uk");
  const { login } = await link();
  await expect(connector.transactions(login, PERIOD)).rejects.toMatchObject({ code });
});

test("a consent that the bank has ended asks for a new sign-in", async () => {
  const bank = ukBank([]);
  const { link, connector } = connectedTo(bank, "uk");
  const { login } = await link();
  bank.revoke();
  await expect(connector.transactions(login, PERIOD)).rejects.toMatchObject({
    code: "ITEM_LOGIN_REQUIRED",
  });
});
