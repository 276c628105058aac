import { z } from "zod";
import { InstitutionHealth, InstitutionRow } from "./institution.ts";
import { LINK_PRODUCTS } from "./vocabulary.ts";

/** A field of an institution's login form, under the label that the institution gives it. */
export const CredentialField = z.discriminatedUnion("type", [
  z.strictObject({
    name: z.string(),
    label: z.string(),
    /** `digits` may have dashes in them; a `pin` is a secret of digits; an `amount` is money, as `0.05`. */
    type: z.enum(["text", "digits", "password", "pin", "amount"]),
  }),
  z.strictObject({
    name: z.string(),
    label: z.string(),
    type: z.literal("select"),
    options: z.array(z.strictObject({ value: z.string(), label: z.string() })).min(1),
  }),
  /** Sent as `true` or `false`; one that is `required` has to be ticked. */
  z.strictObject({
    name: z.string(),
    label: z.string(),
    type: z.literal("checkbox"),
    required: z.boolean(),
  }),
]);
export type CredentialField = z.infer<typeof CredentialField>;

/** The consent that the user has to give before the institution is contacted. */
export const ConsentOffer = z.strictObject({
  /** The version of the text, e.g. `2026-11`. */
  version: z.string(),
  /** The data that is read, by product. */
  scope: z.array(z.enum(LINK_PRODUCTS)),
  /** How long it may be read for. */
  days: z.int().positive(),
  terms_url: z.string(),
  privacy_url: z.string(),
});
export type ConsentOffer = z.infer<typeof ConsentOffer>;

/** An institution with its login form. */
export const LoginForm = z.strictObject({
  institution: InstitutionRow,
  url: z.string().nullable(),
  health: InstitutionHealth,
  /**
   * What the fields are for: to sign in; to enter account numbers by hand, to be verified by
   * micro-deposits; or to tell the two amounts that arrived.
   */
  purpose: z.enum(["login", "numbers", "amounts"]),
  /** What to read above the fields, where it is not the usual. */
  help: z.string().optional(),
  fields: z.array(CredentialField),
  /** To be agreed to before the form is shown; null where nobody is asked, or they have been. */
  consent: ConsentOffer.nullable(),
});
export type LoginForm = z.infer<typeof LoginForm>;

/** A further question of the institution's, asked after the credentials or after another answer. */
export const Challenge = z.discriminatedUnion("type", [
  /** Where to send a one-time code: the answer is the chosen device's id. */
  z.strictObject({
    type: z.literal("device"),
    devices: z.array(
      z.strictObject({
        id: z.string(),
        kind: z.enum(["phone", "email"]),
        /** What tells it from the others, e.g. `•••• 6789`. */
        mask: z.string(),
      }),
    ),
  }),
  /** The code that was sent; `sent_to` is the chosen device's mask, if there was one to choose. */
  z.strictObject({ type: z.literal("code"), sent_to: z.string().nullable() }),
  /** Questions to be answered in words. */
  z.strictObject({ type: z.literal("questions"), questions: z.array(z.string()) }),
  /** Questions to be answered with one of their options. */
  z.strictObject({
    type: z.literal("selections"),
    questions: z.array(z.strictObject({ question: z.string(), options: z.array(z.string()) })),
  }),
]);
export type Challenge = z.infer<typeof Challenge>;
