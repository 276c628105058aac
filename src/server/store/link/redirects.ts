import { RedirectVia } from "../../../protocol/link/bridge.ts";
import type { NewRedirect, Redirect, RedirectStore } from "../../domain/link/redirect-store.ts";
import type { Queryable, Tables } from "../tables.ts";

/** Redirects to institutions, by the digests of their secrets. */
export const redirects = (db: Queryable): RedirectStore => ({
  byTicketDigest: (digest) => find(db, "ticket_digest", digest),
  byStateDigest: (digest) => find(db, "state_digest", digest),
  byStateIdDigest: (digest) => find(db, "state_id_digest", digest),

  useTicket: (ticketDigest, cookieDigest) =>
    useOnce(db, ["ticket_digest", ticketDigest], "cookie_digest", { cookie_digest: cookieDigest }),

  useState: (stateDigest, { returnedAt, stateIdDigest }) =>
    useOnce(db, ["state_digest", stateDigest], "returned_at", {
      returned_at: returnedAt,
      state_id_digest: stateIdDigest,
    }),

  useStateId: (stateIdDigest, now) =>
    useOnce(db, ["state_id_digest", stateIdDigest], "state_id_used_at", { state_id_used_at: now }),
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

type Key = "ticket_digest" | "state_digest" | "state_id_digest";
type Use = "cookie_digest" | "returned_at" | "state_id_used_at";

/** Uses a secret up, by compare-and-set in one statement; false if `use` was set before. */
async function useOnce(
  db: Queryable,
  [key, digest]: [Key, string],
  use: Use,
  changes: Partial<Tables["oauth_redirect"]>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("oauth_redirect")
    .set(changes)
    .where(key, "=", digest)
    .where(use, "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function find(db: Queryable, key: Key, digest: string): Promise<Redirect | null> {
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
