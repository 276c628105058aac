import { z } from "zod";

/** US: what ACH debits and payouts need. `wire_routing` is null only where the institution has none. */
export const Ach = z.strictObject({
  account_id: z.string(),
  account: z.string(),
  routing: z.string(),
  wire_routing: z.string().nullable(),
});

/** Canada: what EFT needs; `institution` has three digits, `branch` five. */
export const Eft = z.strictObject({
  account_id: z.string(),
  account: z.string(),
  institution: z.string(),
  branch: z.string(),
});

/** SEPA: IBAN and BIC. */
export const International = z.strictObject({
  account_id: z.string(),
  iban: z.string(),
  bic: z.string(),
});

/** UK: what Faster Payments needs; `sort_code` has six digits. */
export const Bacs = z.strictObject({
  account_id: z.string(),
  account: z.string(),
  sort_code: z.string(),
});

/** Account numbers by payment network; a network that does not apply is an empty array. */
export const Numbers = z
  .strictObject({
    ach: z.array(Ach),
    eft: z.array(Eft),
    international: z.array(International),
    bacs: z.array(Bacs),
  })
  .meta({ id: "Numbers" });
export type Numbers = z.infer<typeof Numbers>;

/** One account's numbers by network, without its account_id. */
export const AccountNumbers = z
  .strictObject({
    ach: Ach.omit({ account_id: true }),
    eft: Eft.omit({ account_id: true }),
    international: International.omit({ account_id: true }),
    bacs: Bacs.omit({ account_id: true }),
  })
  .exactPartial();
export type AccountNumbers = z.infer<typeof AccountNumbers>;
