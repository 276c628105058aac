import { ownLines } from "../server/domain/bank-values.ts";
import type { BankAccount, LoginAccount } from "../server/domain/connectors/bank-account.ts";
import type {
  BankTransaction,
  ListedTransaction,
} from "../server/domain/connectors/bank-transaction.ts";

/** Returns an account of a bank in a test, as its connector reports it. */
export const bankAccount = (account: LoginAccount): BankAccount => ownLines(account) as BankAccount;

/** Returns a transaction of a bank in a test, as its connector reports it. */
export const bankTransaction = (transaction: ListedTransaction): BankTransaction =>
  ownLines(transaction) as BankTransaction;
