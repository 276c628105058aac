import { z } from "zod";
import { PRODUCTS } from "./vocabulary.ts";

/** An error inside another answer, as an Item in trouble carries it. */
const EmbeddedError = z.strictObject({
  error_type: z.string(),
  error_code: z.string(),
  error_message: z.string(),
  display_message: z.string().nullable(),
});

/** An Item: one set of credentials at one institution. */
export const Item = z
  .strictObject({
    item_id: z.string(),
    institution_id: z.string(),
    institution_name: z.string(),
    webhook: z.string().nullable(),
    error: EmbeddedError.nullable(),
    available_products: z.array(z.enum(PRODUCTS)),
    billed_products: z.array(z.enum(PRODUCTS)),
    products: z.array(z.enum(PRODUCTS)),
    consent_expiration_time: z.iso.datetime().nullable(),
    update_type: z.enum(["background", "user_present_required"]),
  })
  .meta({ id: "Item" });
export type Item = z.infer<typeof Item>;
