import { z } from "zod";

const text = (example: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

/** A postal address; an unknown part is null, never an empty string. */
export const AddressData = z
  .strictObject({
    street: text("225 Tinker Street"),
    city: text("Madison"),
    region: text("WI"),
    postal_code: text("53703"),
    country: text("US").meta({ description: "ISO 3166-1 alpha-2.", examples: ["US"] }),
  })
  .meta({ id: "AddressData" });
export type AddressData = z.infer<typeof AddressData>;

/** An owner of an account, as the institution reports them. */
export const Owner = z
  .strictObject({
    names: z.array(z.string().meta({ examples: ["Thomas Castellan"] })),
    phone_numbers: z.array(
      z.strictObject({
        data: z.string().meta({ examples: ["+15555555227"] }),
        primary: z.boolean(),
        type: z.enum(["home", "work", "mobile", "office", "other"]).meta({ examples: ["mobile"] }),
      }),
    ),
    emails: z.array(
      z.strictObject({
        data: z.string().meta({ examples: ["t.castellan@mail.example"] }),
        primary: z.boolean(),
        type: z.enum(["primary", "secondary", "other"]),
      }),
    ),
    addresses: z.array(z.strictObject({ data: AddressData, primary: z.boolean() })),
  })
  .meta({ id: "Owner" });
export type Owner = z.infer<typeof Owner>;
