import { z } from "zod";
import { LINK_PRODUCTS } from "../../../protocol/vocabulary.ts";
import type { ConsentStore } from "../../domain/link/consent.ts";
import type { Consent } from "../../domain/link/link-session.ts";
import { jsonColumn } from "../json-column.ts";
import type { Queryable } from "../tables.ts";

const scope = jsonColumn(z.array(z.enum(LINK_PRODUCTS)));

/** Consent records. */
export const consents = (db: Queryable): ConsentStore => ({
  ofItem: async (itemId) => {
    const rows = await db
      .selectFrom("consent")
      .select([
        "link_session_id as linkSessionId",
        "item_id as itemId",
        "client_id as clientId",
        "institution_id as institutionId",
        "version",
        "scope",
        "given_at as givenAt",
        "expires_at as expiresAt",
      ])
      .where("item_id", "=", itemId)
      .orderBy("given_at")
      .orderBy("link_session_id")
      .execute();
    return rows.map((row) => ({ ...row, scope: scope.read(row.scope) }));
  },

  hasSession: async (linkSessionId) => {
    const row = await db
      .selectFrom("consent")
      .select("link_session_id")
      .where("link_session_id", "=", linkSessionId)
      .executeTakeFirst();
    return row !== undefined;
  },
});

/**
 * Writes a consent, in the transaction that creates or renews its Item; it replaces an earlier one of the same
 * session, which may renew the Item that it has connected.
 */
export const insertConsent = async (transaction: Queryable, consent: Consent): Promise<void> => {
  const terms = {
    version: consent.version,
    scope: scope.write(consent.scope),
    given_at: consent.givenAt,
    expires_at: consent.expiresAt,
  };
  await transaction
    .insertInto("consent")
    .values({
      link_session_id: consent.linkSessionId,
      item_id: consent.itemId,
      client_id: consent.clientId,
      institution_id: consent.institutionId,
      ...terms,
    })
    .onConflict((conflict) => conflict.columns(["item_id", "link_session_id"]).doUpdateSet(terms))
    .execute();
};
