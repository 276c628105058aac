import type { Migration } from "kysely";

/** Adds a theme, a radius in pixels, and a font family to the brands of clients. */
export const clientTheme: Migration = {
  up: async (db) => {
    const brand = db.schema.alterTable("client_brand");
    await brand.addColumn("mode", "text", (column) => column.notNull().defaultTo("auto")).execute();
    await brand.addColumn("radius", "integer").execute();
    await brand.addColumn("font", "text").execute();
  },
};
