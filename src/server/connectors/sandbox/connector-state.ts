import { z } from "zod";
import { currencyFrom, dayIn, lineFrom } from "../../domain/bank-values.ts";
import { textOfKind } from "../data-api/values.ts";

/** A transaction that a developer added by hand to an account of the sandbox. */
const ManualEntry = z.strictObject({
  accountKey: z.string(),
  dateTransacted: textOfKind(dayIn),
  datePosted: textOfKind(dayIn),
  amount: z.number(),
  description: textOfKind(lineFrom),
  currency: textOfKind(currencyFrom),
});

/** The changes of a user's accounts at their bank since they were linked. */
export const AccountChanges = z.strictObject({
  /** When each further account was opened, in ms since 1970. */
  opened: z.array(z.number()),
  /** The keys of accounts that were closed. */
  closed: z.array(z.string()),
});
export type AccountChanges = z.infer<typeof AccountChanges>;

/** Nothing has changed. */
export const NO_CHANGES: AccountChanges = { opened: [], closed: [] };

/** The state that the sandbox gets back with each call, since it stores nothing itself. */
export const ConnectorState = z.strictObject({
  /** When the accounts of a user with new purchases at each read were read, in ms since 1970. */
  looks: z.array(z.number()),
  written: z.array(ManualEntry),
  /** The changes of the accounts; empty in older states that did not store them. */
  changes: AccountChanges.default(NO_CHANGES),
  /** The reads of a day at a bank that limits them; the day and the minute of the last one count from 1970. */
  reads: z.strictObject({ day: z.int(), count: z.int(), minute: z.int() }).optional(),
});
export type ConnectorState = z.infer<typeof ConnectorState>;

/** How many looks the state keeps; transactions of older ones were pulled long ago. */
const MAX_LOOKS = 1000;

/** Parses the stored state; an empty one for null. */
export const parseConnectorState = (text: string | null): ConnectorState =>
  text === null
    ? { looks: [], written: [], changes: NO_CHANGES }
    : ConnectorState.parse(JSON.parse(text));

/** The state with one more look. */
export const withLook = (connectorState: ConnectorState, now: number): ConnectorState => ({
  ...connectorState,
  looks: [...connectorState.looks, now].slice(-MAX_LOOKS),
});
