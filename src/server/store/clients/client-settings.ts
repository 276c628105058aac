import type { BrandStore, ClientBrand } from "../../domain/clients/client-brand.ts";
import type { RedirectUriStore } from "../../domain/clients/redirect-uri.ts";
import type { Database, Queryable } from "../tables.ts";

/** The brands of clients: the name, accent color and logo that Link shows. */
export const clientBrands = (db: Database): BrandStore => ({
  of: async (clientId) => {
    const row = await db
      .selectFrom("client_brand")
      .select(["name", "accent", "logo_digest", "logo_width", "logo_height"])
      .select(["mode", "radius", "font", "trust_pane"])
      .where("client_id", "=", clientId)
      .executeTakeFirst();
    if (!row) return null;
    const { logo_digest, logo_width, logo_height, trust_pane, ...brand } = row;
    return {
      ...brand,
      hasTrustPane: trust_pane === 1,
      logo: logoOf({ logo_digest, logo_width, logo_height }),
    };
  },

  set: async (clientId, { logo, hasTrustPane, ...brand }) => {
    const columns = {
      ...brand,
      trust_pane: Number(hasTrustPane),
      ...(logo !== undefined && {
        logo: logo?.png.toString("base64") ?? null,
        logo_digest: logo?.digest ?? null,
        logo_width: logo?.width ?? null,
        logo_height: logo?.height ?? null,
      }),
    };
    await db
      .insertInto("client_brand")
      .values({ client_id: clientId, ...columns })
      .onConflict((conflict) => conflict.column("client_id").doUpdateSet(columns))
      .execute();
  },

  logo: async (digest) => {
    const row = await db
      .selectFrom("client_brand")
      .select("logo")
      .where("logo_digest", "=", digest)
      .limit(1)
      .executeTakeFirst();
    return row?.logo ? Buffer.from(row.logo, "base64") : null;
  },
});

type LogoColumns = {
  logo_digest: string | null;
  logo_width: number | null;
  logo_height: number | null;
};

/** Returns the logo of a row of brands; null if it has none. */
export const logoOf = ({
  logo_digest: digest,
  logo_width: width,
  logo_height: height,
}: LogoColumns): ClientBrand["logo"] =>
  digest !== null && width !== null && height !== null ? { digest, width, height } : null;

/** The redirect URIs of clients, a row each. */
export const redirectUris = (db: Database): RedirectUriStore => ({
  of: async (clientId) => {
    const rows = await db
      .selectFrom("client_redirect_uri")
      .select("uri")
      .where("client_id", "=", clientId)
      .orderBy("position")
      .execute();
    return rows.map(({ uri }) => uri);
  },

  allow: (clientId, uri, limit) =>
    addToList(
      db,
      { clientId, entry: uri, limit },
      {
        read: (transaction) =>
          transaction
            .selectFrom("client_redirect_uri")
            .select(["uri as entry", "position"])
            .where("client_id", "=", clientId)
            .execute(),
        insert: (transaction, position) =>
          transaction
            .insertInto("client_redirect_uri")
            .values({ client_id: clientId, uri, position })
            .execute(),
      },
    ),

  disallow: async (clientId, uri) => {
    await db
      .deleteFrom("client_redirect_uri")
      .where("client_id", "=", clientId)
      .where("uri", "=", uri)
      .execute();
  },
});

/** A list of a client with a row per entry. */
type ClientList = {
  read(transaction: Queryable): Promise<{ entry: string; position: number }[]>;
  insert(transaction: Queryable, position: number): Promise<unknown>;
};

/**
 * Appends an entry to a client's list. True also if the list has the entry; false if the list has
 * `limit` other entries.
 */
export const addToList = (
  db: Database,
  { clientId, entry, limit }: { clientId: string; entry: string; limit: number },
  list: ClientList,
): Promise<boolean> =>
  db.transact(async (transaction) => {
    // Writing the client's row locks it against concurrent additions.
    await transaction
      .updateTable("client")
      .set((row) => ({ created_at: row.ref("created_at") }))
      .where("client_id", "=", clientId)
      .execute();
    const existing = await list.read(transaction);
    if (existing.some((row) => row.entry === entry)) return true;
    if (existing.length >= limit) return false;
    await list.insert(transaction, Math.max(-1, ...existing.map((row) => row.position)) + 1);
    return true;
  });
