import { z } from "zod";

/** What was written by hand into an account of the sandbox. */
const Written = z.strictObject({
  accountKey: z.string(),
  dateTransacted: z.string(),
  datePosted: z.string(),
  amount: z.number(),
  description: z.string(),
  currency: z.string(),
});

/** What the sandbox asks to be handed back, since it stores nothing itself. */
export const ConnectorState = z.strictObject({
  /** When somebody looked whose transactions come with each look, in ms since 1970. */
  looks: z.array(z.number()),
  written: z.array(Written),
});
export type ConnectorState = z.infer<typeof ConnectorState>;

/** No more than these are remembered; what is older is long read. */
const MOST_LOOKS = 1000;

/** The state that a text holds; an empty one where there is none. */
export const readMemory = (text: string | null): ConnectorState =>
  text === null ? { looks: [], written: [] } : ConnectorState.parse(JSON.parse(text));

/** The state with one more look. */
export const afterLook = (connectorState: ConnectorState, now: number): ConnectorState => ({
  ...connectorState,
  looks: [...connectorState.looks, now].slice(-MOST_LOOKS),
});
