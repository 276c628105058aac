import { FdxAccount, toBankAccount } from "./account.ts";
import { FdxTransaction, toBankTransaction } from "./transaction.ts";

/** An account as FDX has it. */
export const parseAccount = (entry: object) => FdxAccount.parse({ accountId: "a-1", ...entry });
/** Converts an FDX account to the account that the connector reports. */
export const bankAccountOf = (entry: object) => toBankAccount(parseAccount(entry));
/** A transaction of a US deposit account, as a connector reports it. */
export const toTransaction = (entry: object, account: object = {}) =>
  toBankTransaction(
    FdxTransaction.parse({
      transactionId: "t-1",
      amount: 4.5,
      debitCreditMemo: "DEBIT",
      postedTimestamp: "2026-02-03T10:00:00.000Z",
      ...entry,
    }),
    parseAccount({
      accountCategory: "DEPOSIT_ACCOUNT",
      currency: { currencyCode: "USD" },
      ...account,
    }),
  );
