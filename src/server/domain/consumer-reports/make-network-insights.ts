import type {
  Lender,
  LenderKind,
  NetworkInsights,
} from "../../../protocol/reports/network-insights.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { periodOfDays } from "../asset-reports/asset-report.ts";
import { dayAt, toDate } from "../calendar.ts";
import { groupBy } from "../group-by.ts";
import { eachInTurns, groupInTurns, mapInTurns, sortInTurns } from "../jobs/in-turns.ts";
import type { ReportRequest } from "./base-report/make-base-report.ts";
import { distinctAccounts } from "./income/distinct-accounts.ts";
import { capitals, payerName, READ_AT_ONCE, toText } from "./income/inflow.ts";
import { ownerNames } from "./income/persons.ts";
import type { LinkedItem } from "./linked-item.ts";

/** An Item, and its linking time in ms since 1970. */
export type ConnectedItem = LinkedItem & { connectedAt: number };

/**
 * The network insights of a user's Items under one client. The network is this server: the insights
 * use only these Items, and no data of other clients. Other requests are served in between.
 */
export const makeNetworkInsights = async (
  items: readonly ConnectedItem[],
  { reportId, clientReportId, daysRequested, now }: ReportRequest,
): Promise<NetworkInsights> => {
  const today = dayAt(now);
  const { from, to } = periodOfDays(daysRequested, now);
  const accounts = await distinctAccounts(items);
  const postedTransactions = accounts
    .filter(({ account }) => account.type === "depository")
    .flatMap(({ transactions }) => transactions)
    .filter(({ pending, date }) => !pending && from <= date && date <= to);
  const withLenders = await lenderTransactions(
    postedTransactions,
    ownerNames(accounts),
    ownLenders(items),
  );
  const lenders = await lendersIn(withLenders);
  const [payments, disbursements] = [
    withLenders.filter(isPayment),
    withLenders.filter((transaction) => !isPayment(transaction)),
  ];
  const since = (list: typeof withLenders, days: number) => {
    const start = toDate(today - days + 1);
    return list.filter(({ transaction }) => transaction.date >= start).length;
  };
  const ofKind = (kind: string) => lenders.filter((lender) => lender.kind === kind).length;
  const daysSince = items.map(({ connectedAt }) => Math.max(0, today - dayAt(connectedAt)));
  const byType = groupBy(accounts, ({ account }) => account.type);
  return {
    report_id: reportId,
    client_report_id: clientReportId,
    generated_time: new Date(now).toISOString(),
    days_requested: daysRequested,
    items: items.map(({ itemId, institutionId, institutionName }) => ({
      item_id: itemId,
      institution_id: institutionId,
      institution_name: institutionName,
    })),
    network_attributes: {
      items_count: items.length,
      institutions_count: new Set(items.map(({ institutionId }) => institutionId)).size,
      accounts_count: accounts.length,
      accounts_count_by_type: Object.fromEntries(
        [...byType].toSorted().map(([type, group]) => [type, group.length]),
      ),
      days_since_first_connection: items.length === 0 ? null : Math.max(...daysSince),
      days_since_last_connection: items.length === 0 ? null : Math.min(...daysSince),
      lenders_count: lenders.length,
      loan_lenders_count: ofKind("LOAN"),
      installment_lenders_count: ofKind("INSTALLMENTS"),
      cash_advance_lenders_count: ofKind("CASH_ADVANCE"),
      loan_payments_count: payments.length,
      loan_payments_count_30d: since(payments, 30),
      loan_payments_count_60d: since(payments, 60),
      loan_payments_count_90d: since(payments, 90),
      loan_disbursements_count: disbursements.length,
      loan_disbursements_count_30d: since(disbursements, 30),
      loan_disbursements_count_60d: since(disbursements, 60),
      loan_disbursements_count_90d: since(disbursements, 90),
    },
    lenders,
  };
};

/** A booked transaction with a lender. */
type LenderTransaction = { transaction: Transaction; kind: LenderKind; lender: string };

/** Returns the institution of a transaction on the user's own loan account, or null. */
type OwnLender = (transaction: Transaction) => string | null;

