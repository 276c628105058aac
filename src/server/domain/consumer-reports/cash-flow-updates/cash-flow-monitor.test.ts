import fc from "fast-check";
import { expect, test } from "vitest";
import type { CashTransaction } from "../cash-flow/transaction-kinds.ts";
import { detectInsights, type MonitorState, type Observation } from "./cash-flow-monitor.ts";

const EMPTY: MonitorState = { items: {}, lenders: [] };

const account = (current: number | null, account_id = "main"): Observation["accounts"][number] => ({
  account_id,
  type: "depository",
  balances: {
    available: null,
    current,
    limit: null,
    iso_currency_code: "USD",
    unofficial_currency_code: null,
  },
});

const transaction = (
  transaction_id: string,
  amount: number,
  name = "Corner Shop",
  category_id = "13003003",
  rest: Partial<CashTransaction> = {},
): CashTransaction => ({
  transaction_id,
  account_id: "main",
  amount,
  date: "2026-01-14",
  pending: false,
  name,
  category_id,
  payment_meta: {
    reference_number: null,
    ppd_id: null,
    payee: null,
    by_order_of: null,
    payer: null,
    payment_method: null,
    payment_processor: null,
    reason: null,
  },
  ...rest,
});

const DEPOSIT = transaction("deposit", -5000.01, "Sale of a car", "24003000");
const FEE = transaction("fee", 35, "Overdraft fee", "10002000");
const LOAN = transaction("loan", 210, "Harbor Loans 0117", "18002002");
const PURCHASE = transaction("purchase", 12);

const observation = (
  transactions: CashTransaction[],
  current: number | null = 500,
  rest: Partial<Observation> = {},
): Observation => ({
  itemId: "item",
  accounts: [account(current)],
  transactions,
  lastChange: transactions.length,
  date: "2026-01-15",
  ...rest,
});

/** The state after an Item's first observation. */
const watch = (transactions: CashTransaction[] = [], current: number | null = 500) =>
  detectInsights(EMPTY, observation(transactions, current)).state;

test("the first observation of an Item has no insights, with any history", () => {
  const first = detectInsights(EMPTY, observation([DEPOSIT, FEE, LOAN, PURCHASE], 3));
  expect(first).toMatchObject({ isNew: false, insights: [] });
  expect(first.state.lenders).toEqual(["harbor loans"]);
});

test.each([
  ["a large deposit", [DEPOSIT], 500, ["LARGE_DEPOSIT_DETECTED"]],
  ["a deposit of exactly 5,000", [transaction("d", -5000)], 500, []],
  ["a transfer from savings", [transaction("t", -9000, "Transfer", "24001002")], 500, []],
  ["an overdraft fee", [FEE], 500, ["NSF_OVERDRAFT_DETECTED"]],
  ["a first loan payment", [LOAN], 500, ["NEW_LOAN_PAYMENT_DETECTED"]],
  ["a balance below 100", [], 99.99, ["LOW_BALANCE_DETECTED"]],
  ["a balance of exactly 100", [], 100, []],
  ["a balance that is no longer reported", [], null, []],
  ["a purchase", [PURCHASE], 500, []],
  ["nothing", [], 500, []],
  [
    "all at once",
    [FEE, LOAN, DEPOSIT],
    -20,
    [
      "LARGE_DEPOSIT_DETECTED",
      "LOW_BALANCE_DETECTED",
      "NEW_LOAN_PAYMENT_DETECTED",
      "NSF_OVERDRAFT_DETECTED",
    ],
  ],
])("%s leads to its insight", (_, transactions, current, insights) => {
  const update = detectInsights(watch(), observation(transactions, current));
  expect(update.insights).toEqual(insights);
  expect(update.isNew).toBe(transactions.length > 0 || insights.length > 0);
});

test("a transaction leads to an insight when it is booked, and not again when it is modified or comes back", () => {
  const pending = { ...DEPOSIT, transaction_id: "pending", pending: true };
  const first = detectInsights(watch(), observation([pending]));
  expect(first).toMatchObject({ isNew: false, insights: [] });
  const second = detectInsights(first.state, observation([DEPOSIT]));
  expect(second.insights).toEqual(["LARGE_DEPOSIT_DETECTED"]);
  const sameDeposit = { ...DEPOSIT, name: "Sale of the car" };
  const third = detectInsights(second.state, observation([sameDeposit]));
  expect(third).toMatchObject({ isNew: false, insights: [] });
  // A transaction of the history, modified after the first observation.
  const history = watch([FEE]);
  expect(
    detectInsights(history, observation([{ ...FEE, name: "Overdraft fee 2" }])).insights,
  ).toEqual([]);
});

