import { z } from "zod";
import { TOKEN_KINDS, type TokenKind } from "../../protocol/link/token-kinds.ts";
import { COUNTRY_CODES } from "../../protocol/vocabulary.ts";

/**
 * A token's field, by kind of token. The handler checks the format and refuses with its own code.
 * The schema has no format, since identifiers may change theirs.
 */
const token = (kind: TokenKind) =>
  z
    .string()
    .min(1)
    .max(200)
    .meta({ examples: [TOKEN_KINDS[kind].example] });

/** An Item's access token. */
export const Token = token("access");

export const LinkToken = token("link");

export const PublicToken = token("public");

export const AssetReportToken = token("assets");

/** The token with which an auditor reads an Asset Report. */
export const AuditCopyToken = token("auditCopy");

export const ProcessorToken = token("processor");

/** The id of a user; the handler checks its format. */
export const UserId = z
  .string()
  .min(1)
  .max(200)
  .meta({
    description: "`usr_…`; of a user that the legacy API created, its `user_token`.",
    examples: ["usr_4fXk9PwQmTz7LbWd1RfHc8NgYj5"],
  });

/** The token of a user in the legacy API. */
export const UserToken = token("user").meta({
  description: "Legacy, for users that the legacy API created; in place of `user_id`.",
});

/** A URL for webhooks. */
export const WebhookUrl = z.url({ protocol: /^https?$/ }).max(2000);

/** The countries to search; required. */
export const CountryCodes = z
  .array(z.enum(COUNTRY_CODES))
  .min(1)
  .max(COUNTRY_CODES.length)
  .meta({ examples: [["US"]] });

/** The id of an institution; the handler checks that it exists. */
export const InstitutionId = z
  .string()
  .min(1)
  .max(40)
  .meta({ examples: ["ins_109508"] });

/** The id of an account of an Item. */
export const AccountId = z
  .string()
  .min(1)
  .max(100)
  .meta({ examples: ["qPx3JtnV8fLw0cYb7RkD2mGhZs5TeAu9Xo1Ki"] });

/** The id of an Item. */
export const ItemId = z
  .string()
  .min(1)
  .max(100)
  .meta({ examples: ["Lr6WdKc0ZyHq4NgPvTjB8xSm2fEa5UoXi7Ck3"] });

/** A phone number as applications send it: E.164, or with spaces. */
export const PhoneNumber = z
  .string()
  .max(40)
  .regex(/^\+?[\d ().-]{5,}$/)
  .meta({ examples: ["+14155550010"] });

/** The number of days of transactions that an Item reads. */
export const HistoryDays = z
  .int()
  .min(1)
  .max(730)
  .meta({ examples: [90] });

/** Limits a response to some of an Item's accounts. */
export const AccountIds = z.array(z.string().min(1).max(100)).min(1).max(100);
