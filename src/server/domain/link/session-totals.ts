import { HOUR_MS } from "../calendar.ts";
import { createTally } from "../tally.ts";
import type { LinkSession } from "./link-session.ts";
import type { SessionStep } from "./session-step.ts";
import type { SessionStore } from "./session-store.ts";

/** The outcomes of a Link session: connected, exited by its user, or still open. */
export type SessionOutcome = "connected" | "exited" | "open";

/** The number of Link sessions that began in an hour since 1970 (UTC), by outcome. */
type SessionTotal = { hour: number; outcome: SessionOutcome; count: number };

/** A change of a client's totals. A session that connects reduces the open sessions by one. */
type SessionTotalChange = SessionTotal & { clientId: string };

/** The port for the number of Link sessions, whether logged or not. */
export type SessionTotalStore = {
  add(changes: readonly SessionTotalChange[]): Promise<void>;
  /** The totals since an hour, grouped by `hours` hours, for one client or all. */
  since(hour: number, hours: 1 | 24, clientId: string | null): Promise<SessionTotal[]>;
  /** Deletes the totals before `hour`. */
  purge(hour: number): Promise<void>;
};

/** Counts the changes of Link sessions in memory. */
export type SessionCounter = {
  /** Counts a session's step from one to the next; from null at the start. */
  count(
    session: Pick<LinkSession, "clientId" | "createdAt">,
    from: SessionStep | null,
    to: SessionStep,
  ): void;
  /** Returns and resets the changes. */
  drain(): SessionTotalChange[];
};

export const createSessionCounter = (): SessionCounter => {
  const { add, drain } = createTally<Omit<SessionTotalChange, "count">>();
  return {
    count: ({ clientId, createdAt }, from, to) => {
      const [before, after] = [from && outcomeOf(from), outcomeOf(to)];
      if (before === after) return;
      const hour = Math.floor(createdAt / HOUR_MS);
      if (before) add({ clientId, hour, outcome: before }, -1);
      add({ clientId, hour, outcome: after });
    },
    drain,
  };
};

const outcomeOf = ({ at }: SessionStep): SessionOutcome =>
  at === "connected" || at === "exited" ? at : "open";

/** Wraps the session store to count each session's changes. */
export const countSessions = (sessions: SessionStore, counter: SessionCounter): SessionStore => ({
  ...sessions,
  start: async (session, jobs) => {
    const isStarted = await sessions.start(session, jobs);
    if (isStarted) counter.count(session, null, session.step);
    return isStarted;
  },
  advance: async (session, move) => {
    const isAdvanced = await sessions.advance(session, move);
    if (isAdvanced) counter.count(session, session.step, move.step);
    return isAdvanced;
  },
  reopen: async (session, replacement, additions) => {
    const isReopened = await sessions.reopen(session, replacement, additions);
    const isAnother = replacement.linkSessionId !== session.linkSessionId;
    if (isReopened) counter.count(replacement, isAnother ? null : session.step, replacement.step);
    return isReopened;
  },
});
