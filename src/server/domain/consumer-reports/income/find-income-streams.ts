import type { IncomeKind } from "../../../../protocol/reports/income-source.ts";
import type { Transaction } from "../../../../protocol/transaction.ts";
import { dayOf } from "../../calendar.ts";
import type { Period } from "../../connectors/bank-transaction.ts";
import { groupBy } from "../../group-by.ts";
import { medianOf, type PayCycle, payCycleOf } from "../../transactions/recurring/pay-cycle.ts";
import type { LinkedAccount } from "../linked-item.ts";
import { type Evidence, evidenceOf } from "./income-evidence.ts";
import { currencyOf, type Inflow, mergeByPrefix, payerName, splitWords, textOf } from "./inflow.ts";
import { inflowsWithCounterpart, isFromOwner, mentionsTransfer } from "./own-transfers.ts";
import { ownerNames, personFinder } from "./persons.ts";

/** One payer's payments of one kind, oldest first. */
export type IncomeStream = {
  /** The key; equal if payer, kind, currency and payee are equal. */
  key: string;
  payer: { name: string; isNormalized: boolean };
  category: IncomeKind;
  currency: string;
  payments: (Inflow & { isBonus: boolean })[];
  cycle: PayCycle;
  /** Whether the payments have evidence of income, or only their regularity suggests it. */
  isEvident: boolean;
};

/** The share of a payer's payments that may equal outflows of other own accounts by chance. */
const MAX_COINCIDENCE = 0.5;

/** The thresholds at which payments without evidence count as income: their number, fit and steadiness. */
const UNLABELLED_THRESHOLDS = { payments: 3, fit: 0.88, deviation: 0.3 };

/**
 * Finds the streams of income in the booked inflows of accounts in a period. Income is money that arrives on
 * current and savings accounts from others for work, capital or need. Transfers between own accounts,
 * refunds, loans, advances, cash, and money between persons are not income.
 */
export const findIncomeStreams = (
  accounts: readonly LinkedAccount[],
  { from, to }: Period,
): IncomeStream[] => {
  const ownNames = ownerNames(accounts);
  const payerOf = payerReader(ownNames);
  const entries = accounts.flatMap(({ account, transactions }) =>
    transactions
      .filter(({ pending, date }) => !pending && from <= date && date <= to)
      .map((transaction) => ({ transaction, type: account.type })),
  );
  const inflowEntries = entries.filter(({ transaction }) => transaction.amount < 0);
  const inflows = inflowEntries.map((inflow) => ({
    ...inflow,
    inflow: toInflow(inflow.transaction, payerOf),
  }));
  const outflows = entries.filter(({ transaction }) => transaction.amount > 0);
  const transfers = inflowsWithCounterpart(
    inflows.map(({ inflow }) => inflow),
    outflows.map(({ transaction }) => ({
      accountId: transaction.account_id,
      day: dayOf(transaction.date),
      cents: Math.round(transaction.amount * 100),
      currency: currencyOf(transaction),
    })),
  );
  const candidates = inflows
    .filter(({ type }) => type === "depository")
    .map(({ inflow }) => ({ inflow, evidence: evidenceOf(inflow.transaction, inflow.text) }))
    .filter(({ evidence, inflow }) => {
      if (evidence.at === "income") return true;
      if (evidence.at === "no income" || isFromOwner(inflow, ownNames)) return false;
      return !(mentionsTransfer(inflow) && (transfers.has(inflow.id) || inflow.payer.key === ""));
    });
  const payees = new Set(outflows.map(({ transaction }) => payerOf(transaction).key));
  const canonical = mergeByPrefix(candidates.map(({ inflow }) => inflow.payer.key));
  const personOf = personFinder(ownNames);
  const groups = groupBy(candidates, ({ inflow, evidence }) =>
    JSON.stringify([
      canonical(inflow.payer.key) || bareKey(inflow),
      kindOf(evidence),
      inflow.currency,
      // Each account bears its own interest.
      kindOf(evidence) === "BANK_INTEREST" ? inflow.accountId : personOf(inflow),
    ]),
  );
  return [...groups]
    .flatMap(([key, group]) => streamOf(key, group, { transfers, payees }))
    .toSorted(byTotal);
};

type Candidate = { inflow: Inflow; evidence: Evidence };

function streamOf(
  key: string,
  group: readonly Candidate[],
  { transfers, payees }: { transfers: ReadonlySet<string>; payees: ReadonlySet<string> },
): IncomeStream[] {
  const inflows = group.map(({ inflow }) => inflow).toSorted(byDay);
  const [first, last] = [inflows[0], inflows.at(-1)];
  const evidence = group[0]?.evidence;
  if (!first || !last || !evidence) return [];
  const category = evidence.at === "income" ? evidence.category : null;
  const payments = bonusesIn(inflows, category);
  const regular = payments.filter(({ isBonus }) => !isBonus);
  const cycle = payCycleOf([...new Set(regular.map(({ day }) => day))]);
  const isEvident = category !== null;
  if (!isEvident) {
    const movedCount = inflows.filter(({ id }) => transfers.has(id)).length;
    if (movedCount / inflows.length >= MAX_COINCIDENCE || evidence.at === "personal") return [];
    if (payees.has(first.payer.key) || !isSteady(regular, cycle)) return [];
  }
  return [
    {
      key,
      payer: { name: last.payer.name, isNormalized: last.payer.isNormalized },
      category: category ?? silentCategory(cycle),
      currency: first.currency,
      payments,
      cycle,
      isEvident,
    },
  ];
}