test("a low balance shows when it becomes low, and again only after it was not", () => {
  let state = watch();
  const at = (current: number) => {
    const update = detectInsights(state, observation([], current));
    state = update.state;
    return update.insights.length;
  };
  expect([80, 60, -5, 99.99, 100, 250, 99, 98].map(at)).toEqual([1, 0, 0, 0, 0, 0, 1, 0]);
});

test("a new account's first data is a baseline without insights", () => {
  const both = (current: number) => ({ accounts: [account(500), account(current, "new")] });
  const history = [DEPOSIT, FEE, LOAN].map((cashTransaction) => ({
    ...cashTransaction,
    account_id: "new",
  }));
  const first = detectInsights(watch(), observation(history, 500, both(20)));
  expect(first.insights).toEqual([]);
  expect(first.state.lenders).toEqual(["harbor loans"]);
  expect(detectInsights(first.state, observation(history, 500, both(20))).insights).toEqual([]);
  const second = detectInsights(first.state, observation([], 500, both(200)));
  expect(detectInsights(second.state, observation([], 500, both(20))).insights).toEqual([
    "LOW_BALANCE_DETECTED",
  ]);
});

test("a lender is new once, at any of the user's Items and under any reference", () => {
  const first = detectInsights(watch(), observation([LOAN]));
  const again = { ...LOAN, transaction_id: "again", name: "HARBOR LOANS 0288" };
  expect(detectInsights(first.state, observation([again])).insights).toEqual([]);
  const other = { itemId: "other" };
  const second = detectInsights(first.state, observation([], 500, other));
  expect(detectInsights(second.state, observation([again], 500, other)).insights).toEqual([]);
  const oak = { ...again, name: "Oak Lending" };
  expect(detectInsights(second.state, observation([oak], 500, other)).insights).toEqual([
    "NEW_LOAN_PAYMENT_DETECTED",
  ]);
});

test("cards and loans themselves have no insights", () => {
  const accounts = (["credit", "loan", "investment"] as const).map((type) => ({
    ...account(10, type),
    type,
  }));
  const transactions = accounts.flatMap(({ account_id }) =>
    [DEPOSIT, FEE, LOAN].map((cashTransaction) => ({ ...cashTransaction, account_id })),
  );
  const { state } = detectInsights(EMPTY, observation([], 0, { accounts }));
  expect(detectInsights(state, observation(transactions, 0, { accounts })).insights).toEqual([]);
});

test("the state forgets transactions of more than 60 days ago", () => {
  const { state } = detectInsights(watch(), observation([DEPOSIT, FEE]));
  expect(Object.keys(state.items.item?.insightTransactions ?? {})).toEqual(["deposit", "fee"]);
  const later = detectInsights(state, observation([], 500, { date: "2026-03-16" }));
  expect(later.state.items.item?.insightTransactions).toEqual({});
});

const kinds = fc.constantFrom(DEPOSIT, FEE, LOAN, PURCHASE);
const batch = fc.array(fc.record({ kind: kinds, id: fc.nat({ max: 12 }), pending: fc.boolean() }), {
  maxLength: 6,
});

test("each booked transaction counts once, however often pulls repeat it", () => {
  fc.assert(
    fc.property(batch, fc.array(batch, { maxLength: 8 }), (history, pulls) => {
      const read = (sample: typeof history) =>
        sample.map(({ kind, id, pending }) => ({
          ...kind,
          transaction_id: `${kind.transaction_id} ${id}`,
          pending,
        }));
      let state = watch(read(history));
      const pendingIds = new Set(
        read(history).flatMap((transaction) =>
          transaction.pending ? [] : transaction.transaction_id,
        ),
      );
      const lenders = new Set(state.lenders);
      for (const pull of pulls) {
        const transactions = read(pull);
        const fresh = transactions.filter(
          (transaction) => !transaction.pending && !pendingIds.has(transaction.transaction_id),
        );
        const { insights, ...update } = detectInsights(state, observation(transactions));
        const shows = (kind: CashTransaction) =>
          fresh.some(({ transaction_id }) => transaction_id.startsWith(kind.transaction_id));
        expect(insights.includes("LARGE_DEPOSIT_DETECTED")).toBe(shows(DEPOSIT));
        expect(insights.includes("NSF_OVERDRAFT_DETECTED")).toBe(shows(FEE));
        expect(insights.includes("NEW_LOAN_PAYMENT_DETECTED")).toBe(
          shows(LOAN) && lenders.size === 0,
        );
        for (const { transaction_id } of fresh) pendingIds.add(transaction_id);
        if (shows(LOAN)) lenders.add("harbor loans");
        expect(detectInsights(update.state, observation(transactions)).insights).toEqual([]);
        state = update.state;
      }
    }),
  );
});
