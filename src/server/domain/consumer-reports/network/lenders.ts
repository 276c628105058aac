import type { Lender, LenderKind } from "../../../../protocol/network-insights.ts";
import type { Transaction } from "../../../../protocol/transaction.ts";
import { groupBy } from "../cash-flow/group-by.ts";
import { capitals } from "../income/capitals.ts";
import { textOf } from "../income/inflow.ts";
import { payerName } from "../income/payer-name.ts";
import type { LinkedItem } from "../linked-item.ts";

/** A booked transaction with a lender. */
type LenderTransaction = { transaction: Transaction; kind: LenderKind; lender: string };

/** The institution that a transaction is with, if it belongs to a loan account there; null otherwise. */
type OwnLender = (transaction: Transaction) => string | null;

/**
 * Finds the institution of a payment on a loan account of the user's own: by the entry on that account, or
 * by a transfer within the institution.
 */
export const ownLenders = (items: readonly LinkedItem[]): OwnLender => {
  const institutionByEntry = new Map<string, string>();
  const institutionByAccount = new Map<string, string>();
  for (const { institutionName, accounts } of items)
    for (const { account, transactions } of accounts) {
      institutionByAccount.set(account.account_id, institutionName);
      if (account.type !== "loan") continue;
      for (const { date, amount } of transactions)
        institutionByEntry.set(`${date} ${amount}`, institutionName);
    }
  return ({ account_id, amount, date, payment_meta }) => {
    const isInternal = payment_meta.payment_method === "internal transfer";
    return (
      institutionByEntry.get(`${date} ${-amount}`) ??
      (isInternal ? (institutionByAccount.get(account_id) ?? null) : null)
    );
  };
};

/** The transactions with lenders, of which each is with one kind of them. */
export const lenderTransactions = (
  transactions: readonly Transaction[],
  ownNames: readonly (readonly string[])[],
  ownLender: OwnLender,
): LenderTransaction[] =>
  transactions.flatMap((transaction) => {
    const kind = lenderKind(transaction);
    if (kind === null) return [];
    return [
      { transaction, kind, lender: ownLender(transaction) ?? lenderName(transaction, ownNames) },
    ];
  });

function lenderName(transaction: Transaction, ownNames: readonly (readonly string[])[]): string {
  const { name } = payerName(transaction, ownNames);
  const words = capitals(name)
    .split(/\s+/)
    .filter((word) => !PAYMENT_WORDS.has(word));
  const lender = words.join(" ") || capitals(name);
  return lender.replace(/\p{L}+/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase());
}

/** The lenders of some transactions, the one with the latest first. */
export const lendersIn = (transactions: readonly LenderTransaction[]): Lender[] =>
  [...groupBy(transactions, ({ lender }) => lender)]
    .map(([name, group]) => {
      const dates = group.map(({ transaction }) => transaction.date).toSorted();
      return {
        name,
        kind: narrowest(group.map(({ kind }) => kind)),
        payments_count: group.filter(isPayment).length,
        disbursements_count: group.filter((transaction) => !isPayment(transaction)).length,
        first_date: dates[0] ?? "",
        last_date: dates.at(-1) ?? "",
      };
    })
    .toSorted((a, b) => (a.last_date === b.last_date ? compare(a, b) : compareDates(b, a)));

/** Whether the user pays the lender, rather than the other way round. */
export const isPayment = ({ transaction }: LenderTransaction): boolean => transaction.amount > 0;

const compare = (a: Lender, b: Lender): number => (a.name < b.name ? -1 : 1);
const compareDates = (a: Lender, b: Lender): number => (a.last_date < b.last_date ? -1 : 1);

const INSTALMENTS = /\bINSTALL?MENTS?\b|\bPAY LATER\b|\bPAY IN [34]\b|\bBNPL\b/;
const ADVANCE = /\b(CASH|WAGE|PAYDAY|SALARY) (ADVANCE|LOAN)\b|\bEARNED WAGE\b|\bADVANCE\b/;
const LOAN = /\bLOANS?\b|\bLENDING\b|\bMORTGAGE\b/;
const WAGE_ADVANCE = "16001003";

/** Returns the kind of lender of a transaction; null for none. Payments of cards are not loans. */
function lenderKind(transaction: Transaction): LenderKind | null {
  const { category_id, amount } = transaction;
  const text = textOf(transaction);
  if (category_id === WAGE_ADVANCE || ADVANCE.test(text)) return "CASH_ADVANCE";
  const isLoanPayment = amount > 0 && (category_id?.startsWith("18002") ?? false);
  const isOpen = category_id === null || category_id.startsWith("24");
  if (!isLoanPayment && !isOpen) return null;
  if (INSTALMENTS.test(text)) return "INSTALLMENTS";
  // Wages from a lender mean that the person works there.
  return isLoanPayment || (LOAN.test(text) && !/\bPAYROLL\b|\bSALARY\b/.test(text)) ? "LOAN" : null;
}

/** An advance is paid back like a loan: the narrower kind is the lender's. */
function narrowest(kinds: readonly LenderKind[]): LenderKind {
  return (["CASH_ADVANCE", "INSTALLMENTS"] as const).find((kind) => kinds.includes(kind)) ?? "LOAN";
}

const PAYMENT_WORDS = new Set(
  "LOAN LOANS PROCEEDS REPAYMENT REPAID INSTALLMENT INSTALLMENTS INSTALMENT ADVANCE DISBURSEMENT AUTOPAY".split(
    " ",
  ),
);
