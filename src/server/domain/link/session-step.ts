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

/** Whether the institution must ask for the login again: the browser was signed in there with another one. */
const Reauthentication = { reauthenticate: z.boolean().optional() };

const Login = { institutionId: z.string(), itemId: z.string(), sealedLogin: z.string() };

/** The access that the institution has already prepared for an unfinished login, to end it if the user gives up. */
const Unfinished = {
  unfinished: z.strictObject({ digest: z.string(), sealedState: z.string() }).optional(),
};

/**
 * The step of a Link session; the server is authoritative, not the frame. The secrets of a login are sealed:
 * the credentials, the connector's progress (it may hold the user's answers) and the offered accounts with
 * their numbers.
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
    /** The challenge, if it has data of the user's accounts in it: then `challenge` is without its content. */
    sealedChallenge: z.string().optional(),
    sealedProgress: z.string(),
    ...Unfinished,
    /** How many codes were sent in this login, and when the next one may be. */
    codes: z.strictObject({ sent: z.int(), nextAt: z.number() }).optional(),
    /** The challenge in which the user chose the device of the code. */
    devices: z.strictObject({ challenge: Challenge, sealedProgress: z.string() }).optional(),
  }),
  z.strictObject({
    at: z.literal("redirect"),
    ...Login,
    via: RedirectVia,
    /** Digest of the state that the callback has to have, once. */
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
    /** Digest of the state of the callback; null if the user approved in an app. */
    stateDigest: z.string().nullable(),
    /** The institution's response: the next step of the login, or its refusal. */
    sealedReturn: z.string(),
    /** Whether the frame may claim it; false until it has proven that the callback was for its user. */
    claimable: z.boolean(),
    ...Reauthentication,
  }),
  z.strictObject({
    at: z.literal("accounts"),
    ...Login,
    /** The state that the connector has to keep; null for none. */
    sealedState: z.string().nullable().default(null),
    /** The end of the consent that the institution has named; null for none. */
    consentExpiresAt: z.number().nullable().default(null),
    sealedOffer: z.string(),
    /** The Item that the user has linked with this login before; null for none. */
    duplicate: z
      .strictObject({ itemId: z.string(), createdAt: z.number() })
      .nullable()
      .default(null),
  }),
  z.strictObject({
    at: z.literal("connected"),
    institutionId: z.string(),
    itemId: z.string(),
    /** The shared accounts, in the clear in sessions of an earlier version. */
    accounts: z.array(LinkAccount).nullable().optional(),
    /** The shared accounts; null if there was no choice. */
    sealedAccounts: z.string().nullable().optional(),
    /** Digests of its public tokens. */
    publicTokens: z.array(z.string()),
    /** Whether the user may connect another Item in this session, until they finish it. */
    isOpen: z.boolean().optional(),
    finishedAt: z.number(),
  }),
  z.strictObject({
    at: z.literal("exited"),
    status: z.enum(EXIT_STATUSES).nullable(),
    from: z.enum(PLACES),
    /** The chosen institution, at whose form the session of a link token is opened again; left out for none. */
    keptInstitutionId: z.string().optional(),
    finishedAt: z.number(),
  }),
  // Only the step at which it expired remains.
  z.strictObject({
    at: z.literal("expired"),
    from: z.enum(PLACES),
    /** Whether it ended with the grant of its link, or with the link, before its time; left out for no. */
    hasLinkEnded: z.boolean().optional(),
  }),
]);
export type SessionStep = z.infer<typeof SessionStep>;

/** The step of a session whose user has to answer a challenge. */
export type AtChallenge = Extract<SessionStep, { at: "mfa" }>;

/** The step of a session whose user is at the institution's own site. */
export type AtRedirect = Extract<SessionStep, { at: "redirect" }>;

/** The step of a session whose user is to approve in the institution's app. */
export type AtApproval = Extract<SessionStep, { at: "approval" }>;

type WithProgress = Extract<SessionStep, { at: "mfa" | "redirect" | "approval" }>;

/** Seals a connector's progress for the next step of a login. */
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

/** Seals the content of a challenge that has data of the user's accounts in it. */
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
