import { z } from "zod";
import { LinkAccount } from "../../../protocol/account.ts";
import { Challenge } from "../../../protocol/login-form.ts";
import { EXIT_STATUSES } from "../../../protocol/vocabulary.ts";

const PLACES = [
  "institution",
  "credentials",
  "mfa",
  "accounts",
  "connected",
  "exited",
  "expired",
] as const;

const Login = { institutionId: z.string(), itemId: z.string(), sealedLogin: z.string() };

/**
 * Where a Link session stands; the server's word, whatever the frame believes. What a login needs is
 * sealed: the credentials, the connector's progress (it may hold what the user answered) and the
 * accounts to choose among with their numbers.
 */
export const SessionStep = z.discriminatedUnion("at", [
  z.strictObject({ at: z.literal("institution") }),
  z.strictObject({ at: z.literal("credentials"), institutionId: z.string() }),
  z.strictObject({
    at: z.literal("mfa"),
    ...Login,
    challenge: Challenge,
    sealedProgress: z.string(),
  }),
  z.strictObject({ at: z.literal("accounts"), ...Login, sealedOffer: z.string() }),
  z.strictObject({
    at: z.literal("connected"),
    institutionId: z.string(),
    itemId: z.string(),
    /** What the user shares; null where they were not asked to choose. */
    accounts: z.array(LinkAccount).nullable(),
    /** Digests of the public tokens that were handed over. */
    publicTokens: z.array(z.string()),
    finishedAt: z.number(),
  }),
  z.strictObject({
    at: z.literal("exited"),
    status: z.enum(EXIT_STATUSES).nullable(),
    from: z.enum(PLACES),
    finishedAt: z.number(),
  }),
  // Its time is over, and how far it had come is all that is left of it.
  z.strictObject({ at: z.literal("expired"), from: z.enum(PLACES) }),
]);
export type SessionStep = z.infer<typeof SessionStep>;
