import type { FastifyBaseLogger } from "fastify";
import { LOAD_EVENTS, type Load, type LoadEvent } from "../../domain/load.ts";

/** The minimum interval between two log lines on load, in ms. */
const PERIOD_MS = 60_000;

/** Counts refused load, and logs it at most once a minute. */
export type LoadReport = {
  count(event: LoadEvent): void;
  /** The totals since the start. */
  totals(): Load["totals"];
};

type Options = {
  log: Pick<FastifyBaseLogger, "warn">;
  /** Calls back after `ms`. */
  after: (call: () => void, ms: number) => void;
};

/** Logs the first event at once, and then a count per minute, until a minute without events. */
export const createLoadReport = ({ log, after }: Options): LoadReport => {
  const totals = zeros();
  let recent = zeros();
  let isRunning = false;

  const write = (): void => {
    log.warn(recent, "the load is more than this process takes");
    recent = zeros();
    after(() => {
      if (LOAD_EVENTS.some((event) => recent[event] > 0)) write();
      else isRunning = false;
    }, PERIOD_MS);
  };

  return {
    count: (event) => {
      totals[event] += 1;
      recent[event] += 1;
      if (isRunning) return;
      isRunning = true;
      write();
    },
    totals: () => totals,
  };
};

const zeros = (): Record<LoadEvent, number> => ({
  idle_closed: 0,
  turned_away: 0,
  no_place: 0,
  overload: 0,
});
