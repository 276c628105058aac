import { z } from "zod";
import { type AddressData, ALL_ACCOUNT_SUBTYPES } from "../../../../protocol/account.ts";
import { problemsIn } from "../../../../protocol/errors/problems.ts";
import { parseInput } from "../../../../protocol/parse-input.ts";
import { CalendarDate } from "../../../../protocol/transaction.ts";
import {
  ACCOUNT_SUBTYPES,
  type AccountSubtype,
  type AccountType,
} from "../../../../protocol/vocabulary.ts";
import { currencyFrom, dayIn, lineFrom } from "../../../domain/bank-values.ts";
import { Fault } from "../../../domain/fault.ts";
import { EuropeanRules } from "../european-rules.ts";
import { LOGIN_ERRORS } from "../login-errors.ts";
import { CUSTOM_MFA_TYPES } from "../mfa.ts";
import { CustomLiability } from "./custom-liability.ts";

const ACCOUNT_TYPES = Object.keys(ACCOUNT_SUBTYPES) as AccountType[];

const MAX_AMOUNT = 1_000_000_000;
const MAX_TRANSACTIONS = 5000;

const amount = (min: number) =>
  z
    .number()
    .min(min)
    .max(MAX_AMOUNT)
    .refine((value) => Math.round(value * 100) / 100 === value, "must be in whole cents");

const textLike = (pattern: RegExp, hint: string) =>
  z.string().refine((text) => pattern.test(text), `must be ${hint}`);

/** The schema of a text in a kind's canonical form. */
const textOfKind = <T extends string>(valueFrom: (text: string) => T | null, hint: string) =>
  z.string().transform((text, context): T => {
    const value = valueFrom(text);
    if (value === text) return value;
    context.issues.push({ code: "custom", input: text, message: hint });
    return z.NEVER;
  });

const toLine = (length: number) =>
  textOfKind(
    (text) => lineFrom(text, length),
    `must be a text of 1 to ${length} characters on one line`,
  );

const name = toLine(100);

/** An account's numbers of `user_custom`. The account decides which ones are suitable. */
export const CustomNumbers = z
  .strictObject({
    account: z.string(),
    ach_routing: z.string(),
    ach_wire_routing: z.string(),
    eft_institution: z.string(),
    eft_branch: z.string(),
    international_iban: z.string(),
    international_bic: z.string(),
    bacs_sort_code: z.string(),
  })
  .exactPartial();
export type CustomNumbers = z.infer<typeof CustomNumbers>;

const currency = textOfKind(
  currencyFrom,
  "must be a currency code of ISO 4217, or an unofficial one of 3 to 10 capital letters and digits",
);

const day = CalendarDate.pipe(textOfKind(dayIn, "must be a day from 1900 to 2199"));

/** A transaction of `user_custom`; pending from date_transacted until date_posted. */
const CustomTransaction = z
  .strictObject({
    date_transacted: day,
    date_posted: day,
    /** Positive when money leaves the account. */
    amount: amount(-MAX_AMOUNT),
    description: name,
    /** By default the account's. */
    currency: currency.optional(),
  })
  .refine(({ date_transacted, date_posted }) => date_transacted <= date_posted, {
    path: ["date_posted"],
    message: "must not be before date_transacted",
  });

const text = toLine(200);

const part = text.nullable();

const CustomAddress = z
  .strictObject({
    street: part,
    city: part,
    region: part,
    postal_code: part,
    country: part,
  } satisfies Record<keyof AddressData, typeof part>)
  .exactPartial();

/** The owner of an account of `user_custom`. */
const CustomIdentity = z
  .strictObject({
    names: z.array(text).min(1).max(10),
    phone_numbers: z
      .array(
        z.strictObject({
          data: text,
          primary: z.boolean().default(false),
          type: z.enum(["home", "work", "mobile", "office", "other"]).default("other"),
        }),
      )
      .max(10),
    emails: z
      .array(
        z.strictObject({
          data: text,
          primary: z.boolean().default(false),
          type: z.enum(["primary", "secondary", "other"]).default("other"),
        }),
      )
      .max(10),
    addresses: z
      .array(z.strictObject({ data: CustomAddress, primary: z.boolean().default(false) }))
      .max(10),
  })
  .exactPartial();

