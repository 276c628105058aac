import { z } from "zod";

const AccountId = z.string().meta({ examples: ["qPx3JtnV8fLw0cYb7RkD2mGhZs5TeAu9Xo1Ki"] });

/**
 * US: the numbers for ACH debits and payouts. `wire_routing` is null only if the institution has
 * none.
 */
export const Ach = z.strictObject({
  account_id: AccountId,
  account: z.string().meta({ examples: ["579023226083"] }),
  routing: z.string().meta({ examples: ["804654979"] }),
  wire_routing: z
    .string()
    .nullable()
    .meta({ examples: ["803090712"] }),
});

/** Canada: the numbers for EFT; `institution` has three digits, `branch` five. */
export const Eft = z.strictObject({
  account_id: AccountId,
  account: z.string().meta({ examples: ["111122223333"] }),
  institution: z.string().meta({ examples: ["021"] }),
  branch: z.string().meta({ examples: ["01140"] }),
});

/** SEPA: IBAN and BIC. */
export const International = z.strictObject({
  account_id: AccountId,
  iban: z.string().meta({ examples: ["GB28RYPT60161331926819"] }),
  bic: z.string().meta({ examples: ["RYPTGB20"] }),
});

/** UK: the numbers for Faster Payments; `sort_code` has six digits. */
export const Bacs = z.strictObject({
  account_id: AccountId,
  account: z.string().meta({ examples: ["31926819"] }),
  sort_code: z.string().meta({ examples: ["601613"] }),
});

/** Account numbers by payment network; empty for networks that the account lacks. */
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
