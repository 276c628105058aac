import { z } from "zod";
import { LinkAccount } from "../../../protocol/account.ts";
import { Challenge } from "../../../protocol/bridge.ts";
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

/** Where a Link session stands, as the store keeps it. */
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
    accounts: z.array(LinkAccount).nullable(),
    publicTokens: z.array(z.string()),
    finishedAt: z.number(),
  }),
  z.strictObject({
    at: z.literal("exited"),
    status: z.enum(EXIT_STATUSES).nullable(),
    from: z.enum(PLACES),
    finishedAt: z.number(),
  }),
  z.strictObject({ at: z.literal("expired"), from: z.enum(PLACES) }),
]);
