import { createPace, eachInTurns, mapInTurns } from "../../jobs/in-turns.ts";
import {
  type Candidate,
  candidatesOf,
  indexCandidates,
  indexSums,
  type Window,
} from "./candidates.ts";
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
/** How many transactions of fitting days and amounts one is compared with: among more, all stay apart. */
const MAX_CANDIDATES = 100;
/** How many pairs of a comparison people are asked about: nobody decides more, so that none is asked then. */
const MAX_QUESTIONS = 2000;

/** A stored transaction, one that came, and how they fit. */
type Pair = { left: Candidate; right: Candidate; score: number; evidence: Evidence };

/** The rivals of a transaction that came: their number, and the likeliest ones that facts do not tell apart. */
type Rivals = { count: number; best: Pair[] };

/**
 * Matches stored transactions that an institution no longer lists with those that it lists under new ids. A pair is
 * matched if it is the only candidate of both, and its score is high: amount, days, and the other party's name. Anything
 * else stays apart, since a false match loses a transaction, while a missed one is only told as removed and added.
 *
 * The work is n log n, and yields to the event loop: a transaction with more than MAX_CANDIDATES is not compared, and
 * neither it nor any of them is matched or asked about.
 */
export const matchTransactions = async (
  gone: readonly Matchable[],
  come: readonly Matchable[],
  noise: ReadonlySet<string>,
): Promise<Comparison> => {
  if (gone.length === 0 || come.length === 0) return { matches: [], possible: [] };
  const before = await candidatesOf(gone);
  const after = await indexCandidates(await candidatesOf(come));
  const isSum = await indexSums(before);
  const partyFor = partiesBy(noise);
  const pace = createPace();
  const rivalsOf = new Map<Candidate, Rivals>();
  /** The number of pairs of each stored transaction. */
  const choices = new Map<Candidate, number>();
  for (const left of before) {
    const rights = after.find(left.group, windowsOf(left), MAX_CANDIDATES) ?? [];
    for (const right of rights) {
      const fit = fitOf({ left, right }, partyFor, isSum);
      if (!fit) continue;
      choices.set(left, (choices.get(left) ?? 0) + 1);
      const rivals = rivalsOf.get(right) ?? { count: 0, best: [] };
      rivalsOf.set(right, rivals);
      rivals.count += 1;
      if (fit.evidence !== "against") insert(rivals.best, { left, right, ...fit });
    }
    await pace(4 + rights.length);
  }
  const pairs: { same: Pair[]; open: Pair[] } = { same: [], open: [] };
  const isAlone = ({ left, evidence, score }: Pair): boolean =>
    evidence === "some" && score >= MIN_SCORE && choices.get(left) === 1;
  await eachInTurns(await after.uncrowded(), (right) => {
    const { count, best } = rivalsOf.get(right) ?? { count: 0, best: [] };
    const [only] = best;
    if (count === 1 && only && isAlone(only)) pairs.same.push(only);
    else if (count <= MAX_CANDIDATES) pairs.open.push(...best);
  });
  const toMatch = ({ left, right, score }: Pair): Match => ({
    before: left.transaction.transaction_id,
    after: right.transaction.transaction_id,
    score,
    reasons: reasonsOf(left, right, partyFor),
  });
  return {
    matches: await mapInTurns(pairs.same, toMatch),
    possible: pairs.open.length > MAX_QUESTIONS ? [] : pairs.open.map(toMatch),
  };
};

/** Puts a pair among the likeliest ones of a transaction. */
function insert(best: Pair[], pair: Pair): void {
  const at = best.findIndex((other) => isLikelier(pair, other));
  if (at === -1) best.push(pair);
  else best.splice(at, 0, pair);
  if (best.length > MAX_POSSIBLE) best.pop();
}

const isLikelier = (a: Pair, b: Pair): boolean =>
  a.score > b.score ||
  (a.score === b.score && a.left.transaction.transaction_id < b.left.transaction.transaction_id);

/** The parties of candidates, each made once it is compared. */
function partiesBy(noise: ReadonlySet<string>): (candidate: Candidate) => Party {
  const parties = new Map<Candidate, Party>();
  return (candidate) => {
    const known = parties.get(candidate);
    if (known) return known;
    const party = partyOf(candidate.transaction, noise);
    parties.set(candidate, party);
    return party;
  };
}

/** The days and amounts of transactions that a stored one may have become. */
function windowsOf({ transaction: { pending }, amount, day }: Candidate): Window[] {
  // Nothing that was booked becomes pending again, and only a booking changes the date.
  const sameDay = { firstDay: day, lastDay: day };
  const sameAmount = { least: amount, most: amount };
  if (!pending) return [{ pending: false, ...sameDay, ...sameAmount }];
  const withTip = { least: amount, most: amount > 0 ? amount * (1 + MAX_TIP + 0.002) : amount };
  const later = { firstDay: day - MAX_DAYS_EARLIER, lastDay: day + MAX_DAYS_LATER };
  return [
    { pending: true, ...sameDay, ...withTip },
    { pending: false, ...later, ...withTip },
  ];
}

/**
 * The evidence that two candidates are the same: `some`; `none`, if nothing but amount and day speaks for it; or facts
 * `against` it, so that each is only the other's rival for a third one.
 */
type Evidence = "some" | "none" | "against";

/** Returns how well two transactions of fitting days fit; null if they cannot be the same. */
function fitOf(
  { left, right }: Pick<Pair, "left" | "right">,
  partyFor: (candidate: Candidate) => Party,
  isSum: (whole: Candidate, part: Candidate) => boolean,
): Pick<Pair, "score" | "evidence"> | null {
  const names = agreementOf(partyFor(left), partyFor(right));
  const amount = amountFit(left, right);
  if (!names || !amount) return null;
  const numbered = areNumberedApart(partyFor(left), partyFor(right));
  const isRivalAlone = numbered || isMadeApart(left, right) || isSum(right, left);
  return {
    evidence: isRivalAlone ? "against" : names.score === 0 ? "none" : "some",
    score: amount.score + names.score + 24 - 1.5 * Math.abs(right.day - left.day),
  };
}

/** The reasons of a pair that fits. */
function reasonsOf(
  left: Candidate,
  right: Candidate,
  partyFor: (candidate: Candidate) => Party,
): string[] {
  const names = agreementOf(partyFor(left), partyFor(right));
  const amounts = amountFit(left, right)?.reasons ?? [];
  return [...amounts, ...(names ? [names.reason] : []), dayReason(right.day - left.day)];
}

const dayReason = (days: number): string => {
  if (days === 0) return "the same day";
  if (days === -1) return "a day earlier";
  return days === 1 ? "a day later" : `${days} days later`;
};

/** Whether a pending transaction was made on another day than a booked one. */
const isMadeApart = (left: Candidate, right: Candidate): boolean =>
  left.transaction.pending && Math.abs((right.madeOn ?? left.day) - (left.madeOn ?? left.day)) > 1;

function amountFit(left: Candidate, right: Candidate): Fit | null {
  if (left.amount === right.amount) return { score: 40, reasons: ["the same amount"] };
  const share = right.amount / left.amount - 1;
  const isTip =
    left.transaction.pending && left.amount > 0 && share > 0 && share <= MAX_TIP + 0.001;
  if (!isTip) return null;
  return { score: 25, reasons: [`${Math.round(share * 100)} % more, as with a tip`] };
}
