import { z } from "zod";
import { CONSENTED_PRODUCTS, PRODUCTS, type Product } from "./vocabulary.ts";

/** An error inside another response, such as an unhealthy Item's. */
const EmbeddedError = z.strictObject({
  error_type: z.string().meta({ examples: ["ITEM_ERROR"] }),
  error_code: z.string().meta({ examples: ["ITEM_LOGIN_REQUIRED"] }),
  error_message: z.string(),
  display_message: z.string().nullable(),
});

const products = (...examples: Product[]) =>
  z.array(z.enum(PRODUCTS)).meta({ examples: [examples] });

/** An Item: one set of credentials at one institution. */
export const Item = z
  .strictObject({
    item_id: z.string().meta({ examples: ["Lr6WdKc0ZyHq4NgPvTjB8xSm2fEa5UoXi7Ck3"] }),
    institution_id: z.string().meta({ examples: ["ins_109508"] }),
    institution_name: z.string().meta({ examples: ["First Platypus Bank"] }),
    webhook: z
      .string()
      .nullable()
      .meta({ examples: ["https://shop.example/webhook"] }),
    error: EmbeddedError.nullable().meta({ examples: [null] }),
    available_products: products("identity", "income", "assets", "balance"),
    billed_products: products("auth", "transactions"),
    products: products("auth", "transactions"),
    consented_products: z.array(z.enum(CONSENTED_PRODUCTS)).meta({
      description:
        "The products that the user agreed to share when the Item was linked, `cra_*` included.",
      examples: [["auth", "transactions"]],
    }),
    consent_expiration_time: z.iso
      .datetime()
      .nullable()
      .meta({ examples: [null] }),
    update_type: z.enum(["background", "user_present_required"]),
  })
  .meta({ id: "Item" });
export type Item = z.infer<typeof Item>;
