import { z } from "zod";
import { CONSENTED_PRODUCTS, PRODUCTS } from "../../../protocol/vocabulary.ts";
import type { Item } from "../../domain/items/item.ts";
import { jsonColumn } from "../json-column.ts";
import type { Queryable } from "../tables.ts";
import { changeItem } from "./change-item.ts";

/** The products of an Item, as a column. */
export const productList = jsonColumn(z.array(z.enum(PRODUCTS)));

/** The products that the user of an Item consented to, as a column. */
export const consentedList = jsonColumn(z.array(z.enum(CONSENTED_PRODUCTS)));

/** Adds products that an Item does not have yet. */
export const addProducts = async (
  db: Queryable,
  itemId: string,
  products: Item["products"],
): Promise<void> => {
  while (!(await tryAddProducts(db, itemId, products)));
};

/** Compare-and-set; false when another call changed the products since they were read. */
async function tryAddProducts(
  db: Queryable,
  itemId: string,
  products: Item["products"],
): Promise<boolean> {
  const row = await db
    .selectFrom("item")
    .select("products")
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  if (!row) return true;
  const existing = productList.read(row.products);
  const all = [...new Set([...existing, ...products])];
  if (all.length === existing.length) return true;
  const { numUpdatedRows } = await changeItem(db)
    .set({ products: productList.write(all) })
    .where("item_id", "=", itemId)
    .where("products", "=", row.products)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}
