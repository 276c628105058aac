import { z } from "zod";
import { DAY_MS } from "../../domain/calendar.ts";
import type { Pages } from "./read-bank.ts";

/** In a longer pull, the accounts are requested again, since their balances are outdated. */
const ACCOUNTS_AGE_MS = DAY_MS;

/** A pull that takes longer starts over. */
const MAX_AGE_MS = 30 * DAY_MS;

/** The maximum length of a pull's stored pages, in characters. A longer list never ends. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** The connector's state: the pages that a pull read before the bank postponed it. */
const State = z.strictObject({
  /** The digest of the credentials that read the pages. */
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

/** The pages of a pull over several jobs, and the state to store. */
export type PullProgress = Pages & {
  /** Whether pages were added since the progress was opened. */
  hasGrown(): boolean;
  /** The state with all pages; null if the state is too large. */
  state(): string | null;
};

/** The state without any page. */
export const NO_PROGRESS = "{}";

/** Opens the stored pages if they have the same credentials and are recent. */
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
