import { dayOf } from "../../calendar.ts";
import { groupBy } from "../../group-by.ts";
import { agreementOf, areNumberedApart, type Matchable, type Party, partyOf } from "./party.ts";

/** A stored transaction and the one under another id that it became; the score is of 100. */
export type Match = { before: string; after: string; score: number; reasons: string[] };

/** How a pair fits; the reasons are for people to read. */
type Fit = Pick<Match, "score" | "reasons">;

/**
 * The pairs that are the same, and those that may be: people decide them. Each transaction that came has its likeliest
 * ones first.
 */
export type Comparison = { matches: Match[]; possible: Match[] };

/** A pending transaction may be booked a day before it was seen, by the dates of two time zones. */
const MAX_DAYS_EARLIER = 1;
/** The most days from a purchase to its booking, with a weekend and holidays between. */
const MAX_DAYS_LATER = 8;
/** The most of a bill that is added as a tip. */
const MAX_TIP = 0.4;
/** The score from which a pair is the same, if neither has another candidate. */
const MIN_SCORE = 60;
/** How many candidates of a transaction people are asked about. */
const MAX_POSSIBLE = 10;

/**
 * Matches stored transactions that an institution no longer lists with those that it lists under new ids. A pair is
 * matched if it is the only candidate of both, and its score is high: amount, days, and the other party's name. Anything
 * else stays apart, since a false match loses a transaction, while a missed one is only told as removed and added.
 */
export const matchTransactions = (
  gone: readonly Matchable[],
  come: readonly Matchable[],
  noise: ReadonlySet<string>,
): Comparison => {
  if (gone.length === 0 || come.length === 0) return { matches: [], possible: [] };
  const withParty = (transaction: Matchable): Candidate => ({
    ...transaction,
    party: partyOf(transaction, noise),
    day: dayOf(transaction.date),
    madeOn: transaction.authorized_date ? dayOf(transaction.authorized_date) : null,
  });
  const before = gone.map(withParty);
  const after = new Map<string, Candidate[]>();
  for (const candidate of come.map(withParty)) {
    const list = after.get(groupOf(candidate));
    if (list) list.push(candidate);
    else after.set(groupOf(candidate), [candidate]);
  }
  for (const list of after.values()) list.sort((a, b) => a.day - b.day);
  const pairs = before.flatMap((left) =>
    windowOf(after.get(groupOf(left)) ?? [], left.day).flatMap((right) => {
      const fit = fitOf(left, right, before);
      return fit ? [{ left, right, ...fit }] : [];
    }),
  );
  const lefts = count(pairs.map(({ left }) => left));
  const rights = count(pairs.map(({ right }) => right));
  const isSame = ({ left, right, evidence, score }: (typeof pairs)[number]): boolean =>
    evidence === "some" && score >= MIN_SCORE && lefts.get(left) === 1 && rights.get(right) === 1;
  const toMatch = ({ left, right, score, reasons }: (typeof pairs)[number]): Match => ({
    before: left.transaction_id,
    after: right.transaction_id,
    score,
    reasons,
  });
  return {
    matches: pairs.filter(isSame).map(toMatch),
    possible: likeliest(
      pairs.filter((pair) => pair.evidence !== "against" && !isSame(pair)).map(toMatch),
    ),
  };
};

/** The likeliest pairs of each transaction that came, best first. */
function likeliest(pairs: readonly Match[]): Match[] {
  return [...groupBy(pairs, ({ after }) => after).values()].flatMap((group) =>
    group
      .toSorted((a, b) => b.score - a.score || (a.before < b.before ? -1 : 1))
      .slice(0, MAX_POSSIBLE),
  );
}

/** Whether a transaction has the amount of two others together, one of which is `part`. */
const isSum = (whole: Candidate, part: Candidate, all: readonly Candidate[]): boolean =>
  all.some(
    (other) =>
      other !== part &&
      groupOf(other) === groupOf(part) &&
      Math.abs(other.amount + part.amount - whole.amount) < 0.005,
  );

type Candidate = Matchable & { party: Party; day: number; madeOn: number | null };

/** Only transactions of the same account, currency and direction are compared. */
const groupOf = (transaction: Matchable): string =>
  JSON.stringify([
    transaction.account_id,
    transaction.iso_currency_code ?? transaction.unofficial_currency_code,
    transaction.amount < 0,
  ]);

/** The transactions, sorted by day, around a day. */
function windowOf(sorted: readonly Candidate[], day: number): Candidate[] {
  const first = sorted.findIndex((each) => each.day >= day - MAX_DAYS_EARLIER);
  if (first === -1) return [];
  const end = sorted.findIndex((each) => each.day > day + MAX_DAYS_LATER);
  return sorted.slice(first, end === -1 ? sorted.length : end);
}

function count(candidates: readonly Candidate[]): Map<Candidate, number> {
  const counts = new Map<Candidate, number>();
  for (const candidate of candidates) counts.set(candidate, (counts.get(candidate) ?? 0) + 1);
  return counts;
}

/**
 * The evidence that two candidates are the same: `some`; `none`, if nothing but amount and day speaks for it; or facts
 * `against` it, so that each is only the other's rival for a third one.
 */
type Evidence = "some" | "none" | "against";

/** Returns how well two transactions fit; null if they cannot be the same. */
function fitOf(
  left: Candidate,
  right: Candidate,
  before: readonly Candidate[],
): (Fit & { evidence: Evidence }) | null {
  // Nothing that was booked becomes pending again.
  if (!left.pending && right.pending) return null;
  const days = right.day - left.day;
  // Only a booking changes the date.
  if (left.pending === right.pending && days !== 0) return null;
  const names = agreementOf(left.party, right.party);
  const amount = amountFit(left, right);
  if (!names || !amount) return null;
  const isRivalAlone = areToldApart(left, right) || isSum(right, left, before);
  return {
    evidence: isRivalAlone ? "against" : names.score === 0 ? "none" : "some",
    score: amount.score + names.score + 24 - 1.5 * Math.abs(days),
    reasons: [...amount.reasons, names.reason, dayReason(days)],
  };
}

const dayReason = (days: number): string => {
  if (days === 0) return "the same day";
  if (days === -1) return "a day earlier";
  return days === 1 ? "a day later" : `${days} days later`;
};

/** Whether a fact says that two transactions differ. */
function areToldApart(left: Candidate, right: Candidate): boolean {
  const isMadeThen = Math.abs((right.madeOn ?? left.day) - (left.madeOn ?? left.day)) <= 1;
  return (left.pending && !isMadeThen) || areNumberedApart(left.party, right.party);
}

function amountFit(left: Candidate, right: Candidate): Fit | null {
  if (left.amount === right.amount) return { score: 40, reasons: ["the same amount"] };
  const share = right.amount / left.amount - 1;
  const isTip = left.pending && left.amount > 0 && share > 0 && share <= MAX_TIP + 0.001;
  if (!isTip) return null;
  return { score: 25, reasons: [`${Math.round(share * 100)} % more, as with a tip`] };
}
