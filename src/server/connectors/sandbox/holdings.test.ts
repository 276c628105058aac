import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Owner } from "../../../protocol/account.ts";
import { NO_ENRICHMENT } from "../../../protocol/enrichment.ts";
import { Transaction } from "../../../protocol/transaction.ts";
import { ownCurrency, ownLine } from "../../domain/bank-values.ts";
import { dayAt, toDate, toDay } from "../../domain/calendar.ts";
import type { BankTransaction } from "../../domain/connectors/bank-transaction.ts";
import { unstoredLogin } from "../../domain/connectors/unstored-login.fixture.ts";
import { createFormConnector } from "./form-connector.fixture.ts";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 15, 12);
const BANKS = ["ins_109508", "ins_43", "ins_116834", "ins_109512"];

const loginOf = (username: string, password = "pass_good", institutionId = "ins_109508") =>
  unstoredLogin(institutionId, { username, password });

const at = (now: number) => createFormConnector(() => now);
const MONTHS = 24 * 30;
const historyTo = (now: number, days = MONTHS) => ({
  from: toDate(dayAt(now) - days),
  to: toDate(dayAt(now)),
});

describe("transactions", () => {
  test("transactions have the shape of the API, and unique keys", async () => {
    const transactions = await at(START).transactions(loginOf("user_good"), historyTo(START));
    expect(transactions.length).toBeGreaterThan(1000);
    expect(new Set(transactions.map(({ key }) => key)).size).toBe(transactions.length);
    for (const { key, accountKey, pendingKey, ...fields } of transactions)
      Transaction.omit({ persistent_transaction_id: true, possible_match: true }).parse({
        ...{ transaction_id: key, account_id: accountKey, pending_transaction_id: pendingKey },
        ...{ ...NO_ENRICHMENT, category: null },
        ...fields,
      });
  });

  test("domestic transactions are in the town of the account owner", async () => {
    for (const bank of BANKS) {
      const login = loginOf("user_good", "pass_good", bank);
      const transactions = await at(START).transactions(login, historyTo(START, 90));
      const [account] = await at(START).identity(login);
      const home = account?.owners[0]?.addresses[0]?.data;
      const towns = transactions
        .filter(({ location }) => location.country === home?.country)
        .map(({ location: { city, region } }) => `${city}, ${region}`);
      expect([...new Set(towns)]).toEqual([`${home?.city}, ${home?.region}`]);
    }
  });

  test("transactions of two adjacent periods are those of the whole period", async () => {
    const days = fc.integer({ min: 0, max: 300 });
    await fc.assert(
      fc.asyncProperty(days, days, fc.constantFrom(...BANKS), async (first, second, bank) => {
        const connector = at(START);
        const login = loginOf("user_good", "pass_good", bank);
        const keys = async (from: number, to: number) => {
          const period = { from: toDate(dayAt(START) - from), to: toDate(dayAt(START) - to) };
          const transactions = await connector.transactions(login, period);
          return transactions.map(({ key }) => key).sort();
        };
        const total = first + second;
        const older = await keys(total + 1, first + 1);
        expect([...older, ...(await keys(first, 0))].sort()).toEqual(await keys(total + 1, 0));
      }),
      { numRuns: 20 },
    );
  });

  test("balances change by the transactions between any two moments", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("user_good", "user_yuppie", "user_small_business", "user_ewa_user"),
        fc.constantFrom(...BANKS),
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 1, max: 2000 }),
        async (username, bank, start, hours) => {
          const [before, after] = [START + start * HOUR, START + (start + hours) * HOUR];
          const login = loginOf(username, "pass_good", bank);
          const step = await at(before).start(bank, login.credentials);
          if (step.at === "challenge") throw new Error("nothing is asked");
          const later = await at(after).balances(login);
          const transactions = await at(after).transactions(login, historyTo(after));
          // An investment account's balance is the worth of its holdings: investments/portfolio.test.ts.
          for (const { key, type, balances } of step.accounts) {
            if (type === "investment") continue;
            const since = toDate(dayAt(before));
            const movement = transactions
              .filter(
                (transaction) =>
                  transaction.accountKey === key &&
                  !transaction.pending &&
                  transaction.date > since,
              )
              .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
            const isDebt = type === "credit" || type === "loan";
            const booked = later.find((one) => one.key === key)?.balances?.current ?? Number.NaN;
            const cents = Math.round((balances.current ?? Number.NaN) * 100);
            expect(Math.round(booked * 100)).toBe(cents + (isDebt ? movement : -movement));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test("a pending transaction keeps its key when it is booked, is named by a new one, or is dropped", async () => {
    const login = loginOf("user_good");
    const pendingByKey = new Map<string, BankTransaction>();
    const postedByKey = new Map<string, BankTransaction>();
    for (let hour = 0; hour < 24 * 150; hour += 6) {
      const now = START + hour * HOUR;
      const transactions = await at(now).transactions(login, historyTo(now, 6));
      for (const transaction of transactions)
        (transaction.pending ? pendingByKey : postedByKey).set(transaction.key, transaction);
    }
    const posted = [...postedByKey.values()];
    const renamed = posted.flatMap((transaction) => {
      const pending =
        transaction.pendingKey === null ? undefined : pendingByKey.get(transaction.pendingKey);
      return pending ? [{ pending, posted: transaction }] : [];
    });
    const kept = posted.flatMap((transaction) => {
      const pending = pendingByKey.get(transaction.key);
      return pending ? [{ pending, posted: transaction }] : [];
    });
    expect(kept.every((pair) => pair.posted.pendingKey === null)).toBe(true);
    const settled = [...renamed, ...kept];
    const settledKeys = new Set(settled.map(({ pending }) => pending.key));
    expect(renamed.length).toBeGreaterThan(40);
    expect(kept.length).toBeGreaterThan(15);
    // Some are dropped, and the last few are still pending.
    expect(pendingByKey.size).toBeGreaterThan(settledKeys.size);
    const tips = settled.filter(
      (pair) =>
        pair.pending.iso_currency_code === "USD" && pair.pending.amount < pair.posted.amount,
    );
    expect(tips.length).toBeGreaterThan(5);
    const abroad = settled.filter(({ pending }) => pending.iso_currency_code !== "USD");
    expect(abroad.length).toBeGreaterThan(0);
    expect(posted.every(({ iso_currency_code: code }) => code === "USD")).toBe(true);
  });

  test("each look at user_transactions_dynamic adds transactions, and books or drops those of the look before", async () => {
    const connector = at(START);
    let login = loginOf("user_transactions_dynamic", "anything");
    const looks: BankTransaction[][] = [];
    for (let look = 0; look < 5; look++) {
      looks.push(await connector.transactions(login, historyTo(START, 30)));
      login = await login.latest();
    }
    let previous = looks[0] ?? [];
    for (const current of looks.slice(1)) {
      const keys = new Set<string>(current.map(({ key }) => key));
      const wasPending = new Map<string, BankTransaction>(
        previous
          .filter(({ pending }) => pending)
          .map((transaction) => [transaction.key, transaction]),
      );
      const kept = current.filter(({ key, pending }) => !pending && wasPending.has(key));
      const renamed = current.filter(({ pendingKey }) => wasPending.has(pendingKey ?? ""));
      expect(kept.map(({ key, amount }) => amount === wasPending.get(key)?.amount)).toEqual([
        false,
      ]);
      expect(
        renamed.map(
          ({ pendingKey, amount }) => amount === wasPending.get(pendingKey ?? "")?.amount,
        ),
      ).toEqual(expect.arrayContaining([true, false]));
      for (const { pendingKey } of renamed) expect(keys.has(pendingKey ?? "")).toBe(false);
      expect(current.filter(({ pending }) => pending).length).toBeGreaterThanOrEqual(3);
      const gone = previous.filter(({ key }) => !keys.has(key));
      expect(gone.every(({ pending }) => pending)).toBe(true);
      previous = current;
    }
  });

  test("manual transactions are listed, and change the balance", async () => {
    const connector = at(START);
    const login = loginOf("user_good");
    const [account] = await connector.balances(login);
    const key = account?.key ?? "";
    const connectorState = connector.sandbox?.write(null, key, [
      {
        dateTransacted: toDate(toDay("2026-01-14")),
        datePosted: toDate(toDay("2026-01-15")),
        amount: 12.34,
        description: ownLine("By hand"),
        currency: ownCurrency("USD"),
      },
    ]);
    const { login: loginAfter } = await login.replaceState(connectorState ?? "");
    const transactions = await connector.transactions(loginAfter, historyTo(START, 3));
    expect(transactions.find(({ name }) => name === "By hand")).toMatchObject({
      accountKey: key,
      amount: 12.34,
      date: "2026-01-15",
      authorized_date: "2026-01-14",
      pending: false,
    });
    const [newBalance] = await connector.balances(loginAfter);
    const toCents = (balances: typeof account) =>
      Math.round((balances?.balances?.current ?? 0) * 100);
    expect(toCents(newBalance)).toBe(toCents(account) - 1234);
  });
});

describe("owners", () => {
  test("owners have the shape of the API, and are the same people on each account", async () => {
    for (const bank of BANKS) {
      const identities = await at(START).identity(loginOf("user_good", "pass_good", bank));
      for (const { owners } of identities) for (const owner of owners) Owner.parse(owner);
      const [first] = identities;
      for (const { owners } of identities) expect(owners[0]).toEqual(first?.owners[0]);
      expect(identities.filter(({ owners }) => owners.length === 2).length).toBeGreaterThan(0);
    }
  });

  test("MFA codes go to the owner's own phone and email", async () => {
    const [identity] = await at(START).identity(loginOf("user_good"));
    const step = await at(START).start("ins_109508", {
      username: "user_good",
      password: "mfa_device",
    });
    if (step.at === "accounts" || step.challenge.type !== "device") throw new Error("a device");
    const [owner] = identity?.owners ?? [];
    for (const { kind, mask } of step.challenge.devices) {
      const own = kind === "email" ? owner?.emails[0]?.data.slice(0, 1) : mask.slice(-4);
      expect(mask).toContain(own);
      if (kind === "phone")
        expect(owner?.phone_numbers.some(({ data }) => data.endsWith(mask.slice(-4)))).toBe(true);
    }
  });
});

describe("user_custom", () => {
  const custom = (account: object) =>
    loginOf("user_custom", JSON.stringify({ override_accounts: [account] }));
  const checking = { type: "depository", subtype: "checking", starting_balance: 100 };
  const manualTransaction = (change: object) => ({
    date_transacted: "2026-01-10",
    date_posted: "2026-01-12",
    amount: 40,
    description: "Corner market",
    ...change,
  });

  test("user_custom has its transactions, applied to the starting balance", async () => {
    const transactions = [
      manualTransaction({}),
      manualTransaction({ amount: -250, description: "ACME PAYROLL" }),
      manualTransaction({ date_posted: "2026-01-20", amount: 7 }),
      manualTransaction({ date_transacted: "2026-02-01", date_posted: "2026-02-01" }),
    ];
    const login = custom({ ...checking, transactions });
    const reports = await at(START).transactions(login, historyTo(START));
    expect(
      reports.map(({ date, amount, pending, category_id }) => [date, amount, pending, category_id]),
    ).toEqual([
      ["2026-01-12", 40, false, "13003001"],
      ["2026-01-12", -250, false, "16001001"],
      ["2026-01-10", 7, true, "13003001"],
    ]);
    const [account] = await at(START).balances(login);
    expect(account?.balances).toMatchObject({ current: 310, available: 303 });
  });

  test("user_custom has no transactions by default", async () => {
    const transactions = await at(START).transactions(custom(checking), historyTo(START));
    expect(transactions).toEqual([]);
  });

  test("an account of user_custom has the owner of its identity", async () => {
    const identity = { names: ["Ada Example"], addresses: [{ data: { city: "Leeds" } }] };
    const [identityOfAccount] = await at(START).identity(custom({ ...checking, identity }));
    expect(identityOfAccount?.owners).toEqual([
      {
        names: ["Ada Example"],
        phone_numbers: [],
        emails: [],
        addresses: [
          {
            data: { street: null, city: "Leeds", region: null, postal_code: null, country: null },
            primary: false,
          },
        ],
      },
    ]);
  });

  test.each([
    [{ date_transacted: "2026-02-30" }, "a date of the format YYYY-MM-DD"],
    [{ date_posted: "2026-01-01" }, "must not be before date_transacted"],
    [{ amount: 0.001 }, "must be in whole cents"],
  ])("user_custom with an invalid transaction is refused: %j", async (change, problem) => {
    const login = custom({ ...checking, transactions: [manualTransaction(change)] });
    await expect(at(START).start(login.institutionId, login.credentials)).rejects.toThrow(problem);
  });
});
