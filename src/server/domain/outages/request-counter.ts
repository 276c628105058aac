import type { ErrorCode } from "../../../protocol/errors.ts";
import { Fault } from "../fault.ts";
import type { RequestKind } from "../institutions/request-quota.ts";

/** The period of one count, in ms. */
export const COUNT_MS = 5 * 60_000;

/**
 * The outcomes of requests of a kind to an institution in the five minutes from `from` on, in ms since 1970.
 */
export type RequestCount = {
  institutionId: string;
  kind: RequestKind;
  from: number;
  succeeded: number;
  failed: number;
};

/** Counts requests to institutions in memory. */
export type RequestCounter = {
  record(institutionId: string, kind: RequestKind, failed: boolean): void;
  /** Returns and resets the counts. */
  drain(): RequestCount[];
};

/** A counter that is empty. */
export const createRequestCounter = (clock: () => number): RequestCounter => {
  let counts = new Map<string, RequestCount>();
  return {
    record: (institutionId, kind, isFailure) => {
      const from = startOfCount(clock());
      const key = `${from} ${kind} ${institutionId}`;
      const count = counts.get(key) ?? { institutionId, kind, from, succeeded: 0, failed: 0 };
      count[isFailure ? "failed" : "succeeded"] += 1;
      counts.set(key, count);
    },
    drain: () => {
      const all = [...counts.values()];
      counts = new Map();
      return all;
    },
  };
};

/** Returns the start of the period that contains a moment. */
export const startOfCount = (at: number): number => at - (at % COUNT_MS);

/** The errors that are the institution's own. Errors of its users are not outages. */
const OUTAGE_CODES: readonly ErrorCode[] = [
  "INSTITUTION_DOWN",
  "INSTITUTION_NOT_RESPONDING",
  "INSTITUTION_NOT_AVAILABLE",
  "UNSUPPORTED_RESPONSE",
];

/** Whether the institution failed; `INTERNAL_SERVER_ERROR` and the like are ours. */
export const isOutage = (failure: unknown): boolean =>
  failure instanceof Fault && OUTAGE_CODES.includes(failure.code);

/** Returns whether the institution responded or failed, and not this server. */
export const isAnswered = (failure: unknown): boolean =>
  failure instanceof Fault && failure.code !== "INTERNAL_SERVER_ERROR";
