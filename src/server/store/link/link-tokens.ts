import { z } from "zod";
import { SessionConfig } from "../../../protocol/link/config.ts";
import {
  LINK_PRODUCTS,
  PERMISSIBLE_PURPOSES,
  REPORT_PRODUCTS,
} from "../../../protocol/vocabulary.ts";
import type { LinkTokenStore } from "../../domain/link/link-token.ts";
import { openText, sealText } from "../column-cipher.ts";
import { grantOfLink } from "../grants/open-links.ts";
import { jsonColumn } from "../json-column.ts";
import { isOfPresentClient } from "../present-client.ts";
import type { Queryable } from "../tables.ts";

const config = jsonColumn(SessionConfig);
const details = jsonColumn(
  // Not strict: older rows have more fields.
  z.object({
    clientUserId: z.string().nullable(),
    redirectUri: z.string().nullable(),
    userId: z.string().nullable(),
    products: z.array(z.enum([...LINK_PRODUCTS, ...REPORT_PRODUCTS])).default([]),
    // Earlier versions accepted any text here.
    permissiblePurpose: z.enum(PERMISSIBLE_PURPOSES).nullable().catch(null),
    reportOptions: z
      .strictObject({
        daysRequested: z.int().nullable(),
        clientReportId: z.string().nullable(),
        daysRequired: z.int().optional(),
        requireIdentity: z.boolean().optional(),
      })
      .nullable(),
    accountSelectionEnabled: z.boolean().optional(),
    hosted: z
      .strictObject({
        completionRedirectUri: z.string().nullable(),
        namesReader: z.boolean().optional(),
        isReminder: z.boolean().optional(),
      })
      .optional(),
  }),
);

/** The purpose for which a token's configuration is sealed, since the configuration may name the user. */
export const linkTokenConfigPlace = (digest: string): string => `link_token.config:${digest}`;

/** Link tokens by their digests. */
export const linkTokens = (db: Queryable): LinkTokenStore => ({
  create: async (token) => {
    await db
      .insertInto("link_token")
      .values({
        digest: token.digest,
        client_id: token.clientId,
        config: sealText(db, linkTokenConfigPlace(token.digest), config.write(token.config)),
        update_item_id: token.updateItemId,
        details: details.write(token.details),
        sealed_token: token.sealedToken,
        created_at: token.createdAt,
        expires_at: token.expiresAt,
      })
      .execute();
  },

  byDigest: async (digest) => {
    const row = await db
      .selectFrom("link_token")
      .select([
        "digest",
        "client_id as clientId",
        "config",
        "update_item_id as updateItemId",
        "details",
        "sealed_token as sealedToken",
        "created_at as createdAt",
        "expires_at as expiresAt",
      ])
      .where("digest", "=", digest)
      .where(isOfPresentClient("link_token"))
      .executeTakeFirst();
    if (!row) return null;
    const text = openText(db, linkTokenConfigPlace(digest), row.config);
    const token = { ...row, config: config.read(text), details: details.read(row.details) };
    if (!token.details.hosted?.namesReader) return token;
    const grant = await grantOfLink(db, token);
    if (!grant) return null;
    const { until } = grant;
    return until === null
      ? token
      : { ...token, grantUntil: until, expiresAt: Math.min(token.expiresAt, until) };
  },
});
