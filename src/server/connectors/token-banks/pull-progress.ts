import { z } from "zod";
import { DAY_MS } from "../../domain/calendar.ts";
import type { Pages } from "./read-bank.ts";

/** If a pull takes longer, the accounts are requested again, since their balances are that old. */
const ACCOUNTS_AGE_MS = DAY_MS;

/** A pull that takes longer starts over. */
const MAX_AGE_MS = 30 * DAY_MS;

/** The maximum number of characters that a pull keeps; a list with more never ends. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** The connector's state: the pages that a pull has read before the bank put it off. */
const State = z.strictObject({
  /** The digest of the credentials by which they were read. */
  login: z.string(),
  begunAt: z.number(),
  pages: z.record(
    z.string(),
    z.strictObject({
      readAt: z.number(),
      of: z.enum(["accounts", "transactions"]),
      entries: z.array(z.unknown()),
      next: z.string().nullable(),
    }),
  ),
});
type State = z.infer<typeof State>;

/** The pages of a pull that is read over several, and its state to store. */
export type PullProgress = Pages & {
  /** Whether pages were added since it was opened. */
  hasGrown(): boolean;
  /** The state with all pages; null if it is too large. */
  state(): string | null;
};

/** The state of a connector that keeps no page. */
export const NO_PROGRESS = "{}";

/** Opens the pages that are kept for the same credentials, and are young enough. */
export const openProgress = (
  connectorState: string | null,
  { login, now }: { login: string; now: number },
): PullProgress => {
  const stored = State.safeParse(JSON.parse(connectorState ?? NO_PROGRESS));
  const isUsable =
    stored.success && stored.data.login === login && now - stored.data.begunAt < MAX_AGE_MS;
  const { begunAt, pages }: State = isUsable ? stored.data : { login, begunAt: now, pages: {} };
  const byUrl = new Map(
    Object.entries(pages).filter(
      ([, page]) => page.of === "transactions" || now - page.readAt < ACCOUNTS_AGE_MS,
    ),
  );
  let isGrown = false;
  return {
    get: (url) => byUrl.get(url),
    set: (url, page) => {
      isGrown = true;
      byUrl.set(url, { ...page, readAt: now });
    },
    hasGrown: () => isGrown,
    state: () => {
      const state = JSON.stringify({ login, begunAt, pages: Object.fromEntries(byUrl) });
      return state.length > MAX_CHARACTERS ? null : state;
    },
  };
};
