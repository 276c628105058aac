import { z } from "zod";
import { LinkAccount } from "../../../protocol/account.ts";
import { EXIT_STATUSES } from "../../../protocol/exit-status.ts";
import { RedirectVia } from "../../../protocol/link/bridge.ts";
import { Challenge } from "../../../protocol/link/login-form.ts";
import type { Runtime } from "../runtime.ts";

const PLACES = [
  "institution",
  "credentials",
  "mfa",
  "redirect",
  "approval",
  "returned",
  "accounts",
  "connected",
  "exited",
  "expired",
] as const;

/**
 * Whether the institution must ask for the login again, since the browser was signed in with
 * another login.
 */
const Reauthentication = { reauthenticate: z.boolean().optional() };

const Login = { institutionId: z.string(), itemId: z.string(), sealedLogin: z.string() };

/**
 * The access that the institution has prepared for an unfinished login, which ends if the user
 * gives up.
 */
const Unfinished = {
  unfinished: z.strictObject({ digest: z.string(), sealedState: z.string() }).optional(),
};

/**
 * The step of a Link session. The server decides it, not the frame. A login's secrets are sealed:
 * the credentials, the connector's progress (which may have the user's answers), and the offered
 * accounts with their numbers.
 */
export const SessionStep = z.discriminatedUnion("at", [
  z.strictObject({ at: z.literal("institution") }),
  z.strictObject({
    at: z.literal("credentials"),
    institutionId: z.string(),
    ...Reauthentication,
  }),
  z.strictObject({
    at: z.literal("mfa"),
    ...Login,
    challenge: Challenge,
    /**
     * The sealed challenge, if it shows data of the user's accounts; `challenge` then has no
     * content.
     */
    sealedChallenge: z.string().optional(),
    sealedProgress: z.string(),
    ...Unfinished,
    /** The number of codes sent in this login, and the earliest time of the next code. */
    codes: z.strictObject({ sent: z.int(), nextAt: z.number() }).optional(),
    /** The challenge in which the user chose the code's device. */
    devices: z.strictObject({ challenge: Challenge, sealedProgress: z.string() }).optional(),
  }),
  z.strictObject({
    at: z.literal("redirect"),
    ...Login,
    via: RedirectVia,
    /** The digest of the callback's single-use state. */
    stateDigest: z.string(),
    sealedProgress: z.string(),
    ...Unfinished,
    expiresAt: z.number(),
    ...Reauthentication,
  }),
  /** The user approves in the institution's app. */
  z.strictObject({
    at: z.literal("approval"),
    ...Login,
    code: z.string().nullable(),
    /** The institution's own words for the user. */
    message: z.string().nullable().optional(),
    sealedProgress: z.string(),
    ...Unfinished,
    expiresAt: z.number(),
    /** The time of the next poll, and the interval after it. */
    askAt: z.number(),
    intervalMs: z.number(),
  }),
  z.strictObject({
    at: z.literal("returned"),
    ...Login,
    /** The digest of the callback's state; null after an approval in an app. */
    stateDigest: z.string().nullable(),
    /** The institution's response: the login's next step, or its refusal. */
    sealedReturn: z.string(),
    /**
     * Whether the frame may claim the response. False until the frame has proven that the callback
     * was its user's.
     */
    claimable: z.boolean(),
    ...Reauthentication,
  }),
  z.strictObject({
    at: z.literal("accounts"),
    ...Login,
    /** The connector state to store; null for none. */
    sealedState: z.string().nullable().default(null),
    /** The institution's own end of the consent; null for none. */
    consentExpiresAt: z.number().nullable().default(null),
    sealedOffer: z.string(),
    /** The user's earlier Item with this login; null for none. */
    duplicate: z
      .strictObject({ itemId: z.string(), createdAt: z.number() })
      .nullable()
      .default(null),
  }),
  z.strictObject({
    at: z.literal("connected"),
    institutionId: z.string(),
    itemId: z.string(),
    /** The shared accounts; unsealed in sessions of an earlier version. */
    accounts: z.array(LinkAccount).nullable().optional(),
    /** The shared accounts; null without a choice. */
    sealedAccounts: z.string().nullable().optional(),
    /** The digests of the session's public tokens. */
    publicTokens: z.array(z.string()),
    /** Whether the user may connect another Item in this session. */
    isOpen: z.boolean().optional(),
    finishedAt: z.number(),
  }),
  z.strictObject({
    at: z.literal("exited"),
    status: z.enum(EXIT_STATUSES).nullable(),
    from: z.enum(PLACES),
    /** The chosen institution, at whose form the link token reopens; left out for none. */
    keptInstitutionId: z.string().optional(),
    finishedAt: z.number(),
  }),
  // An expired session keeps only its last step.
  z.strictObject({
    at: z.literal("expired"),
    from: z.enum(PLACES),
    /** Whether the session ended early, with its link or the link's grant; left out for no. */
    hasLinkEnded: z.boolean().optional(),
  }),
]);
export type SessionStep = z.infer<typeof SessionStep>;

/** A session's step with a challenge for the user. */
export type AtChallenge = Extract<SessionStep, { at: "mfa" }>;

/** A session's step with the user at the institution's own site. */
export type AtRedirect = Extract<SessionStep, { at: "redirect" }>;

/** A session's step with the user approving in the institution's app. */
export type AtApproval = Extract<SessionStep, { at: "approval" }>;

type WithProgress = Extract<SessionStep, { at: "mfa" | "redirect" | "approval" }>;

/** Seals a connector's progress for the login's next step. */
export const sealProgress = (
  { vault }: Pick<Runtime, "vault">,
  itemId: string,
  progress: string,
): string => vault.seal(sealPurpose(itemId), progress);

/** Opens a connector's progress. */
export const openProgress = (
  { vault }: Pick<Runtime, "vault">,
  { itemId, sealedProgress }: WithProgress,
): string => vault.open(sealPurpose(itemId), sealedProgress);

/** Seals the content of a challenge that shows data of the user's accounts. */
export const sealChallenge = (
  { vault }: Pick<Runtime, "vault">,
  { challenge, ...step }: AtChallenge,
): AtChallenge => ({
  ...step,
  challenge: { type: "selections", questions: [] },
  sealedChallenge: vault.seal(challengePurpose(step.itemId), JSON.stringify(challenge)),
});

/** The challenge of a step with its content. */
export const openChallenge = (
  { vault }: Pick<Runtime, "vault">,
  { itemId, challenge, sealedChallenge }: AtChallenge,
): Challenge =>
  sealedChallenge === undefined
    ? challenge
    : Challenge.parse(JSON.parse(vault.open(challengePurpose(itemId), sealedChallenge)));

const challengePurpose = (itemId: string): string => `login-challenge:${itemId}`;
const sealPurpose = (itemId: string): string => `login-progress:${itemId}`;
