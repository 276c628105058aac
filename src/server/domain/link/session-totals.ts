import { HOUR_MS } from "../calendar.ts";
import { createTally } from "../tally.ts";
import type { LinkSession } from "./link-session.ts";
import type { SessionStep } from "./session-step.ts";
import type { SessionStore } from "./session-store.ts";

/** The outcomes of a Link session: connected, exited by its user, or still open. */
export type SessionOutcome = "connected" | "exited" | "open";

/** Link sessions that began in an hour, counted from 1970 in UTC, by outcome. */
type SessionTotal = { hour: number; outcome: SessionOutcome; count: number };

/** The change of a client's totals: a session that connects is one open session less. */
type SessionTotalChange = SessionTotal & { clientId: string };

/** The port for the number of Link sessions, which are counted whether or not they are logged. */
export type SessionTotalStore = {
  add(changes: readonly SessionTotalChange[]): Promise<void>;
  /** The totals from an hour on, summed up over each `hours` hours, of one client or of all. */
  since(hour: number, hours: 1 | 24, clientId: string | null): Promise<SessionTotal[]>;
  /** Deletes the totals of the hours before `hour`. */
  purge(hour: number): Promise<void>;
};

/** Counts the changes of Link sessions in memory. */
export type SessionCounter = {
  /** Counts a session that goes from one step to the next; from null if it starts. */
  count(
    session: Pick<LinkSession, "clientId" | "createdAt">,
    from: SessionStep | null,
    to: SessionStep,
  ): void;
  /** Returns and resets the changes. */
  drain(): SessionTotalChange[];
};

/** Creates a counter that starts at nothing. */
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

/** Wraps the store of sessions so that each change of one is counted. */
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
