import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Bank } from "../../../../demo/bank/server.d.mts";
import { startBank } from "../../../../demo/bank/server.mjs";
import { CLIENT, walkThrough } from "../../../../demo/bank/visit.fixture.ts";
import type { BankTransaction } from "../../domain/connectors/bank-transaction.ts";
import { connectTo, grantIn, INSTITUTION_ID } from "./connected-bank.fixture.ts";

const DAY_MS = 86_400_000;
let now = Date.UTC(2026, 5, 15, 12);
let bank: Bank;

beforeAll(async () => {
  bank = await startBank({ port: 0, clients: [CLIENT], clock: () => now });
});
afterAll(() => bank.close());

const dateBefore = (days: number) => new Date(now - days * DAY_MS).toISOString().slice(0, 10);

describe("sign-in at the institution", () => {
  test("a sign-in shares accounts with balances and numbers, by keys that are the institution's", async () => {
    const { accounts } = await connectTo(bank.issuer).signIn();
    expect(accounts).toMatchObject([
      {
        key: "acc-ada-everyday",
        mask: "7210",
        type: "depository",
        subtype: "checking",
        balances: { current: expect.any(Number), limit: null, iso_currency_code: "USD" },
        numbers: {
          ach: { account: "4400187210", routing: "051900007", wire_routing: "051900007" },
        },
      },
      { key: "acc-ada-rainy", type: "depository", subtype: "savings" },
      {
        key: "acc-ada-card",
        type: "credit",
        subtype: "credit card",
        balances: { available: expect.any(Number), limit: 8000 },
        numbers: {},
      },
      { key: "acc-ada-car", type: "loan", subtype: "auto", balances: { available: null } },
    ]);
  });

  test("a sign-in shares the accounts that its user chooses at the institution, and no others", async () => {
    const { connector, signIn } = connectTo(bank.issuer);
    const { accounts, login } = await signIn({ accounts: ["acc-ada-card"] });
    expect(accounts.map(({ key }) => key)).toEqual(["acc-ada-card"]);
    expect((await connector.balances(login)).map(({ key }) => key)).toEqual(["acc-ada-card"]);
  });

  test("the host of the site is the authorization endpoint's, or null if the issuer does not respond", async () => {
    const { connector } = connectTo(bank.issuer);
    const host = () => connector.redirect?.host(INSTITUTION_ID);
    await expect.poll(host).toBe(new URL(bank.issuer).host);
    expect(await connectTo("http://127.0.0.1:9").connector.redirect?.host(INSTITUTION_ID)).toBe(
      null,
    );
  });

  test("a user is the same subject at every login", async () => {
    const { signIn } = connectTo(bank.issuer);
    const logins = [await signIn(), await signIn(), await signIn({ login: "ben" })];
    const subjects = await Promise.all(
      logins.map(async ({ login }) => (await grantIn(login)).subject),
    );
    expect(subjects[0]).toEqual(subjects[1]);
    expect(subjects[0]).not.toEqual(subjects[2]);
  });

  test("a pushed authorization request has the scopes of the products, and tokens are bound to a key", async () => {
    const { start, signIn } = connectTo(bank.issuer);
    const url = new URL((await start()).url);
    expect([...url.searchParams.keys()].toSorted()).toEqual(["client_id", "request_uri"]);
    const { login } = await signIn();
    expect(await grantIn(login)).toMatchObject({
      issuer: bank.issuer,
      dpopKey: { kty: "EC" },
      refreshToken: expect.any(String),
    });
  });
});

