import { DAY_MS } from "../calendar.ts";
import type { SessionStep } from "../link/session-step.ts";

/** A link at which a user connects an Item for an application. Times are ms since 1970. */
export type GrantLink = {
  linkId: string;
  grantId: string;
  /** The link token behind it, which is under the client of the grant. */
  linkTokenDigest: string;
  /** The application's own name of it, unique in its grant; null for none. */
  reference: string | null;
  /** JSON, in the words of the door: what it was asked for, and returns again. */
  details: string;
  /** How long the application reads what is linked; null for no end. */
  accessDays: number | null;
  createdAt: number;
  /** The link opens no more from this moment on, in ms. */
  expiresAt: number;
  /** When its user connected the Item last; null before. */
  linkedAt: number | null;
  itemId: string | null;
};

/** The port for the links of grants. An Item that is connected by one joins the grant in the same transaction. */
export type GrantLinkStore = {
  /** Returns false and writes nothing if another link of the grant has the reference. */
  create(link: GrantLink): Promise<boolean>;
  byId(grantId: string, linkId: string): Promise<GrantLink | null>;
  /** A page of a grant's links, the newest first, and how many there are. */
  list(
    grantId: string,
    page: { limit: number; offset: number },
  ): Promise<{ links: GrantLink[]; count: number }>;
  /** The links of a grant that have connected an Item, with this Item or any. */
  linked(grantId: string, itemId?: string): Promise<GrantLink[]>;
  /** How many links of a grant wait for their user. */
  countOpen(grantId: string, now: number): Promise<number>;
  /**
   * Deletes a link with its session, and takes its Item from the grant unless another link has it; false without the
   * link.
   */
  remove(grantId: string, linkId: string, now: number): Promise<boolean>;
};

/**
 * The state of a link: not opened, opened, its user signing in, choosing accounts, gone without an Item; linked; its
 * time to open, or the access to its Item, over; its Item no longer in the grant.
 */
export type GrantLinkState =
  | "created"
  | "opened"
  | "signing_in"
  | "choosing"
  | "exited"
  | "linked"
  | "expired"
  | "ended";

/** The moment from which an application reads no more of a link's Item. */
export const accessEnd = ({
  accessDays,
  linkedAt,
}: Pick<GrantLink, "accessDays" | "linkedAt">): number =>
  linkedAt === null || accessDays === null
    ? Number.POSITIVE_INFINITY
    : linkedAt + accessDays * DAY_MS;

type StateStore = {
  sessions: { byLinkTokenDigest(digest: string): Promise<{ step: SessionStep } | null> };
  grants: { accounts(grantId: string, itemIds: readonly string[]): Promise<readonly unknown[]> };
};

/** Returns the state of a link. */
export const grantLinkState = async (
  { clock, store }: { clock: () => number; store: StateStore },
  link: GrantLink,
): Promise<GrantLinkState> => {
  const now = clock();
  if (link.itemId !== null) {
    if (now >= accessEnd(link)) return "expired";
    const accounts = await store.grants.accounts(link.grantId, [link.itemId]);
    return accounts.length === 0 ? "ended" : "linked";
  }
  if (now >= link.expiresAt) return "expired";
  const session = await store.sessions.byLinkTokenDigest(link.linkTokenDigest);
  return session ? STATE_OF_STEP[session.step.at] : "created";
};

const STATE_OF_STEP: Readonly<Record<SessionStep["at"], GrantLinkState>> = {
  institution: "opened",
  credentials: "signing_in",
  mfa: "signing_in",
  redirect: "signing_in",
  approval: "signing_in",
  returned: "signing_in",
  accounts: "choosing",
  connected: "linked",
  exited: "exited",
  // Its user may open it again.
  expired: "created",
};
