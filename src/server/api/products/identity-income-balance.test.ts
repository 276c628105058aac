import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { Account, Balances, Owner } from "../../../protocol/account.ts";
import { Income } from "../../../protocol/reports/income.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { Fault } from "../../domain/fault.ts";

const DAY = 86_400_000;
const WITHOUT_IDENTITY = "ins_910006";
const AccountsWithOwners = z.array(Account.extend({ owners: z.array(Owner) }));
type App = Awaited<ReturnType<typeof testApp>>;

const fetchCode = async ({ post, keys }: App, path: string, body: object) => {
  const { client_id, secret } = keys;
  return (await post(path, { client_id, secret, ...body })).body.error_code;
};

/** The owners of an Item's accounts. */
const ownersIn = async (app: App, access_token: string, options = {}) =>
  AccountsWithOwners.parse((await app.call("/identity/get", { access_token, options })).accounts);

test("/identity/match scores the parts that it gets, against the owners of each account", async () => {
  const app = await testApp();
  const { access_token } = await app.link("ins_109508", ["identity"]);
  const [account] = await ownersIn(app, access_token);
  const [name = ""] = account?.owners[0]?.names ?? [];
  const match = async (user: object) =>
    ((await app.call("/identity/match", { access_token, user })).accounts as object[])[0];
  const { owners: _, ...plain } = account ?? { owners: [] };
  expect(await match({ legal_name: name })).toEqual({
    ...plain,
    legal_name: {
      score: 100,
      is_first_name_or_last_name_match: true,
      is_nickname_match: false,
      is_business_name_detected: false,
    },
    phone_number: { score: null },
    email_address: { score: null },
    address: { score: null, is_postal_code_match: null },
  });
  expect(await match({ phone_number: null, email_address: "x@mail.example" })).toMatchObject({
    legal_name: { score: null },
    email_address: { score: 0 },
  });
  for (const user of [{}, { address: {} }, { legal_name: null }])
    expect(await fetchCode(app, "/identity/match", { access_token, user })).toBe("INVALID_FIELD");
});

test.each([
  ["UBER USA 6787 EDI PAYMNT", "Uber"],
  ["DOORDASH, INC. DES:DASHER PAY", "DoorDash"],
  ["INSTACART SHOPPER PAY", "Instacart"],
])("pay of a platform, as %s, is income of one payer", async (words, name) => {
  const app = await testApp();
  const transactions = Array.from({ length: 12 }, (_, week) => {
    const date = new Date(Date.UTC(2026, 0, 12) - week * 7 * DAY).toISOString().slice(0, 10);
    return {
      date_transacted: date,
      date_posted: date,
      currency: "USD",
      amount: -150 - week,
      description: `${words} ID:X${week}7Q`,
    };
  });
  const account = { type: "depository", subtype: "checking", starting_balance: 900, transactions };
  const { access_token } = await app.link("ins_109508", ["income"], {
    override_username: "user_custom",
    override_password: JSON.stringify({ override_accounts: [account] }),
  });
  await app.runJobs();
  const income = Income.parse((await app.call("/income/get", { access_token })).income);
  expect(income.income_streams).toMatchObject([{ name }]);
  expect(income.last_year_income).toBeCloseTo(12 * 150 + 66, 2);
});

