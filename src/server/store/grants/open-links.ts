import type { LinkToken } from "../../domain/link/link-session.ts";
import type { Queryable } from "../tables.ts";

/**
 * Returns the end of a link token's grant; `until` is null for a grant without end. Null if the
 * grant or its link has ended, its client allows no grants, or the renewed Item has left the grant.
 */
export const grantOfLink = async (
  db: Queryable,
  { digest, updateItemId }: Pick<LinkToken, "digest" | "updateItemId">,
): Promise<{ until: number | null } | null> =>
  (await db
    .selectFrom("grant_link")
    .innerJoin("access_grant", "access_grant.grant_id", "grant_link.grant_id")
    .innerJoin("client", "client.client_id", "access_grant.client_id")
    .select("access_grant.until")
    .where("grant_link.link_token_digest", "=", digest)
    .where("client.grants_allowed", "=", 1)
    .$if(updateItemId !== null, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("access_grant_account as shown")
            .select("shown.account_id")
            .whereRef("shown.grant_id", "=", "access_grant.grant_id")
            .where("shown.item_id", "=", updateItemId ?? ""),
        ),
      ),
    )
    .executeTakeFirst()) ?? null;
