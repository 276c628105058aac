import { type ConsentEnd, consentEndTexts } from "../../../protocol/errors/consent-ends.ts";
import { type ErrorCode, type LinkError, linkError } from "../../../protocol/errors/errors.ts";
import type { Environment } from "../../../protocol/vocabulary.ts";
import { DAY_MS } from "../calendar.ts";
import { Fault } from "../fault.ts";
import { lastsAsConsent } from "../institutions/european-banks.ts";
import type { Item } from "./item.ts";

/** The access that a call needs: our records, the login, cached data, or the institution. */
export type AccessLevel = "record" | "renewal" | "cached" | "institution";

/** The events of an Item. */
type ItemEvent = "LOGIN_LOST" | "LOGIN_RENEWED" | "CONSENT_NEARS_END" | "REVOKED" | "REMOVED";

type StateRow = {
  /** The value of `item.error`. */
  error: ErrorCode | null;
  /** Whether new data arrives in the background, or only while the user is present. */
  updateType: "background" | "user_present_required";
  /** The error per access level; a missing level is allowed. */
  refusals: { readonly [R in AccessLevel]?: ErrorCode };
  /** The next state per event; a missing event changes nothing. */
  moves: { readonly [E in ItemEvent]?: ItemState };
};

export type ItemState = "good" | "expiring" | "login_required" | "revoked" | "removed";

/**
 * The states of an Item with their permissions and transitions. Data read during a valid login
 * stays readable. A call to the institution needs a valid login. A user's revocation ends all
 * access, and no update mode restores it.
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

/** A sandbox login expires after 30 days, so that every integration meets an expired login. */
export const SANDBOX_LOGIN_LIFETIME_MS = 30 * DAY_MS;

/** How long before its end a consent counts as expiring. */
export const EXPIRY_NOTICE_MS = 7 * DAY_MS;

/**
 * Returns the time at which a sandbox login ends by itself; null if it lasts as long as its
 * consent.
 */
export const loginEndOf = (
  { institutionId, loggedInAt }: Pick<Item, "institutionId" | "loggedInAt">,
  environment: Environment,
): number | null =>
  environment === "sandbox" && !lastsAsConsent(institutionId)
    ? loggedInAt + SANDBOX_LOGIN_LIFETIME_MS
    : null;

type Moment = { environment: Environment; now: number };

/** The state of an Item at a moment, from its record and the passed deadlines. */
export const itemState = (
  item: Pick<Item, "institutionId" | "error" | "consentExpiresAt" | "loggedInAt" | "removedAt">,
  { environment, now }: Moment,
): ItemState => {
  if (item.removedAt !== null) return "removed";
  if (item.error === "USER_PERMISSION_REVOKED") return "revoked";
  if (item.error !== null) return "login_required";
  const loginEnd = loginEndOf(item, environment);
  if (loginEnd !== null && now >= loginEnd) return "login_required";
  if (item.consentExpiresAt === null || now < item.consentExpiresAt - EXPIRY_NOTICE_MS)
    return "good";
  return now < item.consentExpiresAt ? "expiring" : "login_required";
};

/** The code of an Item's error at a moment. An institution's own code precedes the state's code. */
export const itemError = (item: Item, moment: Moment): ErrorCode | null =>
  item.error ?? ITEM_STATES[itemState(item, moment)].error;

/** The reason why an Item's consent has ended by a moment; null without an end, or if unknown. */
export const consentEndOf = (
  item: Parameters<typeof itemState>[0] & Pick<Item, "consentEnd" | "reconfirmableUntil">,
  moment: Moment,
): ConsentEnd | null => {
  if (itemState(item, moment) !== "login_required") return null;
  if (item.error !== null) return item.consentEnd;
  if (item.consentExpiresAt === null || moment.now < item.consentExpiresAt) return null;
  return endsByPerson(item) ? "NOT_RECONFIRMED" : "EXPIRED";
};

/**
 * The minimum extension that justifies asking for a reconfirmation. A sign-in extends the consent
 * for longer.
 */
const MIN_RENEWAL_MS = 14 * DAY_MS;

/** Whether a missing reconfirmation ends the consent, and not the bank's own end shortly after. */
export const endsByPerson = ({
  consentExpiresAt,
  reconfirmableUntil,
}: Pick<Item, "consentExpiresAt" | "reconfirmableUntil">): boolean =>
  consentExpiresAt !== null &&
  reconfirmableUntil !== null &&
  consentExpiresAt + MIN_RENEWAL_MS <= reconfirmableUntil;

/**
 * The error of an Item at a moment, with texts on the reason of an ended consent; null without an
 * error.
 */
export const itemProblem = (item: Item, moment: Moment): LinkError | null => {
  const code = itemError(item, moment);
  return code && linkError(code, consentEndTexts(consentEndOf(item, moment)));
};

/**
 * The record of an Item after an event; null if the event changes nothing. Ended consents and
 * removals are not recorded: `consentExpiresAt` and `removedAt` imply them.
 */
export const recordAfter = (
  item: Item,
  event: "LOGIN_LOST" | "LOGIN_RENEWED" | "REVOKED",
  moment: Moment,
  reason: ConsentEnd | null = null,
): Pick<Item, "error" | "consentEnd" | "loggedInAt"> | null => {
  const next = ITEM_STATES[itemState(item, moment)].moves[event];
  if (next === undefined) return null;
  const loggedInAt = event === "LOGIN_RENEWED" ? moment.now : item.loggedInAt;
  const consentEnd = event === "LOGIN_LOST" ? reason : null;
  return { error: ITEM_STATES[next].error, consentEnd, loggedInAt };
};

/** The error of an access level, or null if the Item's state allows the level. */
export const toRefusal = (item: Item, level: AccessLevel, moment: Moment): ErrorCode | null =>
  ITEM_STATES[itemState(item, moment)].refusals[level] ?? null;

/** Whether the Item's state allows an access level. */
export const hasAccess = (item: Item, level: AccessLevel, moment: Moment): boolean =>
  toRefusal(item, level, moment) === null;

/** Throws the error of an access level that the Item's state forbids. */
export const requireAccess = (item: Item, level: AccessLevel, moment: Moment): void => {
  const refusal = toRefusal(item, level, moment);
  if (refusal) throw new Fault(refusal, { consentEnd: consentEndOf(item, moment) });
};
