import { z } from "zod";
import { Account, LinkAccount } from "../../protocol/account.ts";
import { Challenge } from "../../protocol/bridge.ts";
import { EXIT_STATUSES } from "../../protocol/vocabulary.ts";
import { AccountNumbers } from "./account-numbers.ts";

/** Where a Link session stands, as the store keeps it. */
export const SessionStep = z.discriminatedUnion("at", [
  z.strictObject({ at: z.literal("institution") }),
  z.strictObject({ at: z.literal("credentials"), institutionId: z.string() }),
  z.strictObject({
    at: z.literal("mfa"),
    institutionId: z.string(),
    itemId: z.string(),
    sealedLogin: z.string(),
    challenge: Challenge,
    sealedProgress: z.string(),
  }),
  z.strictObject({
    at: z.literal("accounts"),
    institutionId: z.string(),
    itemId: z.string(),
    sealedLogin: z.string(),
    offered: z.array(
      z.strictObject({ key: z.string(), account: Account, numbers: AccountNumbers }),
    ),
  }),
  z.strictObject({
    at: z.literal("connected"),
    itemId: z.string(),
    accounts: z.array(LinkAccount),
  }),
  z.strictObject({ at: z.literal("exited"), status: z.enum(EXIT_STATUSES).nullable() }),
]);
