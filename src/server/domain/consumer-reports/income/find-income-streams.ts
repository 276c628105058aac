import type { IncomeKind } from "../../../../protocol/reports/income-source.ts";
import { toDay } from "../../calendar.ts";
import type { Period } from "../../connectors/bank-transaction.ts";
import { groupBy } from "../../group-by.ts";
import { createReversals, type Reversals } from "../../items/income-evidence.ts";
import {
  createPace,
  eachInTurns,
  filterInTurns,
  groupInTurns,
  mapInTurns,
  sortInTurns,
} from "../../jobs/in-turns.ts";
import { medianOf, type PayCycle, payCycleOf } from "../../transactions/recurring/pay-cycle.ts";
import type { LinkedAccount } from "../linked-item.ts";
import { type Evidence, toEvidence } from "./income-evidence.ts";
import {
  type Inflow,
  mergeByPrefix,
  type PayerReader,
  payerReader,
  READ_AT_ONCE,
  splitWords,
  toCurrency,
  toInflow,
} from "./inflow.ts";
import {
  inflowsWithCounterpart,
  isFromOwner,
  mentionsTransfer,
  type Outflow,
} from "./own-transfers.ts";
import { ownerNames, personFinder } from "./persons.ts";

/** One payer's payments of one kind, oldest first. */
export type IncomeStream = {
  /** The key of payer, kind, currency and payee. */
  key: string;
  payer: { name: string; isNormalized: boolean };
  category: IncomeKind;
  currency: string;
  payments: (Inflow & { isBonus: boolean })[];
  cycle: PayCycle;
  /** Whether the payments have evidence of income, beyond their regularity. */
  isEvident: boolean;
};

/**
 * The maximum share of a payer's payments that may equal outflows of other own accounts by chance.
 */
const MAX_COINCIDENCE = 0.5;

/** The thresholds for payments without evidence: their number, fit to a cycle, and steadiness. */
const UNLABELLED_THRESHOLDS = { payments: 3, fit: 0.88, deviation: 0.3 };

/**
 * Finds the streams of income in the booked inflows of accounts in a period. Income is money that arrives on
 * current and savings accounts from others for work, capital or need. Transfers between own accounts,
 * refunds, loans, advances, cash, and money between persons are not income. Other requests are served in between.
 */
export const findIncomeStreams = async (
  accounts: readonly LinkedAccount[],
  period: Period,
): Promise<IncomeStream[]> => {
  const ownNames = ownerNames(accounts);
  const { inflows, outflows, payees, reversals } = await flowsIn(
    accounts,
    period,
    payerReader(ownNames),
  );
  const transfers = await inflowsWithCounterpart(
    inflows.map(({ inflow }) => inflow),
    outflows,
  );
  const candidates: Candidate[] = [];
  await eachInTurns(
    inflows,
    ({ inflow, type }) => {
      if (type !== "depository") return;
      const evidence = toEvidence(inflow.transaction, inflow.text);
      if (isCandidate(inflow, evidence, { ownNames, transfers }))
        candidates.push({ inflow, evidence });
    },
    READ_AT_ONCE,
  );
  const canonical = await mergeByPrefix(new Set(candidates.map(({ inflow }) => inflow.payer.key)));
  const personOf = personFinder(ownNames);
  const groups = await groupInTurns(
    candidates,
    ({ inflow, evidence }) =>
      JSON.stringify([
        canonical(inflow.payer.key) || bareKey(inflow),
        toKind(evidence),
        inflow.currency,
        // Each account pays its own interest.
        toKind(evidence) === "BANK_INTEREST" ? inflow.accountId : personOf(inflow),
      ]),
    READ_AT_ONCE,
  );
  const found: Found[] = [];
  const pace = createPace();
  for (const [key, group] of groups) {
    const stream = await loadStream(key, group, { transfers, payees, reversals });
    if (stream) found.push({ stream, total: sumPayments(stream.payments) });
    await pace(STEPS_OF_STREAM + group.length);
  }
  return (await sortInTurns(found, byTotal)).map(({ stream }) => stream);
};

