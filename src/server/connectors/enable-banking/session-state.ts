import { z } from "zod";
import { DAY_MS } from "../../domain/calendar.ts";
import type { InstitutionLogin } from "../../domain/connectors/bank-transaction.ts";
import type { ListedRows } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { confirmMissing } from "../../domain/transactions/missing-rows.ts";

/** An account of a consent: our key, and the facts that identify it in the next consent. */
const KnownAccount = z.object({
  key: z.string(),
  /** The aggregator's id of the account within the session; null if it cannot be requested. */
  uid: z.string().nullable(),
  hash: z.string().nullable(),
  hashes: z.array(z.string()),
  iban: z.string().nullable(),
  currency: z.string().nullable(),
  isCard: z.boolean(),
  limit: z.number().nullable(),
  /** The days of history that the bank gives; null if never refused. */
  days: z.number().nullable().default(null),
  /** The first day of an unread period, where the next read begins; null for none. */
  owed: z.string().nullable().default(null),
  /** Whether pending transactions have a separate list; `empty` if it has had none so far. */
  pending: z.enum(["unknown", "empty", "apart", "none"]).default("unknown"),
  /** The days on which rows without a day were first listed, by key. */
  undated: z.record(z.string(), z.string()).default({}),
});
export type KnownAccount = z.infer<typeof KnownAccount>;

/** The connector's state of an Item. */
export const State = z.object({
  aggregatorId: z.string(),
  sessionId: z.string(),
  /** The kind of person that signed in. */
  psuType: z.enum(["personal", "business"]),
  /** The end of the consent, in ms since 1970; null if unknown. */
  validUntil: z.number().nullable(),
  accounts: z.array(KnownAccount),
  /** Until when the bank takes no request without the person, in ms since 1970. */
  pausedUntil: z.number().nullable().default(null),
  /** The time since which lists have lacked a transaction, by our id, in ms since 1970. */
  missing: z.record(z.string(), z.number()).default({}),
});
export type State = z.infer<typeof State>;

/** The state of a login; ITEM_LOGIN_REQUIRED without one. */
export const parseState = ({ connectorState }: Pick<InstitutionLogin, "connectorState">): State => {
  if (connectorState === null) throw new Fault("ITEM_LOGIN_REQUIRED");
  return State.parse(JSON.parse(connectorState));
};

/** Stores changes of a state, merged with another process's changes for the same consent. */
export const changeState = async (
  login: InstitutionLogin,
  change: (state: State) => State,
): Promise<void> => {
  const { sessionId } = parseState(login);
  for (let now = await login.latest(); ; ) {
    const state = parseState(now);
    const next = change(state);
    if (state.sessionId !== sessionId || JSON.stringify(next) === JSON.stringify(state)) return;
    const renewal = await now.replaceState(JSON.stringify(next));
    if (renewal.isStored) return;
    now = renewal.login;
  }
};

/** The maximum time between a pending payment's removal and its booking. */
const PENDING_MS = 10 * DAY_MS;

/**
 * Confirms that transactions are gone: a pending one if it was not booked within the time that
 * banks take.
 */
export const confirmGone = async (
  login: InstitutionLogin,
  rows: ListedRows,
  now: number,
): Promise<ReadonlySet<string>> => {
  let confirmed: ReadonlySet<string> = new Set();
  await changeState(login, (state) => {
    const result = confirmMissing(state.missing, { ...rows, now, pendingMs: PENDING_MS });
    confirmed = result.confirmed;
    return { ...state, missing: result.missing };
  });
  return confirmed;
};
