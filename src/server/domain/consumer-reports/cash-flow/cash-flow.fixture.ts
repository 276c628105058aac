import { NO_PAYMENT_META } from "../../connectors/bank-transaction.ts";
import { type AccountWithTransactions, makeCashFlow } from "./cash-flow.ts";
import type { CashTransaction } from "./transaction-kinds.ts";

/** The period of the attributes. */
export const PERIOD = { from: "2025-10-01", to: "2025-12-31" };

let id = 0;
/** A transaction of the main account. */
export const transaction = (
  date: string,
  amount: number,
  name = "Corner Shop",
  category_id: string | null = "13003003",
  rest: Partial<CashTransaction> = {},
): CashTransaction => ({
  transaction_id: `t${String(id++).padStart(4, "0")}`,
  account_id: "main",
  amount,
  date,
  pending: false,
  name,
  merchant_name: null,
  original_description: null,
  category_id,
  payment_meta: NO_PAYMENT_META,
  ...rest,
});

/** An account with its transactions, in the period. */
export const account = (
  current: number | null,
  transactions: CashTransaction[],
  account_id = "main",
  currency = "USD",
): AccountWithTransactions => ({
  account: {
    account_id,
    type: "depository",
    balances: {
      available: current,
      current,
      limit: null,
      iso_currency_code: currency,
      unofficial_currency_code: null,
    },
  },
  transactions,
});

/** The cash flow of one account. */
export const makeAttributes = async (current: number | null, transactions: CashTransaction[]) => {
  const [attributes] = (await makeCashFlow([account(current, transactions)], PERIOD)).accounts;
  if (!attributes) throw new Error("an account has attributes");
  return attributes;
};
