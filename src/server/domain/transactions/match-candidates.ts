import { type MatchReason, reasonText } from "../../../protocol/match-reason.ts";
import type { PossibleMatch, Transaction } from "../../../protocol/transaction.ts";
import { groupBy } from "../group-by.ts";

/** The user's decision on a transaction and a removed one: the same payment or not. */
export type MatchDecision = "same" | "different";

/** The facts by which a user recognizes a removed transaction. */
export type RemovedFacts = Pick<
  Transaction,
  "date" | "amount" | "iso_currency_code" | "unofficial_currency_code" | "name" | "pending"
>;

/** A transaction, and a removed transaction that may be the same payment. */
export type MatchCandidate = {
  transactionId: string;
  /** The id of the removed transaction. */
  beforeId: string;
  accountId: string;
  score: number;
  /** The reasons for the match; older versions stored texts. */
  reasons: (MatchReason | string)[];
  before: RemovedFacts;
  /** Null until the user decides. */
  decision: MatchDecision | null;
};

/** Whether a match waits for its user. */
export const isOpen = ({ decision }: MatchCandidate): boolean => decision === null;

/** Whether a booked payment was booked again on another day. */
export const isRebooked = (
  before: Pick<RemovedFacts, "pending" | "date">,
  after: Pick<RemovedFacts, "pending" | "date">,
): boolean => !before.pending && !after.pending && before.date !== after.date;

/** The likeliest open match of each transaction. */
export const likeliestByTransaction = (
  candidates: readonly MatchCandidate[],
): Map<string, MatchCandidate> =>
  new Map(
    [...groupBy(candidates.filter(isOpen), ({ transactionId }) => transactionId)].map(
      ([id, group]) => [id, group.reduce((best, each) => (isLikelier(each, best) ? each : best))],
    ),
  );

const isLikelier = (a: MatchCandidate, b: MatchCandidate): boolean =>
  a.score > b.score || (a.score === b.score && a.beforeId < b.beforeId);

/** A match as the API shows it with the transaction. */
export const toPossibleMatch = (candidate: MatchCandidate | undefined): PossibleMatch | null =>
  candidate
    ? {
        transaction_id: candidate.beforeId,
        score: candidate.score,
        reasons: candidate.reasons.map((each) => reasonText(each)),
      }
    : null;
