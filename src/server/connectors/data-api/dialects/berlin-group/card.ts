import { z } from "zod";
import { valueAt } from "../../dialect.ts";
import { AccountBalances, AccountOwners, BerlinAccount } from "./account.ts";
import { type BerlinTransaction, BookedTransaction, PendingTransaction } from "./transaction.ts";

/** Balances in which a debt is negative, whatever the accounting of the card. */
const withSign = (account: BerlinAccount): BerlinAccount => ({
  ...account,
  balances: account.balances.map(({ balanceAmount, ...rest }) => ({
    ...rest,
    balanceAmount: { ...balanceAmount, amount: signOf(account) * balanceAmount.amount },
  })),
});

const signOf = ({ debitAccounting }: BerlinAccount): 1 | -1 => (debitAccounting === true ? -1 : 1);

/** A card in its own list. */
export const CardAccount = BerlinAccount.transform((account) =>
  withSign({ ...account, iban: null, cashAccountType: "CARD" }),
);

/** The balances of a card by their own path. */
export const CardBalances = AccountBalances.transform(
  ({ balances }) =>
    (account: BerlinAccount) =>
      withSign({ ...account, balances }),
);

/** The owner in the details of a card. */
export const CardOwners = z.preprocess(
  (body) => ({ account: valueAt(body, "cardAccount") }),
  AccountOwners,
);

/** The fields of a card's row by the names that an account's row has. */
const toRow = (card: unknown) => {
  const originalAmount = valueAt(card, "originalAmount");
  return {
    transactionId: valueAt(card, "cardTransactionId"),
    transactionDate: valueAt(card, "transactionDate"),
    bookingDate: valueAt(card, "bookingDate"),
    transactionAmount: valueAt(card, "transactionAmount"),
    currencyExchange: originalAmount ? [{ instructedAmount: originalAmount }] : null,
    remittanceInformationUnstructured: valueAt(card, "transactionDetails"),
    additionalInformation: valueAt(card, "cardAcceptorAddress.townName"),
    // ISO 20022's code of a payment by card.
    bankTransactionCode: "PMNT-CCRD-POSD",
    merchantCategoryCode: valueAt(card, "merchantCategoryCode"),
  };
};

/** A booked row of a card, and a pending one. */
export const BookedCardTransaction = z.preprocess(toRow, BookedTransaction);
export const PendingCardTransaction = z.preprocess(toRow, PendingTransaction);

/** Rows in which what leaves the card is negative. */
export const signedRows = (
  rows: readonly BerlinTransaction[],
  account: BerlinAccount,
): BerlinTransaction[] =>
  rows.map(({ transactionAmount, ...row }) => ({
    ...row,
    transactionAmount: { ...transactionAmount, amount: signOf(account) * transactionAmount.amount },
  }));
