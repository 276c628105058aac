import { z } from "zod";
import { ERROR_TYPES } from "./errors/error-row.ts";
import { CONSENTED_PRODUCTS, PRODUCTS, type Product } from "./vocabulary.ts";

/** An error inside another response, such as an unhealthy Item's. */
const EmbeddedError = z.strictObject({
  error_type: z.enum(ERROR_TYPES).meta({ examples: ["ITEM_ERROR"] }),
  error_code: z.string().meta({ examples: ["ITEM_LOGIN_REQUIRED"] }),
  error_message: z.string(),
  display_message: z.string().nullable(),
});

/** The method by which the numbers of an Item's accounts were found. */
export const AuthMethod = z.enum([
  "INSTANT_AUTH",
  "AUTOMATED_MICRODEPOSITS",
  "SAME_DAY_MICRODEPOSITS",
]);
export type AuthMethod = z.infer<typeof AuthMethod>;

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
    auth_method: AuthMethod.nullable().meta({
      description:
        "INSTANT_AUTH if the institution gave the account numbers, else the kind of micro-deposits that " +
        "verify them; null if no account has numbers, or the Item was linked before there was this field.",
      examples: ["INSTANT_AUTH"],
    }),
    created_at: z.iso.datetime().meta({ examples: ["2026-01-15T12:00:00.000Z"] }),
  })
  .meta({ id: "Item" });
export type Item = z.infer<typeof Item>;