/** Wages are paid more often than most else. */
function silentCategory({ frequency }: PayCycle): IncomeKind {
  return frequency === "MONTHLY" ? "OTHER" : "SALARY";
}

/**
 * Returns whether payments without evidence are regular enough, and of about the same amount, to be income.
 */
function isSteady(payments: readonly Inflow[], { fit, schedule }: PayCycle): boolean {
  const amounts = payments.map(({ cents }) => cents).toSorted((a, b) => a - b);
  const median = amounts[Math.floor(amounts.length / 2)] ?? 0;
  const deviations = amounts.map((cents) => Math.abs(cents - median)).toSorted((a, b) => a - b);
  const deviation = (deviations[Math.floor(deviations.length / 2)] ?? 0) / Math.max(1, median);
  return (
    payments.length >= UNLABELLED_THRESHOLDS.payments &&
    schedule !== null &&
    fit >= UNLABELLED_THRESHOLDS.fit &&
    deviation <= UNLABELLED_THRESHOLDS.deviation
  );
}

/** The kind of payment that divides a payer's payments into streams. */
const kindOf = (evidence: Evidence): string =>
  evidence.at === "income" ? evidence.category : evidence.at;

/** Returns the key of a payer that no description names: its words without numbers. */
function bareKey({ transaction, accountId }: Inflow): string {
  const words = splitWords(transaction.name).filter((word) => !/\d/.test(word));
  return `${accountId} ${words.join(" ")}`;
}

/** Reads the payers of transactions; the same description is read once. */
function payerReader(ownNames: readonly (readonly string[])[]) {
  const payers = new Map<string, Inflow["payer"]>();
  return (transaction: Transaction): Inflow["payer"] => {
    const { name, merchant_name, original_description, payment_meta } = transaction;
    const source = [payment_meta.payer, merchant_name, name, original_description].join("\n");
    const payer = payers.get(source) ?? payerName(transaction, ownNames);
    payers.set(source, payer);
    return payer;
  };
}

function toInflow(
  transaction: Transaction,
  payerOf: (transaction: Transaction) => Inflow["payer"],
): Inflow {
  return {
    transaction,
    id: transaction.transaction_id,
    accountId: transaction.account_id,
    day: dayOf(transaction.date),
    cents: -Math.round(transaction.amount * 100),
    currency: currencyOf(transaction),
    text: textOf(transaction),
    payer: payerOf(transaction),
  };
}

const byDay = (a: Inflow, b: Inflow): number => a.day - b.day || (a.id < b.id ? -1 : 1);

const totalOf = ({ payments }: IncomeStream): number =>
  payments.reduce((sum, { cents }) => sum + cents, 0);

/** The largest first. */
function byTotal(a: IncomeStream, b: IncomeStream): number {
  return totalOf(b) - totalOf(a) || (a.key < b.key ? -1 : 1);
}

/** The minimum number of payments to recognize a bonus by its amount. */
const MIN_PAYMENTS = 6;
/** The number of payments before and after one that it is compared with. */
const NEIGHBOURS = 3;
/** The factor by which a bonus exceeds the usual amount; a rise in pay is less, or stays. */
const EXCESS = 1.7;

const BONUS_CATEGORY = "16001002";
const BONUS = /\bBONUS\b|\bCOMMISSIONS?\b|\bINCENTIVE\b|\b13TH SALARY\b/;

/** Payments of one payer, oldest first, with the bonuses among their wages marked. */
const bonusesIn = (
  inflows: readonly Inflow[],
  category: IncomeKind | null,
): (Inflow & { isBonus: boolean })[] => {
  const large =
    category === "SALARY"
      ? new Set([...groupBy(inflows, ({ accountId }) => accountId).values()].flatMap(largeOnes))
      : new Set<string>();
  return inflows.map((inflow) => ({
    ...inflow,
    isBonus:
      category === "SALARY" &&
      (inflow.transaction.category_id === BONUS_CATEGORY ||
        BONUS.test(inflow.text) ||
        large.has(inflow.id)),
  }));
};

/** The ids of the payments far above those around them. */
function largeOnes(inflows: readonly Inflow[]): string[] {
  if (inflows.length < MIN_PAYMENTS) return [];
  return inflows.flatMap(({ id, cents }, at) => {
    const around = [
      ...inflows.slice(Math.max(0, at - NEIGHBOURS), at),
      ...inflows.slice(at + 1, at + 1 + NEIGHBOURS),
    ].map((inflow) => inflow.cents);
    return cents > medianOf(around) * EXCESS ? [id] : [];
  });
}
