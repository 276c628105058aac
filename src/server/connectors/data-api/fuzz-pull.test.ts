import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { Transaction } from "../../../protocol/transaction.ts";
import { samples } from "../../../testing/property-samples.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { Fault } from "../../domain/fault.ts";
import { parseRawJson } from "../../domain/raw-json.ts";
import { pullTransactions } from "../../domain/transactions/pull-transactions.ts";
import { connectTo, INSTITUTION_ID } from "./connected-bank.fixture.ts";
import type { Grant } from "./grant.ts";
import { storedLogin } from "./stored-login.fixture.ts";

const ISSUER = "https://bank.example";
const GRANT: Grant = {
  id: "grant-1",
  issuer: ISSUER,
  subject: "ada",
  clientId: null,
  accessToken: "a-token",
  expiresAt: null,
  refreshToken: "a-token",
  dpopKey: null,
  leaseUntil: null,
  pausedUntil: null,
  consentId: null,
  consentExpiresAt: null,
  isImported: false,
  missing: {},
};
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/keys`,
};

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);
const odd = fc.oneof(
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 2 },
  fc.constantFrom(
    ...[1e308, -1e308, 1e-320, -0, 2 ** 60, "1e999", "NaN", "12.50", "-3,5", true, null],
    ...["0000-00-00", "2026-02-30", "9999-12-31", "1969-12-31T23:59:60Z", "2026-01-05", "tomorrow"],
    ...["\ud800", "\u0000", '"},{"', "__proto__", "x".repeat(20_000), "\u202e", ""],
    ...[deep(200), { __proto__: null }, []],
  ),
);
const FIELDS = [
  ...["transactionId", "amount", "debitCreditMemo", "postedTimestamp", "transactionTimestamp"],
  ...["description", "payee", "status", "category", "checkNumber", "reference", "transactionType"],
  ...["referenceTransactionId", "accountCategory", "depositTransaction", "locTransaction"],
] as const;
const rows = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 14 }),
    cents: fc.integer({ min: 1, max: 1e6 }),
    faults: fc.dictionary(fc.constantFrom(...FIELDS), odd, { maxKeys: 2 }),
  }),
  { maxLength: 8 },
);
const right = ({ id, day, cents }: { id: number; day: number; cents: number }) => ({
  transactionId: `t-${id}`,
  amount: cents / 100,
  debitCreditMemo: "DEBIT",
  postedTimestamp: `2026-01-${String(day).padStart(2, "0")}`,
  description: "POS TESCO STORES",
});
/** A well-formed list, or arbitrary bytes. */
const replies = fc.oneof(
  {
    arbitrary: rows.map((list) =>
      JSON.stringify({ transactions: list.map((row) => ({ ...right(row), ...row.faults })) }),
    ),
    weight: 5,
  },
  fc.oneof(fc.json(), fc.string()),
  fc.json().map((json) => `{"transactions":${json}}`),
  fc.uint8Array({ maxLength: 200 }),
  fc.constant(Uint8Array.from([...Buffer.from('{"transactions":["'), 0xff, 0xc0])),
);

/** An app with an Item, whose institution responds with the test's list of transactions. */
const setup = async () => {
  const app = await testApp();
  const { item_id } = await app.link("ins_109508", ["transactions"]);
  const { store, directory } = app.services;
  const accounts = await store.items.accounts(item_id);
  const keys = accounts.map(({ key }) => key);
  let reply: string | Uint8Array<ArrayBuffer> = "";
  const answers = (last: string): unknown => {
    if (last === "openid-configuration") return METADATA;
    const of = (accountId: string) => ({
      accountId,
      accountCategory: "DEPOSIT_ACCOUNT",
      currentBalance: 1,
      currency: { currencyCode: "USD" },
    });
    return last === "accounts" ? { accounts: keys.map(of) } : of(last);
  };
  const fetch = async (url: string): Promise<Response> => {
    const path = new URL(url).pathname.split("/");
    const last = decodeURIComponent(path.at(-1) ?? "");
    const isFirst = decodeURIComponent(path.at(-2) ?? "") === keys[0];
    const body =
      last !== "transactions"
        ? JSON.stringify(answers(last))
        : isFirst
          ? reply
          : '{"transactions":[]}';
    return new Response(body, { headers: { "content-type": "application/json" } });
  };
  const client = { fetch, close: async () => undefined };
  const http = { open: () => client, close: client.close };
  const { connector } = connectTo(ISSUER, { http, clock: app.services.clock });
  const { pull } = connector;
  if (!pull) throw new Error("the connector pulls");
  const login = storedLogin(INSTITUTION_ID, JSON.stringify(GRANT));
  const fuzzed = {
    ...connector,
    pull: (_: unknown, period: Parameters<typeof pull>[1]) => pull(login(), period),
  };
  const services = { ...app.services, directory: { ...directory, connectorOf: () => fuzzed } };
  const item = await store.items.byItemId(item_id);
  if (!item) throw new Error("the Item is there");
  const stored = async () => {
    const period = { from: "0000-01-01", to: "9999-12-31" };
    const view = { withDescription: true, publicUrl: null };
    const page = { period, accountIds: null, count: 500, offset: 0, ...view };
    const { transactions, total } = await store.transactions.page(item_id, page);
    return {
      total,
      transactions: transactions ? parseRawJson(transactions) : [],
      feed: await store.transactions.feed(item_id),
    };
  };
  const pullWith = async (next: typeof reply) => {
    reply = next;
    return pullTransactions(services, item).then(
      () => null,
      (failure: unknown) => failure,
    );
  };
  return { stored, pullWith };
};

test("any list of an institution is stored clean and whole, or is an error that changes nothing", async () => {
  const { stored, pullWith } = await setup();
  const first = [1, 2, 3].map((id) => right({ id, day: 4, cents: 1250 }));
  for (let pulls = 0; pulls < 2; pulls++)
    expect(await pullWith(JSON.stringify({ transactions: first }))).toBeNull();
  expect(await stored()).toMatchObject({ total: 3, feed: { lastChange: 3 } });
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(replies, async (reply) => {
      const before = await stored();
      const failure = await pullWith(reply as string);
      const after = await stored();
      outcomes.add(failure === null ? "stored" : "refused");
      if (failure !== null) {
        expect(failure).toBeInstanceOf(Fault);
        expect(after).toEqual(before);
        return;
      }
      const { transactions, total } = after;
      expect(z.array(Transaction).safeParse(transactions).error).toBeUndefined();
      expect(new Set(transactions.map(({ transaction_id }) => transaction_id)).size).toBe(total);
      expect(transactions.length).toBe(total);
    }),
    { numRuns: samples(150) },
  );
  expect([...outcomes].toSorted()).toEqual(["refused", "stored"]);
});
