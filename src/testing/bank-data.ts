import { ownLines } from "../server/domain/bank-values.ts";
import type { BankAccount, LoginAccount } from "../server/domain/connectors/bank-account.ts";
import type {
  BankTransaction,
  ListedTransaction,
} from "../server/domain/connectors/bank-transaction.ts";

export const bankAccount = (account: LoginAccount): BankAccount => ownLines(account) as BankAccount;

export const bankTransaction = (transaction: ListedTransaction): BankTransaction =>
  ownLines(transaction) as BankTransaction;
