import { z } from "zod";
import { currencyFrom, dayIn, lineFrom } from "../../domain/bank-values.ts";
import { textOfKind } from "../data-api/values.ts";

/** A transaction that a developer added to a sandbox account. */
const ManualEntry = z.strictObject({
  accountKey: z.string(),
  dateTransacted: textOfKind(dayIn),
  datePosted: textOfKind(dayIn),
  amount: z.number(),
  description: textOfKind(lineFrom),
  currency: textOfKind(currencyFrom),
});

/** The changes of a user's accounts at their bank since linking. */
export const AccountChanges = z.strictObject({
  /** When each further account was opened, in ms since 1970. */
  opened: z.array(z.number()),
  /** The keys of accounts that were closed. */
  closed: z.array(z.string()),
});
export type AccountChanges = z.infer<typeof AccountChanges>;

/** Nothing has changed. */
export const NO_CHANGES: AccountChanges = { opened: [], closed: [] };

/** The state that the sandbox receives with each call, since it stores nothing itself. */
export const ConnectorState = z.strictObject({
  /** The times at which accounts with new purchases per read were read, in ms since 1970. */
  looks: z.array(z.number()),
  written: z.array(ManualEntry),
  /** The changes of the accounts; empty in older states without them. */
  changes: AccountChanges.default(NO_CHANGES),
  /**
   * The reads of a day at a bank that limits them. The day and minute of the last read count from
   * 1970.
   */
  reads: z.strictObject({ day: z.int(), count: z.int(), minute: z.int() }).optional(),
});
export type ConnectorState = z.infer<typeof ConnectorState>;

/** The maximum number of stored looks; older ones' transactions were pulled long ago. */
const MAX_LOOKS = 1000;

/** Parses the stored state; null means an empty state. */
export const parseConnectorState = (text: string | null): ConnectorState =>
  text === null
    ? { looks: [], written: [], changes: NO_CHANGES }
    : ConnectorState.parse(JSON.parse(text));

/** Returns the state with one more look. */
export const withLook = (connectorState: ConnectorState, now: number): ConnectorState => ({
  ...connectorState,
  looks: [...connectorState.looks, now].slice(-MAX_LOOKS),
});
