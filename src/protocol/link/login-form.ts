import { z } from "zod";
import { InstitutionHealth, InstitutionRow } from "../institution.ts";
import { LINK_PRODUCTS } from "../vocabulary.ts";
import { MFA_KINDS, type MfaInput, type MfaType } from "./mfa-kinds.ts";

/** A field of an institution's login form with the institution's label. */
export const CredentialField = z.discriminatedUnion("type", [
  z.strictObject({
    name: z.string(),
    label: z.string(),
    /**
     * `digits` may contain dashes. A `pin` is a secret of digits. An `amount` is money, such as
     * `0.05`.
     */
    type: z.enum(["text", "digits", "password", "pin", "amount"]),
  }),
  /** A file in base64, compressed by gzip or uncompressed. */
  z.strictObject({ name: z.string(), label: z.string(), type: z.literal("file") }),
  z.strictObject({
    name: z.string(),
    label: z.string(),
    type: z.literal("select"),
    options: z.array(z.strictObject({ value: z.string(), label: z.string() })).min(1),
  }),
  /** Sent as `true` or `false`. A `required` checkbox must be ticked. */
  z.strictObject({
    name: z.string(),
    label: z.string(),
    type: z.literal("checkbox"),
    required: z.boolean(),
  }),
]);
export type CredentialField = z.infer<typeof CredentialField>;

/** The consent that the user must give before the server contacts the institution. */
export const ConsentOffer = z.strictObject({
  /** The version of the text, e.g. `2026-11`. */
  version: z.string(),
  /** The data covered by the consent, by product. */
  scope: z.array(z.enum(LINK_PRODUCTS)),
  /** The duration of access, in days. */
  days: z.int().positive(),
  terms_url: z.string(),
  privacy_url: z.string(),
  /** The name of the server's operator; absent if the application is the operator. */
  operator: z.string().optional(),
});
export type ConsentOffer = z.infer<typeof ConsentOffer>;

/** The existing connection that an update session renews: its start, and its accounts. */
export const Renewal = z.strictObject({
  since: z.iso.datetime(),
  /** The last read of the connection's data; null before the first read. */
  last_read: z.iso.datetime().nullable(),
  /** Whether the connection is unreadable until the user signs in. */
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
  /** The texts of a file form and of its open questions; absent for other forms. */
  texts: FileTexts.optional(),
  /**
   * Instructions for downloading a file from a bank's site, by the bank's names; only in a form
   * that asks for the bank.
   */
  downloads: z
    .array(z.strictObject({ names: z.array(z.string()), lines: z.array(z.string()) }))
    .optional(),
  /** A text above the fields in place of the default. */
  help: z.string().optional(),
  fields: z.array(CredentialField),
  /** Whether users continue at the institution's own site after the fields. */
  at_site: z.literal(true).optional(),
  /** The host name of the institution's own sign-in; absent if unknown, or without an own site. */
  sign_in_host: z.string().optional(),
  /**
   * The ways to a bank, from which the user chooses before the fields appear. Each label describes
   * its way.
   */
  ways: z.array(InstitutionRow).min(2).optional(),
  /** Only in update mode. */
  renewal: Renewal.optional(),
  /** The consent to give before the form; null if unnecessary, or given already. */
  consent: ConsentOffer.nullable(),
});
export type LoginForm = z.infer<typeof LoginForm>;

/**
 * A row of a file under an option: its text, its amount without a sign, and whether it is money in.
 */
const PicturedRow = z.strictObject({ text: z.string(), amount: z.string(), isIn: z.boolean() });
export type PicturedRow = z.infer<typeof PicturedRow>;

/** One of two payments that may be the same, under a label. */
const PairedRow = z.strictObject({
  label: z.string(),
  name: z.string(),
  amount: z.string(),
  day: z.string(),
});

/** A question about two payments. `why` has the reasons for the question; empty without reasons. */
const Pair = z.strictObject({
  title: z.string(),
  rows: z.tuple([PairedRow, PairedRow]),
  why: z.string(),
});

const DeviceKind = z.enum(["phone", "email"]);

/** The content of a challenge, by the type of its answer. */
const CHALLENGE_CONTENT = {
  /** The devices that can receive a one-time code. The answer is the id of a device. */
  device: {
    devices: z.array(
      z.strictObject({
        id: z.string(),
        kind: DeviceKind,
        /** The mask that distinguishes the device, e.g. `•••• 6789`. */
        mask: z.string(),
      }),
    ),
  },
  /** The sent code. `sent_to` is the chosen device's mask, if there was a choice. */
  code: {
    sent_to: z.string().nullable(),
    /** The number of characters of the code, if the institution gives it. */
    length: z.int().min(3).max(10).optional(),
    /**
     * The wait before another code can be sent, in seconds; absent if no further code can be sent.
     */
    resend_after: z.int().min(0).max(3600).optional(),
    /**
     * The institution's own text, instead of the general text, and a picture for the code's device
     * as a data: URL.
     */
    hint: z.string().optional(),
    picture: z.string().startsWith("data:image/").optional(),
    /** The kinds of other devices for the code; absent without other devices. */
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
        /** The initially chosen option; absent without one. */
        chosen: z.string().optional(),
        /** The two payments of the question, instead of its text. */
        pair: Pair.optional(),
        /** For each option, the file's rows under the option. */
        pictures: z.array(z.array(PicturedRow)).optional(),
      }),
    ),
    /**
     * The first rows of a table, whose columns the first questions concern; absent without a table.
     */
    table: z.array(z.array(z.string())).optional(),
    /** The title and the text below it; absent if the form's texts apply. */
    title: z.string().optional(),
    lead: z.string().optional(),
    /** A sentence above the questions; absent without a sentence. */
    note: z.string().optional(),
  },
} satisfies Record<MfaInput, z.ZodRawShape>;

type Content = typeof CHALLENGE_CONTENT;

/**
 * A question of the institution after the credentials or after another answer, with a kind of
 * `MFA_KINDS`.
 */
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
