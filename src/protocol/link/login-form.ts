import { z } from "zod";
import { InstitutionHealth, InstitutionRow } from "../institution.ts";
import { LINK_PRODUCTS } from "../vocabulary.ts";
import { MFA_KINDS, type MfaInput, type MfaType } from "./mfa-kinds.ts";

/** A field of an institution's login form, under the label that the institution gives it. */
export const CredentialField = z.discriminatedUnion("type", [
  z.strictObject({
    name: z.string(),
    label: z.string(),
    /**
     * `digits` may contain dashes; a `pin` is a secret of digits; an `amount` is money, as `0.05`.
     */
    type: z.enum(["text", "digits", "password", "pin", "amount"]),
  }),
  /** The bytes of a file in base64, compressed by gzip or as they are. */
  z.strictObject({ name: z.string(), label: z.string(), type: z.literal("file") }),
  z.strictObject({
    name: z.string(),
    label: z.string(),
    type: z.literal("select"),
    options: z.array(z.strictObject({ value: z.string(), label: z.string() })).min(1),
  }),
  /** Sent as `true` or `false`; a `required` one has to be ticked. */
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
  /** The duration of access, in days. */
  days: z.int().positive(),
  terms_url: z.string(),
  privacy_url: z.string(),
  /** The name of the server's operator; left out if that is the application itself. */
  operator: z.string().optional(),
});
export type ConsentOffer = z.infer<typeof ConsentOffer>;

/** The existing connection that an update session renews: since when it is, and its accounts. */
export const Renewal = z.strictObject({
  since: z.iso.datetime(),
  /** When its data was last read; null if it never was. */
  last_read: z.iso.datetime().nullable(),
  /** Whether it cannot be read until the user signs in. */
  ended: z.boolean(),
  accounts: z.array(z.strictObject({ name: z.string(), mask: z.string().nullable() })),
});
export type Renewal = z.infer<typeof Renewal>;

const FileTexts = z.strictObject({
  title: z.string(),
  lead: z.string(),
  note: z.string(),
  sample: z.string(),
  missing: z.string(),
  sending: z.string(),
  reading: z.string(),
  tooLarge: z.string(),
  choose: z.string(),
  drop: z.string(),
  columns: z.string(),
  columnsHelp: z.string(),
  questions: z.string(),
  questionsHelp: z.string(),
});

/** An institution with its login form. */
export const LoginForm = z.strictObject({
  institution: InstitutionRow,
  url: z.string().nullable(),
  health: InstitutionHealth,
  /**
   * The purpose of the fields: to sign in; to enter account numbers by hand, to be verified by
   * micro-deposits; to enter the two amounts that arrived; or to add a file from a bank.
   */
  purpose: z.enum(["login", "numbers", "amounts", "file"]),
  /** The texts of a form for a file, and of the questions that it leaves open; only for those. */
  texts: FileTexts.optional(),
  /** The lines that say where a bank's site has its file, for its names; only in a form that asks for the bank. */
  downloads: z
    .array(z.strictObject({ names: z.array(z.string()), lines: z.array(z.string()) }))
    .optional(),
  /** A text above the fields in place of the default. */
  help: z.string().optional(),
  fields: z.array(CredentialField),
  /** Whether its users continue at the institution's own site after the fields. */
  at_site: z.literal(true).optional(),
  /** The host name at which its users sign in, if they do so at its own site; left out if unknown. */
  sign_in_host: z.string().optional(),
  /**
   * The ways to a bank, from which the user chooses before the fields are shown; the label of each describes
   * the way.
   */
  ways: z.array(InstitutionRow).min(2).optional(),
  /** Only in update mode. */
  renewal: Renewal.optional(),
  /** The consent to give before the form is shown; null if it is not needed, or was given. */
  consent: ConsentOffer.nullable(),
});
export type LoginForm = z.infer<typeof LoginForm>;

/** A row of a file as an option reads it: its text, its amount without a sign, and whether it is money in. */
const PicturedRow = z.strictObject({ text: z.string(), amount: z.string(), isIn: z.boolean() });
export type PicturedRow = z.infer<typeof PicturedRow>;

/** One of two payments that may be the same, under a label. */
const PairedRow = z.strictObject({
  label: z.string(),
  name: z.string(),
  amount: z.string(),
  day: z.string(),
});

/** A question about two payments, as the form shows it; `why` has the reasons to ask, empty if there are none. */
const Pair = z.strictObject({
  title: z.string(),
  rows: z.tuple([PairedRow, PairedRow]),
  why: z.string(),
});

const DeviceKind = z.enum(["phone", "email"]);

/** The content of a challenge, by the input that answers it. */
const CHALLENGE_CONTENT = {
  /** The devices that a one-time code can be sent to: the answer is the id of one. */
  device: {
    devices: z.array(
      z.strictObject({
        id: z.string(),
        kind: DeviceKind,
        /** Its distinguishing mask, e.g. `•••• 6789`. */
        mask: z.string(),
      }),
    ),
  },
  /** The code that was sent; `sent_to` is the chosen device's mask, if there was a choice. */
  code: {
    sent_to: z.string().nullable(),
    /** The number of characters of the code, if the institution returns it. */
    length: z.int().min(3).max(10).optional(),
    /** After how many seconds another code can be sent; left out if none can be. */
    resend_after: z.int().min(0).max(3600).optional(),
    /** The institution's own words, in place of the general ones; and a picture, a data: URL, that shows the code's way. */
    hint: z.string().optional(),
    picture: z.string().startsWith("data:image/").optional(),
    /** The kinds of the other devices that it can be sent to; left out if there are none. */
    other_devices: z.array(DeviceKind).min(1).optional(),
  },
  /** Questions with free-text answers. */
  text: { questions: z.array(z.string()) },
  /** Questions with options to choose from. */
  options: {
    questions: z.array(
      z.strictObject({
        question: z.string(),
        options: z.array(z.string()),
        /** The option that is chosen at first; left out for none. */
        chosen: z.string().optional(),
        /** The two payments that it is about, in place of the text of the question. */
        pair: Pair.optional(),
        /** For each option, rows of the file as it reads them. */
        pictures: z.array(z.array(PicturedRow)).optional(),
      }),
    ),
    /** The first rows of a table, whose columns the first questions are about; left out for no table. */
    table: z.array(z.array(z.string())).optional(),
    /** The title and the text below it; left out for those of the form. */
    title: z.string().optional(),
    lead: z.string().optional(),
    /** A sentence above the questions; left out for none. */
    note: z.string().optional(),
  },
} satisfies Record<MfaInput, z.ZodRawShape>;

type Content = typeof CHALLENGE_CONTENT;

/** A question of the institution after the credentials or after another answer, of a kind in `MFA_KINDS`. */
export type Challenge = {
  [T in MfaType]: { type: T } & z.infer<z.ZodObject<Content[(typeof MFA_KINDS)[T]["input"]]>>;
}[MfaType];

const toChallenge = (type: MfaType) =>
  z.strictObject({ type: z.literal(type), ...CHALLENGE_CONTENT[MFA_KINDS[type].input] });
const [firstType = "code", ...otherTypes] = Object.keys(MFA_KINDS) as MfaType[];

export const Challenge: z.ZodType<Challenge> = z.discriminatedUnion("type", [
  toChallenge(firstType),
  ...otherTypes.map(toChallenge),
]) as z.ZodType<Challenge>;