describe("/identity/get", () => {
  test("/identity/get returns the owners of each account, the same for all accounts of a login", async () => {
    const app = await testApp();
    const { access_token } = await app.link("ins_109508", ["identity"]);
    const accounts = await ownersIn(app, access_token);
    const names = new Set(accounts.flatMap(({ owners }) => owners.flatMap((owner) => owner.names)));
    expect(accounts.length).toBeGreaterThan(3);
    expect(names.size).toBeLessThanOrEqual(2);
    for (const { owners } of accounts) {
      expect(owners.length).toBeGreaterThan(0);
      for (const { phone_numbers, emails, addresses } of owners)
        for (const list of [phone_numbers, emails, addresses])
          expect(list.filter(({ primary }) => primary)).toHaveLength(1);
    }
    expect(await ownersIn(app, access_token)).toEqual(accounts);
    const other = await app.link("ins_109508", ["identity"]);
    expect((await ownersIn(app, other.access_token)).map(({ owners }) => owners)).toEqual(
      accounts.map(({ owners }) => owners),
    );
  });

  test("/identity/get narrows to account_ids, and refuses another Item's", async () => {
    const app = await testApp();
    const { access_token } = await app.link("ins_109508", ["identity"]);
    const other = await app.link("ins_109508", ["identity"]);
    const [, second] = await ownersIn(app, access_token);
    const [theirs] = await ownersIn(app, other.access_token);
    const some = await ownersIn(app, access_token, { account_ids: [second?.account_id] });
    expect(some).toEqual([second]);
    const options = { account_ids: [theirs?.account_id] };
    expect(await fetchCode(app, "/identity/get", { access_token, options })).toBe(
      "INVALID_ACCOUNT_ID",
    );
  });

  test("/identity/get returns stored owners while the Item needs a new login or the institution is down", async () => {
    const app = await testApp();
    const { access_token } = await app.link("ins_109508", ["identity"]);
    const unread = await app.link("ins_109508", ["identity"]);
    const before = await ownersIn(app, access_token);
    const refuse = vi
      .spyOn(app.services.directory.connectorOf("ins_109508"), "identity")
      .mockRejectedValue(new Fault("INSTITUTION_DOWN"));
    expect(await ownersIn(app, access_token)).toEqual(before);
    refuse.mockRestore();
    await app.call("/sandbox/item/reset_login", { access_token });
    expect(await ownersIn(app, access_token)).toEqual(before);
    await app.call("/sandbox/item/reset_login", { access_token: unread.access_token });
    expect(await fetchCode(app, "/identity/get", { access_token: unread.access_token })).toBe(
      "ITEM_LOGIN_REQUIRED",
    );
  });

  test("/identity/get is refused if the institution does not support it", async () => {
    const app = await testApp();
    const { access_token } = await app.link(WITHOUT_IDENTITY, ["auth"]);
    expect(await fetchCode(app, "/identity/get", { access_token })).toBe("PRODUCTS_NOT_SUPPORTED");
  });
});

describe("/income/get", () => {
  test("/income/get adds up the income in the transactions", async () => {
    const app = await testApp();
    const { access_token } = await app.link("ins_109508", ["income", "transactions"]);
    expect(await fetchCode(app, "/income/get", { access_token })).toBe("PRODUCT_NOT_READY");
    await app.runJobs();
    const income = Income.parse((await app.call("/income/get", { access_token })).income);
    expect(income.number_of_income_streams).toBe(income.income_streams.length);
    expect(income.income_streams.length).toBeGreaterThan(0);
    const monthly = income.income_streams.reduce((sum, stream) => sum + stream.monthly_income, 0);
    expect(income.projected_yearly_income / (monthly * 12)).toBeCloseTo(1, 1);
    expect(income.last_year_income).toBeGreaterThan(0);
    for (const when of ["last_year", "projected_yearly"] as const)
      expect(income[`${when}_income_before_tax`]).toBeGreaterThan(income[`${when}_income`]);
  });

  test("/income/get of a custom user adds up the streams of its transactions", async () => {
    const app = await testApp();
    const salaries = ["2025-09", "2025-10", "2025-11", "2025-12"].map((month) => ({
      date_transacted: `${month}-05`,
      date_posted: `${month}-05`,
      amount: -2000,
      description: "PAYROLL MOONBEAN",
      currency: "USD",
    }));
    const { access_token } = await app.link("ins_109508", ["income"], {
      override_username: "user_custom",
      override_password: JSON.stringify({
        override_accounts: [
          { type: "depository", subtype: "checking", starting_balance: 10, transactions: salaries },
        ],
      }),
    });
    await app.runJobs();
    const income = Income.parse((await app.call("/income/get", { access_token })).income);
    expect(income).toMatchObject({ last_year_income: 8000, number_of_income_streams: 1 });
    expect(income.max_number_of_overlapping_income_streams).toBe(1);
    expect(income.income_streams).toMatchObject([{ days: 91 }]);
    expect(income.income_streams[0]?.monthly_income).toBeCloseTo(2000, -2);
  });
});

/** The account in each endpoint's response, without the age of its balances. */
const AccountWithBalances = Account.extend({ balances: z.object(Balances.shape) });