/** The number of steps that the search for a stream's cycle counts as. */
const STEPS_OF_STREAM = 50;

/** The booked flows of accounts in a period, the keys of payees, and reversed payments. */
async function flowsIn(
  accounts: readonly LinkedAccount[],
  { from, to }: Period,
  payerOf: PayerReader,
) {
  const inflows: { inflow: Inflow; type: LinkedAccount["account"]["type"] }[] = [];
  const outflows: Outflow[] = [];
  const payees = new Set<string>();
  const reversals = createReversals();
  await eachInTurns(
    entriesOf(accounts),
    ({ transaction, type }) => {
      const { amount, date, pending } = transaction;
      if (pending || date < from || date > to) return;
      reversals.note(transaction);
      if (amount < 0) inflows.push({ inflow: toInflow(transaction, payerOf), type });
      if (amount <= 0) return;
      payees.add(payerOf(transaction).key);
      outflows.push({
        accountId: transaction.account_id,
        day: toDay(date),
        cents: Math.round(amount * 100),
        currency: toCurrency(transaction),
      });
    },
    READ_AT_ONCE,
  );
  return { inflows, outflows, payees, reversals };
}

function* entriesOf(accounts: readonly LinkedAccount[]) {
  for (const { account, transactions } of accounts)
    for (const transaction of transactions) yield { transaction, type: account.type };
}

type Candidate = { inflow: Inflow; evidence: Evidence };

/** Whether an inflow may be income by its own evidence. */
function isCandidate(
  inflow: Inflow,
  evidence: Evidence,
  {
    ownNames,
    transfers,
  }: { ownNames: readonly (readonly string[])[]; transfers: ReadonlySet<string> },
): boolean {
  if (evidence.at === "income") return true;
  if (evidence.at === "no income" || isFromOwner(inflow, ownNames)) return false;
  return !(mentionsTransfer(inflow) && (transfers.has(inflow.id) || inflow.payer.key === ""));
}

type Context = {
  transfers: ReadonlySet<string>;
  payees: ReadonlySet<string>;
  reversals: Reversals;
};

async function loadStream(
  key: string,
  group: readonly Candidate[],
  { transfers, payees, reversals }: Context,
): Promise<IncomeStream | null> {
  const booked = await sortInTurns(
    group.map(({ inflow }) => inflow),
    byDay,
  );
  const inflows = await filterInTurns(
    booked,
    (inflow) => !reversals.take({ ...inflow, name: inflow.transaction.name }),
  );
  const [first, last] = [inflows[0], inflows.at(-1)];
  const evidence = group[0]?.evidence;
  if (!first || !last || !evidence) return null;
  const category = evidence.at === "income" ? evidence.category : null;
  const payments = await bonusesIn(inflows, category);
  const regular = payments.filter(({ isBonus }) => !isBonus);
  const cycle = payCycleOf([...new Set(regular.map(({ day }) => day))]);
  const isEvident = category !== null;
  if (!isEvident) {
    const movedCount = inflows.filter(({ id }) => transfers.has(id)).length;
    if (movedCount / inflows.length >= MAX_COINCIDENCE || evidence.at === "personal") return null;
    if (payees.has(first.payer.key) || !isSteady(regular, cycle)) return null;
  }
  return {
    key,
    payer: { name: last.payer.name, isNormalized: last.payer.isNormalized },
    category: category ?? silentCategory(cycle),
    currency: first.currency,
    payments,
    cycle,
    isEvident,
  };
}

/** Without evidence, frequent regular payments are most likely wages. */
function silentCategory({ frequency }: PayCycle): IncomeKind {
  return frequency === "MONTHLY" ? "OTHER" : "SALARY";
}

