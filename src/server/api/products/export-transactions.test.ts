import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Transaction } from "../../../protocol/transaction.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { readStatements } from "../../formats/index.ts";
import { WRITABLE_FORMATS } from "../../formats/writers.ts";
import { VERSIONS } from "../../versions/index.ts";

const PERIOD = { start_date: "2025-10-01", end_date: "2026-01-15" };

const setUp = async () => {
  const app = await testApp();
  const item = await app.link("ins_109508", ["transactions"]);
  await app.runJobs();
  const { credentials, post } = app;
  const { access_token } = item;
  const body = { ...credentials, access_token, ...PERIOD };
  const file = (format: string, more = {}, headers = {}) =>
    post("/transactions/export", { ...body, format, ...more }, headers);
  const { transactions, accounts } = (
    await post("/transactions/get", { ...body, options: { count: 500 } })
  ).body as {
    transactions: Transaction[];
    accounts: { account_id: string; balances: { current: number }; type: string }[];
  };
  return { ...app, item, file, transactions, accounts };
};

/** The amounts in a file, in order. */
const toAmounts = (
  transactions: readonly { amount: number; pending: boolean }[],
  isBooked: boolean,
) =>
  transactions
    .filter(({ pending }) => !isBooked || !pending)
    .map(({ amount }) => Number((-amount).toFixed(2)))
    .toSorted((a, b) => a - b);

describe("/transactions/export", () => {
  test.each(["ofx", "qif", "mt940", "camt", "csv"] as const)(
    "returns all transactions of a period as %s, with the opposite sign",
    async (format) => {
      const { file, transactions } = await setUp();
      const answer = await file(format);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-disposition": expect.stringMatching(
          /^inline; filename="transactions-2025-10-01-2026-01-15\.\w+"$/,
        ),
        "service-request-id": expect.stringMatching(/^[0-9A-Za-z]{15}$/),
        "cache-control": "no-store",
      });
      const { formats, statements } = readStatements(answer.bytes, { dateOrder: "MDY" });
      expect(formats).toEqual([format]);
      const rows = statements.flatMap((statement) => statement.transactions);
      expect(rows.map(({ amount }) => Number(amount)).toSorted((a, b) => a - b)).toEqual(
        toAmounts(transactions, format !== "csv"),
      );
      for (const { transactions: own } of statements)
        expect(own.map(({ date }) => date)).toEqual(own.map(({ date }) => date).toSorted());
    },
  );

  test("gives the ids of transactions and the balances of accounts", async () => {
    const { file, transactions, accounts } = await setUp();
    const { statements } = readStatements((await file("ofx")).bytes);
    const ids = statements.flatMap((statement) => statement.transactions.map(({ id }) => id));
    const booked = transactions.filter(({ pending }) => !pending);
    expect(ids.toSorted()).toEqual(booked.map(({ transaction_id }) => transaction_id).toSorted());
    const balances = statements.map((statement) =>
      Number(statement.balances.find(({ kind }) => kind === "closing")?.amount),
    );
    const signed = accounts.map(({ balances: { current }, type }) =>
      type === "credit" || type === "loan" ? -current : current,
    );
    expect(balances.toSorted((a, b) => a - b)).toEqual(signed.toSorted((a, b) => a - b));
  });

  test("returns the accounts that are named alone", async () => {
    const { file, transactions } = await setUp();
    const account_ids = [transactions[0]?.account_id];
    const { statements } = readStatements((await file("csv", { options: { account_ids } })).bytes);
    const own = transactions.filter(({ account_id }) => account_id === account_ids[0]);
    expect(statements.flatMap((statement) => statement.transactions)).toHaveLength(own.length);
  });

  test("returns the same file each time, in every version", async () => {
    const { file } = await setUp();
    for (const format of WRITABLE_FORMATS) {
      const { bytes } = await file(format);
      for (const version of VERSIONS) {
        const again = await file(format, {}, { "service-version": version });
        expect(Buffer.from(again.bytes).equals(Buffer.from(bytes))).toBe(true);
      }
    }
  });

  test.each(["2026-01-15", "2025-12-20"])(
    "gives balances that add up with the transactions until %s",
    async (end_date) => {
      const { file } = await setUp();
      const { statements } = readStatements((await file("camt", { end_date })).bytes);
      expect(statements.length).toBeGreaterThan(2);
      for (const { balances, transactions } of statements) {
        const of = (kind: string) => balances.find((balance) => balance.kind === kind);
        const sum = transactions.reduce((all, { amount }) => all + Number(amount), 0);
        expect(Number(of("closing")?.amount)).toBeCloseTo(Number(of("opening")?.amount) + sum, 2);
        expect(of("closing")?.date).toBe(end_date);
        expect(of("available") === undefined || end_date === "2026-01-15").toBe(true);
      }
    },
  );

  test("opens a period with the balances at the end of the one before", async () => {
    const { file } = await setUp();
    const fetchBalances = async (kind: string, changes: object) =>
      readStatements((await file("camt", changes)).bytes).statements.map(
        ({ balances }) => balances.find((balance) => balance.kind === kind)?.amount,
      );
    const closing = await fetchBalances("closing", { end_date: "2025-12-20" });
    expect(await fetchBalances("opening", { start_date: "2025-12-21" })).toEqual(closing);
  });

  test("is not billed if the store fails before the first bytes of the file", async () => {
    const { file, services, writeUsage, accounts } = await setUp();
    const calls = async () => {
      await writeUsage();
      const totals = await services.store.usage.totals("2000-01-01", "2100-01-01");
      return totals.reduce((sum, { calls }) => sum + calls, 0);
    };
    const before = await calls();
    const { pages } = services.store.transactions;
    const spy = vi.spyOn(services.store.transactions, "pages");
    // The read for the balances comes before the one for the rows.
    spy.mockImplementationOnce(pages).mockImplementationOnce(async function* () {
      yield* [];
      throw new Error("the disk is gone");
    });
    onTestFinished(() => spy.mockRestore());
    const options = { account_ids: [accounts[0]?.account_id] };
    expect((await file("csv", { options })).status).toBe(500);
    expect(await calls()).toBe(before);
    expect((await file("csv", { options })).status).toBe(200);
    expect(await calls()).toBe(before + 1);
  });

  test.each([
    ["an unknown format", { format: "xlsx" }, "INVALID_FIELD", /format/],
    [
      "a period that ends before it starts",
      { end_date: "2025-09-30" },
      "INVALID_FIELD",
      /start_date/,
    ],
    ["another Item's account", { options: { account_ids: ["x"] } }, "INVALID_ACCOUNT_ID", /./],
    ["an unknown field", { formatt: "csv" }, "UNKNOWN_FIELDS", /formatt/],
  ])("refuses %s in JSON", async (_, changes, error_code, message) => {
    const { file } = await setUp();
    const { status, body, headers } = await file("csv", changes);
    expect(status).toBe(400);
    expect(headers["content-type"]).toMatch(/^application\/json/);
    expect(body).toMatchObject({ error_code, error_message: expect.stringMatching(message) });
  });
});