describe("return without a grant", () => {
  test("a sign-in that the user cancels at the institution ends as cancelled", async () => {
    const { start } = connectTo(bank.issuer);
    const { url, finish } = await start();
    const { state: _, ...parameters } = Object.fromEntries(
      await walkThrough(bank.issuer, url, { accounts: "cancel" }),
    );
    await expect(finish(parameters)).rejects.toMatchObject({ code: "OAUTH_USER_CANCELLED" });
  });

  test("an authorization code that was used before is refused", async () => {
    const { start } = connectTo(bank.issuer);
    const { url, finish } = await start();
    const { state: _, ...parameters } = Object.fromEntries(await walkThrough(bank.issuer, url));
    await finish(parameters);
    await expect(finish(parameters)).rejects.toMatchObject({ code: "OAUTH_CODE_EXPIRED" });
  });

  test.each([
    ["another issuer's answer", { iss: "https://evil.example" }],
    ["an answer that names no issuer", { iss: undefined }],
  ])("a return with %s is refused (RFC 9207)", async (_, change) => {
    const { start } = connectTo(bank.issuer);
    const { url, finish } = await start();
    const { state: __, ...parameters } = Object.fromEntries(await walkThrough(bank.issuer, url));
    const forgery = Object.fromEntries(
      Object.entries({ ...parameters, ...change }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    );
    await expect(finish(forgery)).rejects.toMatchObject({ code: "OAUTH_ISSUER_MISMATCH" });
  });

  test("the authorization code of another request is refused", async () => {
    const { start } = connectTo(bank.issuer);
    const [mine, theirs] = [await start(), await start()];
    const { state: _, ...parameters } = Object.fromEntries(
      await walkThrough(bank.issuer, theirs.url),
    );
    await expect(mine.finish(parameters)).rejects.toMatchObject({ code: "OAUTH_CODE_EXPIRED" });
  });
});

describe("unknown clients", () => {
  test("a client that the institution does not know is named in the log, without its secret", async () => {
    const declaration = { secrets: { clientSecret: "another-secret" } };
    const { start, logged } = connectTo(bank.issuer, { declaration });
    await expect(start()).rejects.toMatchObject({ code: "INSTITUTION_REGISTRATION_REQUIRED" });
    expect(logged.join()).toContain("INSTITUTION_REGISTRATION_REQUIRED");
    expect(logged.join()).not.toContain("another-secret");
  });
});

describe("transactions", () => {
  const signedIn = async (visit = {}) => {
    const { connector, signIn } = connectTo(bank.issuer);
    return { connector, login: (await signIn(visit)).login };
  };
  const sumAmounts = (list: readonly BankTransaction[]) =>
    list.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);

  test("transactions are read once each, for the period, over all pages and accounts", async () => {
    const { connector, login } = await signedIn();
    const period = { from: dateBefore(700), to: dateBefore(0) };
    const all = await connector.transactions(login, period);
    expect(all.length).toBeGreaterThan(1000);
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    for (const { date, amount } of all) {
      expect(date >= period.from && date <= period.to).toBe(true);
      expect(Number(amount.toFixed(2))).toBe(amount);
    }
    const parts = [
      { from: period.from, to: dateBefore(200) },
      { from: dateBefore(199), to: dateBefore(40) },
      { from: dateBefore(39), to: period.to },
    ];
    const pulls = await Promise.all(parts.map((part) => connector.transactions(login, part)));
    expect(sumAmounts(pulls.flat())).toBe(sumAmounts(all));
    expect(pulls.flat().length).toBe(all.length);
  });

  test("amounts are positive if money leaves, and posted card purchases name their authorization", async () => {
    const { connector, login } = await signedIn({
      accounts: ["acc-ada-everyday", "acc-ada-card"],
    });
    const period = { from: dateBefore(60), to: dateBefore(-10) };
    const before = await connector.transactions(login, period);
    const rent = before.find(({ name }) => /LARCH ROW/i.test(name));
    expect(rent).toMatchObject({ amount: 1350, pending: false, iso_currency_code: "USD" });
    const pending = before.filter(
      (transaction) => transaction.pending && transaction.accountKey === "acc-ada-card",
    );
    expect(pending.length).toBeGreaterThan(0);
    now += 5 * DAY_MS;
    const after = await connector.transactions(login, period);
    now -= 5 * DAY_MS;
    for (const { key, amount } of pending.filter((transaction) => transaction.amount > 0))
      expect(after.find(({ pendingKey }) => pendingKey === key)).toMatchObject({
        amount,
        pending: false,
      });
  });

  test("a period that ends before it begins has no transactions", async () => {
    const { connector, login } = await signedIn();
    expect(await connector.transactions(login, { from: "2026-02-02", to: "2026-02-01" })).toEqual(
      [],
    );
  });
});

test("the owners of accounts come with how to reach them", async () => {
  const { connector, signIn } = connectTo(bank.issuer);
  const { login } = await signIn({ accounts: ["acc-ada-card"] });
  expect(await connector.identity(login)).toEqual([
    {
      key: "acc-ada-card",
      owners: [
        {
          names: ["Ada Rose Winters"],
          emails: [expect.objectContaining({ primary: true })],
          phone_numbers: [expect.objectContaining({ primary: true })],
          addresses: [expect.objectContaining({ primary: true })],
        },
      ],
    },
  ]);
});

test("an institution that is connected is signed in to at its own site", async () => {
  const { connector } = connectTo(bank.issuer);
  expect(connector.institutions()).toMatchObject([
    { institutionId: INSTITUTION_ID, oauth: true, fields: [], enabled: true },
  ]);
  expect(connector.institutions()).toBe(connector.institutions());
});
