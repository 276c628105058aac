import type { FastifyBaseLogger } from "fastify";

/** The minimum interval between two logs of a kind of failure, in ms. */
const PERIOD_MS = 60_000;

/** The maximum number of counted kinds. Failures of further kinds are logged one by one. */
const MAX_KINDS = 100;

/** A log of failures. A broken disk or database may cause hundreds of failures at once. */
export type FailureLog = {
  error(fields: { err: unknown } & Record<string, unknown>, message: string): void;
};

type Options = {
  log: Pick<FastifyBaseLogger, "error">;
  /** Returns the reason if the cause is outside of this process, otherwise null. */
  reasonOf: (failure: unknown) => string | null;
  /** Calls back after `ms`. */
  after: (call: () => void, ms: number) => void;
};

/**
 * Logs the first failure of a kind at once, with its stack. Further failures of the kind are logged
 * as a count once a minute, until a minute has none. A kind is a message with a reason. A failure
 * without a reason is always logged.
 */
export const createFailureLog = ({ log, reasonOf, after }: Options): FailureLog => {
  const counts = new Map<string, number>();

  const countFrom = (kind: string, reason: string, message: string): void => {
    counts.set(kind, 0);
    after(() => {
      const count = counts.get(kind) ?? 0;
      if (count === 0) return void counts.delete(kind);
      log.error({ reason, count }, message);
      countFrom(kind, reason, message);
    }, PERIOD_MS);
  };

  return {
    error: (fields, message) => {
      const reason = reasonOf(fields.err);
      if (reason === null) return log.error(fields, message);
      const kind = `${message}: ${reason}`;
      const count = counts.get(kind);
      if (count !== undefined) return void counts.set(kind, count + 1);
      log.error({ ...fields, reason }, message);
      if (counts.size < MAX_KINDS) countFrom(kind, reason, message);
    },
  };
};