/** An account of `user_custom`. Missing fields are drawn; the default has no transactions. */
export const CustomAccount = z
  .strictObject({
    type: z.enum(ACCOUNT_TYPES),
    subtype: z.enum(ALL_ACCOUNT_SUBTYPES),
    /** The balance before the first of `transactions`. */
    starting_balance: amount(-MAX_AMOUNT).optional(),
    /** By default the country's. */
    currency: currency.optional(),
    meta: z
      .strictObject({
        name,
        official_name: name,
        limit: amount(0),
        mask: textLike(/^[0-9A-Za-z]{2,4}$/, "2 to 4 letters or digits"),
      })
      .exactPartial()
      .optional(),
    numbers: CustomNumbers.optional(),
    transactions: z.array(CustomTransaction).max(MAX_TRANSACTIONS).optional(),
    /** The owner; by default the person of the login. */
    identity: CustomIdentity.optional(),
    /** The terms of a card or a student loan. */
    liability: CustomLiability.optional(),
  })
  .superRefine(({ type, subtype }, context) => {
    const subtypes: readonly AccountSubtype[] = ACCOUNT_SUBTYPES[type];
    if (subtypes.includes(subtype)) return;
    const message = `must be one of ${subtypes.join(", ")}`;
    context.addIssue({ code: "custom", path: ["subtype"], message });
  });
export type CustomAccount = z.infer<typeof CustomAccount>;

/** The maximum number of accounts that a request's `account_ids` can name. */
const MAX_ACCOUNTS = 100;

const from = (min: number) => z.int().min(min).max(10);

/** A test user description in the password of `user_custom`, as JSON. */
const CustomUser = z.strictObject({
  /** Another seed means another person, with other accounts, numbers and devices. */
  seed: z.string().min(1).max(100).optional(),
  /** The person's accounts, instead of those of `user_good`. */
  override_accounts: z.array(CustomAccount).max(MAX_ACCOUNTS).optional(),
  mfa: z
    .strictObject({
      type: z.enum(CUSTOM_MFA_TYPES),
      question_rounds: from(1).default(1),
      /** For questions and selections alike. */
      questions_per_round: from(1).default(2),
      selection_rounds: from(1).default(1),
      selections_per_question: from(2).default(2),
    })
    .optional(),
  /** The rules of European banks that the bank follows. */
  europe: EuropeanRules.optional(),
  /** Requires a captcha whose solution is accepted or refused. */
  recaptcha: z.enum(["good", "bad"]).optional(),
  /** How the login ends, after the questions of `mfa`. */
  force_error: z.enum(LOGIN_ERRORS).optional(),
});
type CustomUser = z.infer<typeof CustomUser>;

/** Parses the password of `user_custom`; INVALID_CREDENTIALS names the problem, but never repeats a value. */
export const customUser = (password: string): CustomUser => {
  const description = objectIn(password);
  const result = parseInput(CustomUser, description);
  if (result.success) return result.data;
  const { missing, unknown, invalid } = problemsIn(result.issues, description);
  throw invalidCustomUser([
    ...missing.map((field) => `${field} is missing`),
    ...unknown.map((field) => `${field} is not a known field`),
    ...invalid,
  ]);
};

/** The refusal of an invalid description of a user. */
export const invalidCustomUser = (problems: readonly string[]): Fault =>
  new Fault("INVALID_CREDENTIALS", {
    message: `the password of user_custom is not valid: ${problems.join("; ")}`,
  });

function objectIn(password: string): object {
  let description: unknown;
  try {
    description = JSON.parse(password);
  } catch {
    // No cause: the parser's message quotes the password.
  }
  if (typeof description !== "object" || description === null || Array.isArray(description))
    throw invalidCustomUser(["it must be a JSON object"]);
  return description;
}
