import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { openLogin } from "../../domain/connectors/open-login.ts";
import { unstoredLogin } from "../../domain/connectors/unstored-login.fixture.ts";
import { Fault } from "../../domain/fault.ts";
import type { MockReply } from "../mock-server.fixture.ts";
import { ACCOUNTS, account, base64, bridgeApp, row } from "./bridge-app.fixture.ts";

test("a setup token becomes an Item with the accounts of each connection, and is in no file and no log", async () => {
  const { app, linkItem, token, pull, mock } = await bridgeApp();
  const setup_token = token();
  const { access_token, item_id } = await linkItem({ setup_token });
  const item = await app.services.store.items.byItemId(item_id);
  expect(item && (await openLogin(app.services, item)).credentials).toEqual({});
  await pull();
  const { accounts } = await app.call("/accounts/get", { access_token });
  expect(accounts).toMatchObject([
    {
      ...{
        name: "Everyday Checking 1234",
        official_name: "Bank A Everyday Checking 1234",
        mask: "1234",
      },
      ...{ type: "depository", subtype: "checking", balances: { current: 100.23 } },
    },
    { type: "credit", subtype: "credit card", balances: { current: 40.1, available: null } },
  ]);
  const { added } = await app.call("/transactions/sync", { access_token });
  expect(added).toMatchObject([
    { date: "2026-01-12", amount: 12.5, name: "Corner Café", pending: false },
    { date: "2026-01-14", amount: 12.5, pending: true },
  ]);
  expect(mock.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  const windows = mock.requests.flatMap(({ url }) => {
    const [start, end] = ["start-date", "end-date"].map((name) =>
      Number(url.searchParams.get(name)),
    );
    return start && end ? [(end - start) / 86_400] : [];
  });
  expect(Math.max(...windows)).toBe(90);
  for (const secret of [setup_token, "pa:ss", "pa%3Ass", base64("ada:pa:ss")]) {
    expect(app.logged.join("")).not.toContain(secret);
    for (const file of readdirSync(app.folder))
      expect(readFileSync(join(app.folder, file)).includes(secret)).toBe(false);
  }
});

test("a pending transaction that posts under its id is modified", async () => {
  const { app, linkItem, token, pull, answer } = await bridgeApp();
  const { access_token } = await linkItem({ setup_token: token() });
  await pull();
  const { next_cursor: cursor } = await app.call("/transactions/sync", { access_token });
  const [first, card] = ACCOUNTS;
  answer({
    accounts: [
      { ...first, transactions: [row("t-1", "2026-01-12"), row("t-2", "2026-01-15")] },
      card,
    ],
  });
  await pull();
  expect(await app.call("/transactions/sync", { access_token, cursor })).toMatchObject({
    ...{ added: [], removed: [] },
    modified: [{ pending: false, date: "2026-01-15" }],
  });
});

test("the errors of connections are told apart: one stops its own accounts alone", async () => {
  const { app, linkItem, token, pull, answer } = await bridgeApp();
  const { access_token } = await linkItem({ setup_token: token() });
  await pull();
  const errlist = [{ code: "con.auth", msg: "Ada Lovelace must sign in", conn_id: "A" }];
  const [first, card] = ACCOUNTS;
  answer({
    errlist,
    accounts: [
      { ...first, balance: "0", transactions: [] },
      { ...card, balance: "-50" },
    ],
  });
  await pull();
  const { accounts } = await app.call("/accounts/get", { access_token });
  expect(accounts).toMatchObject([
    { balances: { current: 100.23 } },
    { balances: { current: 50 } },
  ]);
  const { added } = await app.call("/transactions/sync", { access_token });
  expect(added).toHaveLength(2);
  answer({ errlist, accounts: [card] });
  await pull();
  expect((await app.call("/accounts/get", { access_token })).accounts).toHaveLength(2);
  const warning = app.logged.find((line) => line.includes("reports errors"));
  expect(warning).toContain("con.auth");
  expect(app.logged.join("")).not.toContain("Lovelace");
});

test.each<[string, object, MockReply | null]>([
  ["revoked access", {}, { status: 403 }],
  ["a subscription that has ended", {}, { status: 402 }],
  ["an error of the whole login", { errlist: [{ code: "gen.auth", msg: "x" }] }, null],
  [
    "a sentence of version 1 for each connection",
    {
      errlist: undefined,
      errors: [
        "Connection to Bank A may need attention",
        "Connection to Bank B may need attention",
      ],
    },
    null,
  ],
])("%s asks for a new setup token, which update mode takes", async (_, set, fault) => {
  const bridge = await bridgeApp();
  const { app, linkItem, token, open, answer, fail } = bridge;
  const { access_token } = await linkItem({ setup_token: token() });
  answer(set);
  fail(fault);
  const refusal = await app.post("/accounts/balance/get", { ...app.credentials, access_token });
  expect(refusal.body.error_code).toBe("ITEM_LOGIN_REQUIRED");
  expect(String(refusal.body.error_message).includes("subscription")).toBe(fault?.status === 402);
  answer({});
  fail(null);
  const { submit } = await open({ access_token, products: undefined });
  expect((await submit({ setup_token: token() })).body.connection).toBeTruthy();
  await app.call("/accounts/balance/get", { access_token });
});

test("two accounts of one id at two connections stay two", async () => {
  const { app, linkItem, token, answer, pull } = await bridgeApp();
  const both = (savings: string) => ({
    accounts: [account("1", "Checking", "A"), account("1", "Savings", "B", { balance: savings })],
  });
  answer(both("1"));
  const { access_token } = await linkItem({ setup_token: token() });
  answer(both("2"));
  await pull();
  const { accounts } = await app.call("/accounts/get", { access_token });
  expect(accounts).toMatchObject([
    { subtype: "checking", balances: { current: 100.23 } },
    { subtype: "savings", balances: { current: 2 } },
  ]);
});

test("a login sends at most 24 requests a day, of which six are left to users", async () => {
  const { app, mock } = await bridgeApp();
  const connector = app.services.directory.connectorOf("ins_700001");
  const state = { root: `${mock.origin}/sf`, username: "ada", password: "pa:ss", accounts: [] };
  const login = unstoredLogin("ins_700001", {}, JSON.stringify(state));
  const background = { ...login, priority: "background" as const };
  for (let round = 0; round < 18; round++) await connector.balances(background);
  const refusal = { code: "INSTITUTION_RATE_LIMIT", retryAfterMs: expect.any(Number) };
  await expect(connector.balances(background)).rejects.toMatchObject(refusal);
  for (let round = 0; round < 6; round++) await connector.balances(login);
  await expect(connector.balances(login)).rejects.toMatchObject(refusal);
  expect(mock.requests).toHaveLength(24);
});

test("any response is read, or refused as not understood", async () => {
  const { app, answer, mock } = await bridgeApp();
  const connector = app.services.directory.connectorOf("ins_700001");
  const state = { root: `${mock.origin}/sf`, username: "ada", password: "pa:ss", accounts: [] };
  const login = unstoredLogin("ins_700001", {}, JSON.stringify(state));
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom("1e999", "NaN", 1e308, -1, "\ud800", "__proto__", [], null),
  );
  const fields = fc.constantFrom(
    "id",
    "name",
    "balance",
    "currency",
    "org",
    "conn_id",
    "transactions",
  );
  const rowFields = fc.constantFrom(
    "id",
    "posted",
    "amount",
    "description",
    "pending",
    "transacted_at",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fields, odd, { maxKeys: 2 }),
      fc.dictionary(rowFields, odd, { maxKeys: 2 }),
      fc.option(
        fc.dictionary(fc.constantFrom("errors", "errlist", "connections", "accounts"), odd),
      ),
      async (accountFaults, rowFaults, setFaults) => {
        app.advanceClock(24 * 60 * 60 * 1000);
        const bad = { ...row("t", "2026-01-12"), ...rowFaults };
        answer({
          accounts: [{ ...account("1", "Checking", "A"), transactions: [bad], ...accountFaults }],
          ...setFaults,
        });
        const period = { from: "2026-01-01", to: "2026-01-20" };
        try {
          const { transactions } = (await connector.pull?.(login, period)) ?? { transactions: [] };
          for (const { amount, name } of transactions)
            expect(Number.isFinite(amount) && name.length > 0).toBe(true);
        } catch (failure) {
          if (!(failure instanceof Fault)) throw failure;
          expect(["UNSUPPORTED_RESPONSE", "ITEM_LOGIN_REQUIRED"]).toContain(failure.code);
        }
      },
    ),
    { numRuns: samples(60) },
  );
});
