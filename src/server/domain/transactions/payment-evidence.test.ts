import { expect, test } from "vitest";
import type { Transaction } from "../../../protocol/transaction.ts";
import { bankTransaction } from "../../../testing/bank-data.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { createTokenBank, reachOnly } from "../../../testing/test-app/token-bank.ts";
import { NO_LOCATION, NO_PAYMENT_META } from "../connectors/bank-transaction.ts";
import type { PaymentEvidence } from "../connectors/payment-evidence.ts";

/** A booked payment of 12.40 on January 10 in a bank's list: id, words, and evidence. */
type Listed = [key: string, name: string, evidence?: PaymentEvidence];

/** An Item of a bank whose lists the test provides, on a real store. */
const pulledApp = async () => {
  const app = await testApp();
  const { connector, institutionId } = createTokenBank();
  let listed: readonly Listed[] = [];
  connector.transactions = async () => listed.map(toBankTransaction);
  reachOnly(app, connector);
  const { access_token } = await app.link(institutionId, ["transactions"]);
  let cursor = "";
  /** Sets the bank's list, pulls, and returns the changes, and the response as text. */
  return async (...next: Listed[]) => {
    listed = next;
    await app.post("/transactions/refresh", { ...app.credentials, access_token });
    app.advanceClock(86_400_000);
    await app.runJobs();
    const { bytes, body } = await app.post("/transactions/sync", {
      ...{ ...app.credentials, access_token, cursor },
    });
    cursor = String(body.next_cursor);
    const { added, modified, removed } = body as Record<string, Transaction[]>;
    const listIds = (list: Transaction[] = []) => list.map(({ transaction_id }) => transaction_id);
    return {
      ...{ added: listIds(added), modified: listIds(modified), removed: listIds(removed) },
      asked: (added ?? []).filter(({ possible_match }) => possible_match).length,
      text: Buffer.from(bytes).toString(),
    };
  };
};

test("a payment under another id and other words is known by the end-to-end id of a pull before", async () => {
  const pull = await pulledApp();
  const first = await pull(["a1", "Lantern Power", { endToEndId: "E2E-7731" }]);
  const next = await pull(["b1", "Direct debit 44", { endToEndId: "E2E-7731" }]);
  const { modified, added, removed, text } = next;
  expect({ modified, added, removed }).toEqual({ modified: first.added, added: [], removed: [] });
  expect(first.text + text).not.toContain("E2E-7731");
});

test.each<[string, PaymentEvidence, PaymentEvidence]>([
  ["mandates", { mandateId: "M-1" }, { mandateId: "M-2" }],
  ["cards", { cardDigits: "4279" }, { cardDigits: "4280" }],
  ["end-to-end ids", { endToEndId: "E-1" }, { endToEndId: "E-2" }],
  ["kinds", { kind: "card" }, { kind: "transfer" }],
])(
  "two payments of one name and amount are told apart by their %s, across pulls",
  async (_, one, other) => {
    const pull = await pulledApp();
    const first = await pull(["a1", "Lantern Power", one]);
    const { added, removed, asked } = await pull(["b1", "Lantern Power", other]);
    expect(removed).toEqual(first.added);
    expect([added.length, asked]).toEqual([1, 0]);
  },
);

test("equal rows keep their ids if the source begins or ceases to say more of them", async () => {
  const pull = await pulledApp();
  const said = { cardDigits: "4279", kind: "card" };
  await pull(["a1", "Metro"], ["a2", "Metro"], ["a3", "Metro", said]);
  const lists: Listed[][] = [
    [
      ["b1", "Metro", said],
      ["b2", "Metro", said],
      ["b3", "Metro"],
    ],
    [
      ["c1", "Metro"],
      ["c2", "Metro"],
      ["c3", "Metro"],
    ],
  ];
  for (const list of lists) {
    const { added, modified, removed } = await pull(...list);
    expect({ added, modified, removed }).toEqual({ added: [], modified: [], removed: [] });
  }
});

test("a text that is longer than any standard's is no evidence", async () => {
  const pull = await pulledApp();
  await pull(["a1", "Lantern Power", { mandateId: `1${"0".repeat(5000)}` }]);
  const { added } = await pull(["b1", "Lantern Power", { mandateId: `2${"0".repeat(5000)}` }]);
  expect(added).toEqual([]);
});

const toBankTransaction = ([key, name, evidence]: Listed) =>
  bankTransaction({
    ...{ key, accountKey: "token-bank-1", pendingKey: null, account_owner: null, amount: 12.4 },
    ...{ iso_currency_code: "USD", unofficial_currency_code: null, category_id: null },
    ...{ transaction_type: "unresolved", transaction_code: null, pending: false },
    ...{ date: "2026-01-10", authorized_date: null, datetime: null, authorized_datetime: null },
    ...{ name, merchant_name: null, original_description: name, location: NO_LOCATION },
    ...{ payment_meta: NO_PAYMENT_META, payment_channel: "other" },
    ...(evidence && { evidence }),
  });
