import { z } from "zod";
import { CalendarDate } from "../../../protocol/transaction.ts";
import { dayAt, toDate } from "../calendar.ts";
import { Fault } from "../fault.ts";

/**
 * Control characters and lone surrogates. No store can hold them, so two texts would become one.
 */
const NO_TEXT = /[\p{Cc}\p{Cs}]/u;

/** A visible character, since spaces and joiners alone are no text. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

const NO_TEXT_WORDS = "must have no control characters and no half of a character";

/** The application's id of a user. */
export const ClientUserId = z
  .string()
  .min(1)
  .max(200)
  .refine((id) => !NO_TEXT.test(id), NO_TEXT_WORDS)
  .meta({ examples: ["customer-1"] });

/** The maximum number of a person's addresses, emails or phone numbers. */
const MAX_ELEMENTS = 10;

const text = (limit: number, example: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(limit)
    .refine((value) => !NO_TEXT.test(value), NO_TEXT_WORDS)
    .refine((value) => VISIBLE.test(value), "must have something to read in it")
    .meta({ examples: [example] });

const E164 = /^\+[1-9]\d{5,14}$/;

const PhoneNumber = z
  .string()
  .refine((value) => E164.test(value), "must be a phone number in E.164, like +14155550010")
  .meta({ pattern: E164.source, examples: ["+14155550010"] });

const Email = z
  .email()
  .max(254)
  .meta({ examples: ["ann@mail.example"] });

/** The officially assigned codes of ISO 3166-1 alpha-2. */
const COUNTRIES: ReadonlySet<string> = new Set(
  (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS " +
    "BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE " +
    "EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM " +
    "HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC " +
    "LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA " +
    "NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW " +
    "SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO " +
    "TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"
  ).split(" "),
);

/** Whether a code names a country. */
export const isCountry = (code: string): boolean => COUNTRIES.has(code);

const Country = z
  .string()
  .refine(isCountry, "must be a country of ISO 3166-1 alpha-2, like US")
  .meta({ pattern: "^[A-Z]{2}$", examples: ["US"] });

const LAST_FOUR = /^\d{4}$/;

const LastFourDigits = z
  .string()
  .refine((value) => LAST_FOUR.test(value), "must be the last four digits")
  .meta({ pattern: LAST_FOUR.source, examples: ["6789"] });

const DateOfBirth = CalendarDate.meta({
  description: "A day, YYYY-MM-DD, not in the future.",
  examples: ["1990-04-23"],
});

const primary = z.boolean().default(false).meta({ description: "True of at most one element." });

const list = <Element extends z.ZodType<{ primary: boolean }>>(element: Element) =>
  z
    .array(element)
    .max(MAX_ELEMENTS)
    .refine(
      (all) => all.filter((element) => element.primary).length <= 1,
      "must have at most one primary element",
    );

/**
 * The identity of a user, the subject of consumer reports. It has only the last four digits of a
 * social security number.
 */
export const Identity = z
  .strictObject({
    name: z.strictObject({ given_name: text(100, "Ann"), family_name: text(100, "Example") }),
    date_of_birth: DateOfBirth,
    emails: list(z.strictObject({ data: Email, primary })),
    phone_numbers: list(z.strictObject({ data: PhoneNumber, primary })),
    addresses: list(
      z.strictObject({
        street_1: text(200, "1 Main Street"),
        street_2: text(200, "Apartment 2").nullish(),
        city: text(100, "San Francisco"),
        region: text(100, "CA").nullable().default(null),
        country: Country,
        postal_code: text(20, "94105").nullable().default(null),
        primary,
      }),
    ),
    id_numbers: z
      .array(z.strictObject({ value: LastFourDigits, type: z.literal("us_ssn_last_4") }))
      .max(1)
      .optional(),
  })
  .meta({ id: "UserIdentity" });
export type Identity = z.infer<typeof Identity>;

/** An identity in the legacy API's form. */
export const LegacyIdentity = z
  .strictObject({
    first_name: text(100, "Ann"),
    last_name: text(100, "Example"),
    date_of_birth: DateOfBirth,
    emails: z.array(Email).max(MAX_ELEMENTS),
    phone_numbers: z.array(PhoneNumber).max(MAX_ELEMENTS),
    primary_address: z.strictObject({
      street: text(200, "1 Main Street"),
      city: text(100, "San Francisco"),
      region: text(100, "CA").nullable().default(null),
      country: Country,
      postal_code: text(20, "94105").nullable().default(null),
    }),
    ssn_last_4: LastFourDigits.nullish(),
  })
  .meta({ id: "LegacyUserIdentity" });
export type LegacyIdentity = z.infer<typeof LegacyIdentity>;

/**
 * Converts a legacy identity to the new form. The first email and phone number become the primary
 * ones.
 */
export const upgradeIdentity = (legacy: LegacyIdentity): Identity => {
  const { street, ...address } = legacy.primary_address;
  return {
    name: { given_name: legacy.first_name, family_name: legacy.last_name },
    date_of_birth: legacy.date_of_birth,
    emails: legacy.emails.map(firstIsPrimary),
    phone_numbers: legacy.phone_numbers.map(firstIsPrimary),
    addresses: [{ street_1: street, ...address, primary: true }],
    ...(legacy.ssn_last_4 != null && {
      id_numbers: [{ value: legacy.ssn_last_4, type: "us_ssn_last_4" }],
    }),
  };
};

const firstIsPrimary = (data: string, index: number) => ({ data, primary: index === 0 });

/** The earliest birthday of a living person. */
const FIRST_BIRTHDAY = "1900-01-01";

/** Throws INVALID_USER_IDENTITY_DATA for a date that cannot be a living person's birthday. */
export const requirePlausibleBirth = (field: string, date: string, now: number): void => {
  if (date > toDate(dayAt(now)))
    throw new Fault("INVALID_USER_IDENTITY_DATA", {
      message: `${field}.date_of_birth must not be in the future`,
    });
  if (date < FIRST_BIRTHDAY)
    throw new Fault("INVALID_USER_IDENTITY_DATA", {
      message: `${field}.date_of_birth must not be before ${FIRST_BIRTHDAY}`,
    });
};