/**
 * Finds the institution of a payment on the user's own loan account, by the account's entry or by a
 * transfer within the institution.
 */
const ownLenders = (items: readonly LinkedItem[]): OwnLender => {
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

/** The transactions with lenders, grouped by the kind of lender. */
async function lenderTransactions(
  transactions: readonly Transaction[],
  ownNames: readonly (readonly string[])[],
  ownLender: OwnLender,
): Promise<LenderTransaction[]> {
  const found: LenderTransaction[] = [];
  await eachInTurns(
    transactions,
    (transaction) => {
      const kind = lenderKind(transaction);
      if (kind === null) return;
      const lender = ownLender(transaction) ?? lenderName(transaction, ownNames);
      found.push({ transaction, kind, lender });
    },
    READ_AT_ONCE,
  );
  return found;
}

function lenderName(transaction: Transaction, ownNames: readonly (readonly string[])[]): string {
  const { name } = payerName(transaction, ownNames);
  const words = capitals(name)
    .split(/\s+/)
    .filter((word) => !PAYMENT_WORDS.has(word));
  const lender = words.join(" ") || capitals(name);
  return lender.replace(/\p{L}+/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase());
}

/** The lenders of some transactions, those with the latest transactions first. */
async function lendersIn(transactions: readonly LenderTransaction[]): Promise<Lender[]> {
  const groups = await groupInTurns(transactions, ({ lender }) => lender);
  const lenders = await mapInTurns(groups, ([name, group]) => {
    const dates = group.map(({ transaction }) => transaction.date);
    return {
      name,
      kind: narrowest(group.map(({ kind }) => kind)),
      payments_count: group.filter(isPayment).length,
      disbursements_count: group.filter((transaction) => !isPayment(transaction)).length,
      first_date: dates.reduce((least, date) => (date < least ? date : least)),
      last_date: dates.reduce((most, date) => (date > most ? date : most)),
    };
  });
  return sortInTurns(lenders, latestFirst);
}

/** Whether the money goes from the user to the lender. */
const isPayment = ({ transaction }: LenderTransaction): boolean => transaction.amount > 0;

function latestFirst(a: Lender, b: Lender): number {
  if (a.last_date !== b.last_date) return a.last_date < b.last_date ? 1 : -1;
  return a.name < b.name ? -1 : 1;
}

const INSTALMENTS = /\bINSTALL?MENTS?\b|\bPAY LATER\b|\bPAY IN [34]\b|\bBNPL\b/;
const ADVANCE = /\b(CASH|WAGE|PAYDAY|SALARY) (ADVANCE|LOAN)\b|\bEARNED WAGE\b|\bADVANCE\b/;
const LOAN = /\bLOANS?\b|\bLENDING\b|\bMORTGAGE\b/;
const WAGE_ADVANCE = "16001003";

/** Returns the kind of lender of a transaction, or null. Card payments are no loans. */
function lenderKind(transaction: Transaction): LenderKind | null {
  const { category_id, amount } = transaction;
  const text = toText(transaction);
  if (category_id === WAGE_ADVANCE || ADVANCE.test(text)) return "CASH_ADVANCE";
  const isLoanPayment = amount > 0 && (category_id?.startsWith("18002") ?? false);
  const isOpen = category_id === null || category_id.startsWith("24");
  if (!isLoanPayment && !isOpen) return null;
  if (INSTALMENTS.test(text)) return "INSTALLMENTS";
  // Wages from a lender mean that the user works there.
  return isLoanPayment || (LOAN.test(text) && !/\bPAYROLL\b|\bSALARY\b/.test(text)) ? "LOAN" : null;
}

/** An advance is repaid like a loan, so the narrower kind wins. */
function narrowest(kinds: readonly LenderKind[]): LenderKind {
  return (["CASH_ADVANCE", "INSTALLMENTS"] as const).find((kind) => kinds.includes(kind)) ?? "LOAN";
}

const PAYMENT_WORDS = new Set(
  "LOAN LOANS PROCEEDS REPAYMENT REPAID INSTALLMENT INSTALLMENTS INSTALMENT ADVANCE DISBURSEMENT AUTOPAY".split(
    " ",
  ),
);
