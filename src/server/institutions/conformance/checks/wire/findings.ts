import { valueAt } from "../../../../connectors/data-api/dialect.ts";
import { ibanFrom } from "../../../../domain/bank-values.ts";
import type { Check, CheckOf, Observations } from "../../check.ts";
import type { ConsentObservations } from "../../consents/observations.ts";
import { MAX_ROWS, type Reply, readFields, readText } from "../../reply.ts";
import { wrongRows } from "../account-checks.ts";

export type Row = Record<string, unknown>;

/** The rows of a list at a path in a body; null if there is no list. */
export const rowsAt = (body: unknown, place: string): Row[] | null => {
  const rows = valueAt(body, place);
  return Array.isArray(rows) ? rows.slice(0, MAX_ROWS).map(readFields) : null;
};

/** The first fault of some rows as a text, with the affected rows; null without any. */
export const faultIn = (
  rows: readonly Row[],
  faultOf: (row: Row) => string | null,
): string | null => {
  const first = rows.map(faultOf).find((fault) => fault !== null);
  return first === undefined
    ? null
    : `${first} ${wrongRows(rows, (row) => faultOf(row) === first)}`;
};

/** Quotes an institution's word in a finding. A word of a fixed list is no personal data. */
export const quoted = (value: unknown): string =>
  typeof value === "string" && /^[\w .+:%-]{1,60}$/.test(value)
    ? JSON.stringify(value)
    : value === undefined || value === null
      ? "nothing"
      : `a value of type ${Array.isArray(value) ? "array" : typeof value}`;

/** The fault of a word outside its list. A later version's ISO codes are words of four letters. */
export const wordFault = (
  row: Row,
  field: string,
  words: RegExp,
  { isOptional = false } = {},
): string | null => {
  const value = row[field];
  if (value === undefined && isOptional) return null;
  return typeof value === "string" && words.test(value) ? null : `${field} is ${quoted(value)}`;
};

/** The fault of an amount, which is a text with decimal digits. */
export const amountFault = (
  value: unknown,
  { field, isSigned }: { field: string; isSigned: boolean },
): string | null => {
  if (value === undefined || value === null) return `${field} is missing`;
  if (typeof value === "number") return `${field} is a number and no text`;
  if (typeof value !== "string") return `${field} is no text`;
  if (/,/.test(value)) return `${field} has a comma`;
  if (!isSigned && /^[-+]/.test(value)) return `${field} has a sign`;
  return /^-?\d{1,14}(\.\d{1,5})?$/.test(value) ? null : `${field} is no decimal number`;
};

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The fault of a moment in ISO 8601 with its zone. */
export const momentFault = (value: unknown, field: string): string | null => {
  if (value === undefined || value === null) return `${field} is missing`;
  if (typeof value !== "string" || !MOMENT.test(value) || Number.isNaN(Date.parse(value)))
    return `${field} is no time in ISO 8601`;
  return /(Z|[+-]\d\d:?\d\d)$/.test(value.slice(10)) ? null : `${field} has no zone`;
};

/** The fault of a day, YYYY-MM-DD. */
export const dayFault = (value: unknown, field: string): string | null => {
  if (value === undefined || value === null) return `${field} is missing`;
  if (typeof value === "string" && MOMENT.test(value)) return `${field} is a time and no day`;
  return typeof value === "string" && DAY.test(value) && !Number.isNaN(Date.parse(value))
    ? null
    : `${field} is no day`;
};

/** A check of a requested part of the consent. */
export const onConsent = (
  check: CheckOf<[consent: ConsentObservations, observations: Observations]>,
): Check => ({
  ...check,
  area: "Consent",
  find: (observations) =>
    observations.consent === null ? undefined : check.find(observations.consent, observations),
});

/** A check of a successful JSON reply of the consent. */
export const onReply = (
  replyOf: (consent: ConsentObservations) => Reply | null,
  check: CheckOf<[body: unknown, consent: ConsentObservations]>,
): Check =>
  onConsent({
    ...check,
    find: (consent) => {
      const reply = replyOf(consent);
      return reply?.failure === null ? check.find(reply.body, consent) : undefined;
    },
  });

/** A check of listed accounts at a path. */
export const inAccounts = (
  place: string,
  check: CheckOf<[accounts: Row[], observations: Observations]>,
): Check => ({
  ...check,
  area: "Data",
  find: (observations) => {
    const { accounts } = observations;
    const rows = accounts?.failure === null ? rowsAt(accounts.body, place) : null;
    return rows === null || rows.length === 0 ? undefined : check.find(rows, observations);
  },
});

/** A check of a request's body for each account; the first fault counts. */
export const inEachAccount = (
  replyOf: (details: ConsentObservations["details"][number]) => Reply | null,
  check: CheckOf<[body: unknown, accountId: string, consent: ConsentObservations]>,
): Check => ({
  ...check,
  area: "Data",
  find: ({ consent }) => {
    const findings = (consent?.details ?? [])
      .filter((details) => replyOf(details)?.failure === null)
      .map((details) => consent && check.find(replyOf(details)?.body, details.id, consent));
    return findings.length === 0 ? undefined : (findings.find((each) => each !== null) ?? null);
  },
});

/** Whether a text is an IBAN with right check digits (ISO 13616), without blanks. */
export const isIban = (text: unknown): boolean => {
  const iban = typeof text === "string" ? ibanFrom(text) : null;
  if (iban === null || iban !== text) return false;
  const digits = [...`${iban.slice(4)}${iban.slice(0, 4)}`].map((each) =>
    Number.parseInt(each, 36),
  );
  return BigInt(digits.join("")) % 97n === 1n;
};

/** The text of a refusal's code, for a finding. */
export const codeWords = (reply: Reply, places: readonly string[]): string => {
  const code = places.map((place) => valueAt(reply.body, place)).find((value) => value != null);
  return `responds ${reply.status}${code === undefined ? "" : ` ${quoted(code)}`}`;
};

/** The text at a path in a row. */
export const textAt = (row: Row, place: string): string | undefined => {
  const value = valueAt(row, place);
  return typeof value === "string" ? value : undefined;
};

/** The first id in a row. */
export const idIn = (row: Row, fields: readonly string[]): string | undefined =>
  fields.map((field) => readText(row, field)).find((id) => id !== undefined);
