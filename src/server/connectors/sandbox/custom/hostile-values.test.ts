import { expect, test } from "vitest";
import { HOSTILE_CURRENCIES, HOSTILE_TEXT } from "../../../../testing/hostile-values.ts";
import { createFormConnector } from "../form-connector.fixture.ts";

const connector = createFormConnector();
const MINE = { type: "depository", subtype: "checking" };
const DAYS = { date_transacted: "2026-01-01", date_posted: "2026-01-01" };

/** The first step of a custom user's login, with one account. */
const start = (account: object) => {
  const password = JSON.stringify({ override_accounts: [{ ...MINE, ...account }] });
  return connector.start("ins_109508", { username: "user_custom", password });
};

test.each([
  ["meta.name", { meta: { name: HOSTILE_TEXT } }],
  ["meta.official_name", { meta: { official_name: "a\u202eb" } }],
  ["identity.names[0]", { identity: { names: ["a\u2028b"] } }],
  ["identity.emails[0].data", { identity: { emails: [{ data: "a\u202e@b.example" }] } }],
  [
    "identity.addresses[0].data.street",
    { identity: { addresses: [{ data: { street: "a\nb", city: "c" } }] } },
  ],
  [
    "transactions[0].description",
    { transactions: [{ ...DAYS, amount: 1, description: "a\u2066b" }] },
  ],
])("a text of %s that is not on one line is refused", async (field, account) => {
  await expect(start(account)).rejects.toMatchObject({
    code: "INVALID_CREDENTIALS",
    message: expect.stringContaining(`override_accounts[0].${field} must be a text of 1 to`),
  });
});

test.each(HOSTILE_CURRENCIES)("the currency %j is refused", async (currency) => {
  const transactions = [{ ...DAYS, amount: 1, description: "x", currency }];
  for (const [field, account] of [
    ["currency", { currency }],
    ["transactions[0].currency", { transactions }],
  ] as const)
    await expect(start(account)).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
      message: expect.stringContaining(`override_accounts[0].${field} must be a currency code`),
    });
});

test("an unofficial currency goes out as one", async () => {
  const step = await start({ currency: "POINTS5" });
  expect(step).toMatchObject({
    accounts: [{ balances: { iso_currency_code: null, unofficial_currency_code: "POINTS5" } }],
  });
});
