import { z } from "zod";
import type { LiabilityTerms } from "../../../../../protocol/liabilities.ts";
import type { Lines } from "../../../../domain/bank-values.ts";
import { valueAt } from "../../dialect.ts";
import { roundTo } from "../../values.ts";
import { AccountBalances, AccountOwners, BerlinAccount, latestOf } from "./account.ts";
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

/** A card in a separate list. */
export const CardAccount = BerlinAccount.transform((account) =>
  withSign({ ...account, iban: null, cashAccountType: "CARD" }),
);

/** The balances of a card from their own path. */
export const CardBalances = AccountBalances.transform(
  ({ balances }) =>
    (account: BerlinAccount) =>
      withSign({ ...account, balances }),
);

/**
 * A card's terms in its balances: the day and balance of the last reporting period. The standard
 * has no rates, payments or due days.
 */
export const CardTerms = AccountBalances.transform(
  ({ balances }) =>
    (account: BerlinAccount) =>
      toTerms(withSign({ ...account, balances })),
);

/**
 * The closing balance of a reporting period, or the next period's opening balance, which is equal.
 */
const OF_STATEMENT = ["closingBooked", "CLBD", "openingBooked", "OPBD"];

function toTerms({ balances, currency }: BerlinAccount): Lines<LiabilityTerms> {
  const closing = latestOf(
    balances.filter(
      ({ balanceAmount, referenceDate }) =>
        referenceDate != null && (balanceAmount.currency ?? currency) === currency,
    ),
    OF_STATEMENT,
  );
  return {
    kind: "credit",
    terms: {
      ...{ aprs: [], is_overdue: null, last_payment_amount: null, last_payment_date: null },
      ...{ next_payment_due_date: null, minimum_payment_amount: null },
      last_statement_issue_date: closing?.referenceDate?.day ?? null,
      last_statement_balance: closing && roundTo(0 - closing.balanceAmount.amount, currency),
    },
  };
}

/** The owner in the details of a card. */
export const CardOwners = z.preprocess(
  (body) => ({ account: valueAt(body, "cardAccount") }),
  AccountOwners,
);

/** The fields of a card's row under an account row's names. */
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

/** Rows in which outflows are negative. */
export const signedRows = (
  rows: readonly BerlinTransaction[],
  account: BerlinAccount,
): BerlinTransaction[] =>
  rows.map(({ transactionAmount, ...row }) => ({
    ...row,
    transactionAmount: { ...transactionAmount, amount: signOf(account) * transactionAmount.amount },
  }));
