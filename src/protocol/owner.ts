import { z } from "zod";

/** A postal address; what the institution does not tell is null, never an empty string. */
export const AddressData = z
  .strictObject({
    street: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    postal_code: z.string().nullable(),
    country: z.string().nullable().meta({ description: "ISO 3166-1 alpha-2." }),
  })
  .meta({ id: "AddressData" });
export type AddressData = z.infer<typeof AddressData>;

/** An owner of an account, as the institution knows them. */
export const Owner = z
  .strictObject({
    names: z.array(z.string()),
    phone_numbers: z.array(
      z.strictObject({
        data: z.string(),
        primary: z.boolean(),
        type: z.enum(["home", "work", "mobile", "office", "other"]),
      }),
    ),
    emails: z.array(
      z.strictObject({
        data: z.string(),
        primary: z.boolean(),
        type: z.enum(["primary", "secondary", "other"]),
      }),
    ),
    addresses: z.array(z.strictObject({ data: AddressData, primary: z.boolean() })),
  })
  .meta({ id: "Owner" });
export type Owner = z.infer<typeof Owner>;