/** Whether payments without evidence are regular and similar enough to be income. */
function isSteady(payments: readonly Inflow[], { fit, schedule }: PayCycle): boolean {
  const amounts = Float64Array.from(payments, ({ cents }) => cents).sort();
  const median = amounts[Math.floor(amounts.length / 2)] ?? 0;
  const deviations = amounts.map((cents) => Math.abs(cents - median)).sort();
  const deviation = (deviations[Math.floor(deviations.length / 2)] ?? 0) / Math.max(1, median);
  return (
    payments.length >= UNLABELLED_THRESHOLDS.payments &&
    schedule !== null &&
    fit >= UNLABELLED_THRESHOLDS.fit &&
    deviation <= UNLABELLED_THRESHOLDS.deviation
  );
}

/** The kind of payment that divides a payer's payments into streams. */
const toKind = (evidence: Evidence): string =>
  evidence.at === "income" ? evidence.category : evidence.at;

/** Returns the key of a payer without a name: the description's words without numbers. */
function bareKey({ transaction, accountId }: Inflow): string {
  const words = splitWords(transaction.name).filter((word) => !/\d/.test(word));
  return `${accountId} ${words.join(" ")}`;
}

const byDay = (a: Inflow, b: Inflow): number => a.day - b.day || (a.id < b.id ? -1 : 1);

const sumPayments = (payments: readonly Inflow[]): number =>
  payments.reduce((sum, { cents }) => sum + cents, 0);

type Found = { stream: IncomeStream; total: number };

/** Orders by total, the largest first. */
function byTotal(a: Found, b: Found): number {
  return b.total - a.total || (a.stream.key < b.stream.key ? -1 : 1);
}

/** The minimum number of payments to recognize a bonus by its amount. */
const MIN_PAYMENTS = 6;
/** The number of payments on each side that a payment is compared with. */
const NEIGHBOURS = 3;
/** The factor by which a bonus exceeds the usual amount; a rise in pay is smaller, or permanent. */
const EXCESS = 1.7;

const BONUS_CATEGORY = "16001002";
const BONUS =
  /\bBONUS\b|\bCOMMISSIONS?\b|\bINCENTIVE\b|\b13TH SALARY\b|\bWEIHNACHTSGELD\b|\bURLAUBSGELD\b|\b13\.? GEHALT\b|\b13E(ME)? MOIS\b|\bTREIZIEME MOIS\b|\bPAGA EXTRA\b|\bTREDICESIMA\b|\bQUATTORDICESIMA\b|\bVAKANTIEGELD\b|\bEINDEJAARS\w+|\bSUBSIDIO DE (NATAL|FERIAS)\b/;

/** Payments of a payer, oldest first, with the bonuses among the wages marked. */
const bonusesIn = async (
  inflows: readonly Inflow[],
  category: IncomeKind | null,
): Promise<(Inflow & { isBonus: boolean })[]> => {
  const areWages = category === "SALARY";
  const large = areWages ? await largeOnes(inflows) : new Set<string>();
  return mapInTurns(inflows, (inflow) => ({
    ...inflow,
    isBonus:
      areWages &&
      (inflow.transaction.category_id === BONUS_CATEGORY ||
        BONUS.test(inflow.text) ||
        large.has(inflow.id)),
  }));
};

/** The ids of payments far above their neighbours on the same account. */
async function largeOnes(inflows: readonly Inflow[]): Promise<Set<string>> {
  const large = new Set<string>();
  for (const paid of groupBy(inflows, ({ accountId }) => accountId).values()) {
    if (paid.length < MIN_PAYMENTS) continue;
    await eachInTurns(paid.entries(), ([at, { id, cents }]) => {
      const around = [
        ...paid.slice(Math.max(0, at - NEIGHBOURS), at),
        ...paid.slice(at + 1, at + 1 + NEIGHBOURS),
      ].map((inflow) => inflow.cents);
      if (cents > medianOf(around) * EXCESS) large.add(id);
    });
  }
  return large;
}