describe("/accounts/balance/get", () => {
  const fetchBalances = async (app: App, path: string, access_token: string) =>
    z.array(AccountWithBalances).parse((await app.call(path, { access_token })).accounts);

  test("/accounts/balance/get asks the institution each time, and /accounts/get returns its last balances", async () => {
    const app = await testApp();
    const { access_token } = await app.link("ins_109508", ["auth"]);
    const balancesAtLink = await fetchBalances(app, "/accounts/get", access_token);
    app.advanceClock(20 * DAY);
    expect(await fetchBalances(app, "/accounts/get", access_token)).toEqual(balancesAtLink);
    const now = await fetchBalances(app, "/accounts/balance/get", access_token);
    expect(now).not.toEqual(balancesAtLink);
    expect(await fetchBalances(app, "/accounts/get", access_token)).toEqual(now);
    const { item } = await app.call("/item/get", { access_token });
    expect(item).toMatchObject({ products: ["auth", "balance"] });
  });

  test("/accounts/balance/get narrows to account_ids, and takes min_last_updated_datetime", async () => {
    const app = await testApp();
    const { access_token } = await app.link("ins_109508", ["auth"]);
    const [first] = await fetchBalances(app, "/accounts/get", access_token);
    const options = {
      account_ids: [first?.account_id],
      min_last_updated_datetime: "2026-01-15T11:00:00Z",
    };
    const { accounts } = await app.call("/accounts/balance/get", { access_token, options });
    expect(accounts).toMatchObject([{ account_id: first?.account_id }]);
    for (const wrong of [
      { account_ids: ["unknown"] },
      { min_last_updated_datetime: "yesterday" },
      { account_ids: [] },
    ])
      expect(
        await fetchCode(app, "/accounts/balance/get", { access_token, options: wrong }),
      ).toMatch(/^INVALID_(ACCOUNT_ID|FIELD)$/);
  });

  const LATE = "LAST_UPDATED_DATETIME_OUT_OF_RANGE";

  test("/accounts/balance/get refuses a min_last_updated_datetime in the future, and asks no institution", async () => {
    const app = await testApp();
    const { access_token } = await app.link("ins_109508", ["auth"]);
    const before = await fetchBalances(app, "/accounts/get", access_token);
    app.advanceClock(20 * DAY);
    const now = app.services.clock();
    const ask = async (at: number) =>
      app.post("/accounts/balance/get", {
        ...app.credentials,
        access_token,
        options: { min_last_updated_datetime: new Date(at).toISOString() },
      });
    expect(await ask(now + 1000)).toMatchObject({
      status: 400,
      body: {
        error_type: "INVALID_RESULT",
        error_code: LATE,
        error_message: expect.stringContaining("is in the future"),
      },
    });
    expect(await fetchBalances(app, "/accounts/get", access_token)).toEqual(before);
    expect((await ask(now)).status).toBe(200);
  });

  test("/accounts/balance/get refuses a min_last_updated_datetime that one account's balances are older than", async () => {
    const app = await testApp();
    const { access_token } = await app.link("ins_109508", ["auth"]);
    await app.call("/accounts/balance/get", { access_token });
    const before = new Date(app.services.clock()).toISOString();
    app.advanceClock(DAY);
    const connector = app.services.directory.connectorOf("ins_109508");
    const balances = connector.balances.bind(connector);
    vi.spyOn(connector, "balances").mockImplementation(async (login) =>
      (await balances(login)).map((entry, at) => (at === 1 ? { ...entry, balances: null } : entry)),
    );
    const [first, second] = await fetchBalances(app, "/accounts/get", access_token);
    const ask = async (min_last_updated_datetime: string, account_ids?: unknown[]) =>
      app.post("/accounts/balance/get", {
        ...app.credentials,
        access_token,
        options: { min_last_updated_datetime, ...(account_ids ? { account_ids } : {}) },
      });
    const now = new Date(app.services.clock()).toISOString();
    const refusal = await ask(now);
    expect(refusal.body).toMatchObject({ error_type: "INVALID_RESULT", error_code: LATE });
    expect(refusal.body.error_message).toContain(`most recently updated balance ${before}`);
    expect((await ask(now, [second?.account_id])).body.error_code).toBe(LATE);
    expect((await ask(now, [first?.account_id])).status).toBe(200);
    expect((await ask(before)).status).toBe(200);
  });

  test("/accounts/balance/get returns the institution's error, and stored balances stay", async () => {
    const app = await testApp();
    const { access_token } = await app.link("ins_109508", ["auth"]);
    const before = await fetchBalances(app, "/accounts/get", access_token);
    vi.spyOn(app.services.directory.connectorOf("ins_109508"), "balances").mockRejectedValue(
      new Fault("INSTITUTION_DOWN"),
    );
    expect(await fetchCode(app, "/accounts/balance/get", { access_token })).toBe(
      "INSTITUTION_DOWN",
    );
    expect(await fetchBalances(app, "/accounts/get", access_token)).toEqual(before);
  });
});

test("/categories/get responds with and without credentials", async () => {
  const app = await testApp();
  const open = await app.post("/categories/get", {});
  expect(open.status).toBe(200);
  const { categories } = await app.call("/categories/get");
  expect(categories).toEqual(open.body.categories);
  expect(categories).toEqual(
    expect.arrayContaining([
      { category_id: "13001003", group: "place", hierarchy: expect.any(Array) },
    ]),
  );
});
