import { type MatchReason, reasonText } from "../../../protocol/match-reason.ts";
import type { PossibleMatch, Transaction } from "../../../protocol/transaction.ts";
import { groupBy } from "../group-by.ts";

/** The user's decision on a transaction and the removed one that it may be. */
export type MatchDecision = "same" | "different";

/** The facts by which people know a transaction that is no longer there. */
export type RemovedFacts = Pick<
  Transaction,
  "date" | "amount" | "iso_currency_code" | "unofficial_currency_code" | "name" | "pending"
>;

/** A transaction, and a removed one that it may be. */
export type MatchCandidate = {
  transactionId: string;
  /** The removed one. */
  beforeId: string;
  accountId: string;
  score: number;
  /** The reasons that older versions stored are texts. */
  reasons: (MatchReason | string)[];
  before: RemovedFacts;
  /** Null as long as the user has not decided. */
  decision: MatchDecision | null;
};

/** Whether a pair waits for its user. */
export const isOpen = ({ decision }: MatchCandidate): boolean => decision === null;

/** Whether a booked payment was booked again on another day. */
export const isRebooked = (
  before: Pick<RemovedFacts, "pending" | "date">,
  after: Pick<RemovedFacts, "pending" | "date">,
): boolean => !before.pending && !after.pending && before.date !== after.date;

/** The likeliest of the open pairs of each transaction. */
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

/** A pair as the transaction shows it. */
export const toPossibleMatch = (candidate: MatchCandidate | undefined): PossibleMatch | null =>
  candidate
    ? {
        transaction_id: candidate.beforeId,
        score: candidate.score,
        reasons: candidate.reasons.map((each) => reasonText(each)),
      }
    : null;
