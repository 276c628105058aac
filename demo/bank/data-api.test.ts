import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bank } from "./server.d.mts";
import { startBank } from "./server.mjs";
import { accessToken, CLIENT, callData } from "./visit.fixture.ts";

const DAY_MS = 86_400_000;
let now = Date.UTC(2026, 5, 15, 12);
let bank: Bank;
let token: string;

beforeAll(async () => {
  bank = await startBank({ port: 0, clients: [CLIENT], clock: () => now });
  token = await accessToken(bank.issuer);
});
afterAll(() => bank.close());

type Row = Record<string, string | number>;
const read = async (path: string) => (await callData(bank.issuer, path, token)).body;

const readAll = async (accountId: string, limit = 500): Promise<Row[]> => {
  const rows: Row[] = [];
  let key: string | undefined;
  do {
    const { page, transactions } = await read(
      `/accounts/${accountId}/transactions?limit=${limit}${key ? `&pageKey=${key}` : ""}`,
    );
    rows.push(...transactions);
    key = page.nextPageKey;
  } while (key);
  return rows;
};

test("there are accounts of every kind, each with the fields of its kind", async () => {
  const { accounts } = await read("/accounts");
  expect(accounts).toMatchObject([
    { accountType: "CHECKING", accountNumberDisplay: "7210", availableBalance: expect.any(Number) },
    { accountType: "SAVINGS", currency: { currencyCode: "USD" } },
    { accountType: "CREDITCARD", creditLine: 8000, availableCredit: expect.any(Number) },
    { accountType: "AUTOLOAN", principalBalance: expect.any(Number), interestRate: 4.9 },
  ]);
});

test("24 months of transactions come in pages, each once, newest first", async () => {
  const rows = await readAll("acc-ada-card");
  expect(rows.length).toBeGreaterThan(1000);
  expect(new Set(rows.map((row) => row.transactionId)).size).toBe(rows.length);
  const times = rows.map((row) => String(row.transactionTimestamp));
  expect(times).toEqual(times.toSorted().reverse());
  expect(times.at(-1)?.slice(0, 7)).toBe("2024-06");
  expect(await readAll("acc-ada-card", 333)).toEqual(rows);
});

test("a pending transaction is posted under its id, or on a card under a new id that refers to it", async () => {
  const before = now;
  const pendingOf = async (accountId: string) =>
    (await readAll(accountId))
      .filter((row) => row.status === "PENDING")
      .map((row) => row.transactionId);
  const deposit = await pendingOf("acc-ada-everyday");
  const card = await pendingOf("acc-ada-card");
  expect(card.length).toBeGreaterThan(0);
  now = before + 5 * DAY_MS;
  const later = await readAll("acc-ada-everyday");
  for (const id of deposit)
    expect(later.find((row) => row.transactionId === id)?.status).toBe("POSTED");
  const cardLater = await readAll("acc-ada-card");
  for (const id of card) {
    expect(cardLater.find((row) => row.transactionId === id)).toBeUndefined();
    expect(cardLater.find((row) => row.referenceTransactionId === id)?.status).toBe("POSTED");
  }
  now = before;
});

test("a period takes whole days at both ends", async () => {
  const { transactions } = await read(
    "/accounts/acc-ada-everyday/transactions?startTime=2026-03-01&endTime=2026-03-01",
  );
  expect(transactions.map((row: Row) => row.description)).toContain("LARCH ROW HOMES RENT");
  for (const row of transactions) expect(row.transactionTimestamp).toMatch(/^2026-03-01/);
});

test("balances follow from transactions", async () => {
  const [rent] = (await readAll("acc-ada-everyday")).filter((row) => row.category === "Rent");
  const postedAt = Date.parse(String(rent?.postedTimestamp));
  const before = now;
  now = postedAt - 1;
  const first = await read("/accounts/acc-ada-everyday");
  now = postedAt;
  const second = await read("/accounts/acc-ada-everyday");
  expect(first.currentBalance - second.currentBalance).toBeCloseTo(1350);
  expect(second.availableBalance).toBeLessThanOrEqual(first.availableBalance);
  now = before;
});

test("a customer, an account's owners, its numbers and its statements can be read", async () => {
  expect(await read("/customers/current")).toMatchObject({
    customerId: "cust-ada",
    name: { first: "Ada", last: "Winters" },
  });
  expect((await read("/accounts/acc-ada-card/contact")).holders).toHaveLength(1);
  const { paymentNetworks } = await read("/accounts/acc-ada-everyday/payment-networks");
  expect(paymentNetworks[0]).toMatchObject({ type: "US_ACH", identifier: "4400187210" });
  const { statements } = await read("/accounts/acc-ada-card/statements");
  expect(statements[0].statementDate).toBe("2026-06-01");
});

test.each([
  ["limit=0", 400],
  ["limit=x", 400],
  ["pageKey=bm9uZQ", 400],
  ["startTime=soon", 400],
  ["startTime=2026-02-01&endTime=2026-01-01", 400],
])("a query of %s is refused with %i", async (query, status) => {
  const path = `/accounts/acc-ada-card/transactions?${query}`;
  const answer = await callData(bank.issuer, path, token);
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ code: "704", message: expect.any(String) });
});

test("a missing token, an unknown token and an unknown path are refused in the same shape", async () => {
  const bare = await fetch(`${bank.issuer}/fdx/v6/accounts`);
  expect([bare.status, bare.headers.get("www-authenticate")]).toEqual([
    401,
    'Bearer, DPoP algs="ES256 EdDSA Ed25519"',
  ]);
  expect((await callData(bank.issuer, "/accounts", "none")).headers.get("www-authenticate")).toBe(
    'Bearer error="invalid_token"',
  );
  expect((await callData(bank.issuer, "/nothing", token)).status).toBe(404);
  expect((await callData(bank.issuer, "/accounts/acc-none", token)).body.code).toBe("701");
});
