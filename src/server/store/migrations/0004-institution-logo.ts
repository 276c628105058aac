import type { Migration } from "kysely";

/** Adds the own logos of custom institutions: the address or bytes, and the picture in Base64. */
export const institutionLogo: Migration = {
  up: async (db) => {
    const institution = db.schema.alterTable("institution");
    await institution.addColumn("logo", "text").execute();
    await institution.addColumn("logo_png", "text").execute();
  },
};
