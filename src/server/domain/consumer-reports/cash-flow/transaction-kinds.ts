import type { Transaction } from "../../../../protocol/transaction.ts";

/** The fields that determine a transaction's kind. */
export type CashTransaction = Pick<
  Transaction,
  | "transaction_id"
  | "account_id"
  | "amount"
  | "date"
  | "pending"
  | "name"
  | "category_id"
  | "payment_meta"
> & {
  category?: Transaction["category"] | undefined;
  merchant_name?: Transaction["merchant_name"] | undefined;
  original_description?: Transaction["original_description"] | undefined;
};

/** The minimum of a large deposit, in units of the account's currency. */
const LARGE_DEPOSIT = 5000;

/** A bank's fee for an account without enough money. */
export type ShortfallFee = "nsf" | "overdraft";

const NSF =
  /\bnsf\b|\bnon[- ]?sufficient|\binsufficient funds\b|\breturned (item|payment|che(ck|que))/i;
const OVERDRAFT = /\boverdraft\b|\boverdrawn\b/i;
const FEE = /\b(fee|charge)s?\b/i;
const OVERDRAFT_FEE = "10002000";

/** Returns the kind of shortfall fee; null for any other transaction, and for a refunded fee. */
export const shortfallFee = (transaction: CashTransaction): ShortfallFee | null => {
  const { amount, category_id, name, original_description } = transaction;
  if (amount <= 0) return null;
  const text = `${name} ${original_description ?? ""}`;
  if (!category_id?.startsWith("10") && !FEE.test(text)) return null;
  if (NSF.test(text)) return "nsf";
  return category_id === OVERDRAFT_FEE || OVERDRAFT.test(text) ? "overdraft" : null;
};

/** Whether a transaction moves money between accounts of one person. */
export const isOwnTransfer = ({ category_id }: CashTransaction): boolean =>
  category_id?.startsWith("24001") ?? false;

/** Whether a transaction repays a loan; payments of credit cards do not count. */
export const isLoanPayment = ({ amount, category_id }: CashTransaction): boolean =>
  amount > 0 && (category_id?.startsWith("18002") ?? false);

/** Whether a transaction is a large deposit from outside. */
export const isLargeDeposit = (transaction: CashTransaction): boolean =>
  -transaction.amount > LARGE_DEPOSIT && !isOwnTransfer(transaction);
