import { RedirectVia } from "../../../protocol/bridge.ts";
import type { NewRedirect, Redirect, RedirectStore } from "../../domain/link/redirect-store.ts";
import type { Queryable } from "../tables.ts";

/** Redirects to institutions, by the digests of their secrets. */
export const redirects = (db: Queryable): RedirectStore => ({
  byTicketDigest: (digest) => find(db, "ticket_digest", digest),
  byStateDigest: (digest) => find(db, "state_digest", digest),
  byStateIdDigest: (digest) => find(db, "state_id_digest", digest),

  // Each is a compare-and-set in one statement.
  useTicket: async (ticketDigest, cookieDigest) => {
    const { numUpdatedRows } = await db
      .updateTable("oauth_redirect")
      .set({ cookie_digest: cookieDigest })
      .where("ticket_digest", "=", ticketDigest)
      .where("cookie_digest", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  useState: async (stateDigest, { returnedAt, stateIdDigest }) => {
    const { numUpdatedRows } = await db
      .updateTable("oauth_redirect")
      .set({ returned_at: returnedAt, state_id_digest: stateIdDigest })
      .where("state_digest", "=", stateDigest)
      .where("returned_at", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  useStateId: async (stateIdDigest, now) => {
    const { numUpdatedRows } = await db
      .updateTable("oauth_redirect")
      .set({ state_id_used_at: now })
      .where("state_id_digest", "=", stateIdDigest)
      .where("state_id_used_at", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
});

/** Writes a redirect, in the transaction that moves its session on to it. */
export const insertRedirect = async (
  transaction: Queryable,
  linkSessionId: string,
  { stateDigest, via, ticketDigest, sealedUrl, expiresAt }: NewRedirect,
): Promise<void> => {
  await transaction
    .insertInto("oauth_redirect")
    .values({
      state_digest: stateDigest,
      link_session_id: linkSessionId,
      via,
      ticket_digest: ticketDigest,
      sealed_url: sealedUrl,
      cookie_digest: null,
      returned_at: null,
      state_id_digest: null,
      state_id_used_at: null,
      expires_at: expiresAt,
    })
    .execute();
};

async function find(
  db: Queryable,
  key: "ticket_digest" | "state_digest" | "state_id_digest",
  digest: string,
): Promise<Redirect | null> {
  const row = await db
    .selectFrom("oauth_redirect")
    .select([
      "state_digest as stateDigest",
      "link_session_id as linkSessionId",
      "via",
      "ticket_digest as ticketDigest",
      "sealed_url as sealedUrl",
      "cookie_digest as cookieDigest",
      "returned_at as returnedAt",
      "state_id_digest as stateIdDigest",
      "state_id_used_at as stateIdUsedAt",
      "expires_at as expiresAt",
    ])
    .where(key, "=", digest)
    .executeTakeFirst();
  return row ? { ...row, via: RedirectVia.parse(row.via) } : null;
}
