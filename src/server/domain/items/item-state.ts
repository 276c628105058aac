import type { ErrorCode } from "../../../protocol/errors.ts";
import type { Environment } from "../../../protocol/vocabulary.ts";
import { Fault } from "../fault.ts";
import type { Item } from "./item.ts";

/** How far a call reaches: into our records, the login itself, what was read before, or the institution. */
export type AccessLevel = "record" | "renewal" | "cached" | "institution";

/** What can happen to an Item. */
type ItemEvent = "LOGIN_LOST" | "LOGIN_RENEWED" | "CONSENT_NEARS_END" | "REVOKED" | "REMOVED";

type StateRow = {
  /** What `item.error` says. */
  error: ErrorCode | null;
  /** Whether new data comes by itself, or only once the user is there. */
  updateType: "background" | "user_present_required";
  /** The refusal of each way to reach the Item; a way that is left out is open. */
  refusals: { readonly [R in AccessLevel]?: ErrorCode };
  /** Where each event leads; an event that is left out changes nothing. */
  moves: { readonly [E in ItemEvent]?: ItemState };
};

export type ItemState = "good" | "expiring" | "login_required" | "revoked" | "removed";

/**
 * The states of an Item, what each lets through and what moves it. What was read while the login was
 * good can be read on; what has to be asked of the institution needs a good login. A user's word that
 * ends the connection ends every reading, and no update mode brings it back.
 */
export const ITEM_STATES: { readonly [S in ItemState]: StateRow } = {
  good: {
    error: null,
    updateType: "background",
    refusals: {},
    moves: {
      LOGIN_RENEWED: "good",
      CONSENT_NEARS_END: "expiring",
      LOGIN_LOST: "login_required",
      REVOKED: "revoked",
      REMOVED: "removed",
    },
  },
  expiring: {
    error: null,
    updateType: "background",
    refusals: {},
    moves: {
      LOGIN_RENEWED: "good",
      LOGIN_LOST: "login_required",
      REVOKED: "revoked",
      REMOVED: "removed",
    },
  },
  login_required: {
    error: "ITEM_LOGIN_REQUIRED",
    updateType: "user_present_required",
    refusals: { institution: "ITEM_LOGIN_REQUIRED" },
    moves: { LOGIN_RENEWED: "good", REVOKED: "revoked", REMOVED: "removed" },
  },
  revoked: {
    error: "USER_PERMISSION_REVOKED",
    updateType: "user_present_required",
    refusals: {
      renewal: "USER_PERMISSION_REVOKED",
      cached: "USER_PERMISSION_REVOKED",
      institution: "USER_PERMISSION_REVOKED",
    },
    moves: { REMOVED: "removed" },
  },
  removed: {
    error: "ITEM_NOT_FOUND",
    updateType: "user_present_required",
    refusals: {
      record: "ITEM_NOT_FOUND",
      renewal: "ITEM_NOT_FOUND",
      cached: "ITEM_NOT_FOUND",
      institution: "ITEM_NOT_FOUND",
    },
    moves: {},
  },
};

const DAY_MS = 86_400_000;

/** A sandbox login is good for 30 days, so that everybody meets a login that is not. */
export const SANDBOX_LOGIN_LIFETIME_MS = 30 * DAY_MS;

/** How long before its end a consent counts as expiring. */
export const EXPIRY_NOTICE_MS = 7 * DAY_MS;

type Moment = { environment: Environment; now: number };

/** The state that an Item is in at a moment: what was recorded of it, and what time did since. */
export const itemState = (
  item: Pick<Item, "error" | "consentExpiresAt" | "loggedInAt" | "removedAt">,
  { environment, now }: Moment,
): ItemState => {
  if (item.removedAt !== null) return "removed";
  if (item.error === "USER_PERMISSION_REVOKED") return "revoked";
  if (item.error !== null) return "login_required";
  if (environment === "sandbox" && now >= item.loggedInAt + SANDBOX_LOGIN_LIFETIME_MS)
    return "login_required";
  if (item.consentExpiresAt === null || now < item.consentExpiresAt - EXPIRY_NOTICE_MS)
    return "good";
  return now < item.consentExpiresAt ? "expiring" : "login_required";
};

/** What `item.error` says at a moment; an institution's own code says more than the state does. */
export const itemError = (item: Item, moment: Moment): ErrorCode | null =>
  item.error ?? ITEM_STATES[itemState(item, moment)].error;

/**
 * What to record of an Item to which an event happens; null where the event changes nothing. That a
 * consent nears its end is told by the time and that an Item was removed by its record alone.
 */
export const recordAfter = (
  item: Item,
  event: "LOGIN_LOST" | "LOGIN_RENEWED" | "REVOKED",
  moment: Moment,
): Pick<Item, "error" | "loggedInAt"> | null => {
  const next = ITEM_STATES[itemState(item, moment)].moves[event];
  if (next === undefined) return null;
  const loggedInAt = event === "LOGIN_RENEWED" ? moment.now : item.loggedInAt;
  return { error: ITEM_STATES[next].error, loggedInAt };
};

/** Throws the refusal of a call that reaches further than the Item's state lets it. */
export const requireAccess = (item: Item, reach: AccessLevel, moment: Moment): void => {
  const refusal = ITEM_STATES[itemState(item, moment)].refusals[reach];
  if (refusal) throw new Fault(refusal);
};
