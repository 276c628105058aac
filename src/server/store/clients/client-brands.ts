import type { BrandStore } from "../../domain/clients/client-brand.ts";
import type { Database } from "../tables.ts";

/** The brands of clients: the name, accent color and logo that Link shows. */
export const clientBrands = (db: Database): BrandStore => ({
  of: async (clientId) => {
    const row = await db
      .selectFrom("client_brand")
      .select(["name", "accent", "logo_digest", "logo_width", "logo_height"])
      .where("client_id", "=", clientId)
      .executeTakeFirst();
    if (!row) return null;
    const { name, accent, logo_digest: digest, logo_width: width, logo_height: height } = row;
    const hasLogo = digest !== null && width !== null && height !== null;
    return { name, accent, logo: hasLogo ? { digest, width, height } : null };
  },

  set: async (clientId, { name, accent, logo }) => {
    const columns = {
      name,
      accent,
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
