import { z } from "zod";
import { dayIn, lineFrom } from "../../domain/bank-values.ts";
import { Money } from "../data-api/values.ts";

/** A text; null for anything else, since banks may send null, numbers and objects instead. */
const Text = z
  .union([z.string(), z.number().transform(String)])
  .transform((text) => lineFrom(text))
  .nullish()
  .catch(null)
  .transform((text) => text ?? null);

/** A list of texts. A single text becomes a list of one. */
const Texts = z
  .preprocess(
    (value) => (typeof value === "string" ? [value] : value),
    z.array(Text).transform((list) => list.filter((text) => text !== null)),
  )
  .catch([]);

/** A day in a bank's spelling as ISO 8601: without dashes, or as day, month and year. */
const isoDay = (text: string): string =>
  text
    .trim()
    .replace(/^(\d{4})(\d\d)(\d\d)(?!\d)/, "$1-$2-$3")
    .replace(/^(\d\d)\.(\d\d)\.(\d{4})(?!\d)/, "$3-$2-$1");

/** A day; null for anything else. */
const DayText = z
  .string()
  .transform((text) => dayIn(isoDay(text)))
  .nullish()
  .catch(null)
  .transform((day) => day ?? null);

const Flag = z.boolean().nullish().catch(null);

/** An object with optional parts; null for any other value. */
const part = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).nullish().catch(null);

const Identification = part({ identification: Text, scheme_name: Text, issuer: Text });
const AccountNumber = part({ iban: Text, other: Identification });

/**
 * The decimal digits of a bank's amount: with spaces, a sign before or after, and a comma or point
 * as decimal mark. A lone comma before three digits is ambiguous, and stays.
 */
const plainDigits = (value: unknown): unknown => {
  if (typeof value !== "string" || value.length > 60) return value;
  const text = value
    .replaceAll(/[\s']/g, "")
    .replace(/^\+/, "")
    .replace(/^[\u2212\u2013]/, "-")
    .replace(/^(\d.*)-$/, "-$1");
  const [comma, point] = [text.lastIndexOf(","), text.lastIndexOf(".")];
  if (comma >= 0 && point >= 0)
    return comma > point ? text.replaceAll(".", "").replace(",", ".") : text.replaceAll(",", "");
  return /,\d{3}$/.test(text) ? text : text.replace(",", ".");
};

const AnyMoney = z.preprocess(plainDigits, Money);

const AmountText = AnyMoney.nullish()
  .catch(null)
  .transform((amount) => amount ?? null);

const Amount = part({ currency: Text, amount: AmountText });

/** An account of a session. */
export const AccountResource = z.object({
  uid: Text,
  account_id: AccountNumber,
  all_account_ids: z
    .array(Identification)
    .transform((list) => list.filter((entry) => entry != null))
    .catch([]),
  account_servicer: part({ bic_fi: Text, name: Text }),
  name: Text,
  details: Text,
  usage: Text,
  cash_account_type: Text,
  product: Text,
  currency: Text,
  credit_limit: Amount,
  identification_hash: Text,
  identification_hashes: Texts,
});
export type AccountResource = z.infer<typeof AccountResource>;

/** The response to an authorization code. */
export const NewSession = z.object({
  session_id: z.string().min(1).max(200),
  accounts: z.array(z.unknown()).max(500).nullish().catch(null),
  access: part({ valid_until: Text }),
  psu_type: Text,
});

/** A session in a later response of the API. */
export const SessionInfo = z.object({ status: Text, access: part({ valid_until: Text }) });

/** The response to the start of an authorization. */
export const Authorization = z.object({ url: z.string().max(4000) });

const Balance = z.object({
  name: Text,
  balance_amount: Amount,
  balance_type: Text,
  last_change_date_time: Text,
  reference_date: DayText,
});
export type Balance = z.infer<typeof Balance>;

/** The balances of an account, without invalid entries. */
export const BalanceList = z.object({
  balances: z
    .array(Balance.nullable().catch(null))
    .max(100)
    .transform((list) => list.filter((entry) => entry !== null))
    .nullish()
    .catch(null),
});

const Party = part({ name: Text });

/** A transaction as a bank lists it. */
export const Row = z.object({
  entry_reference: Text,
  transaction_id: Text,
  transaction_amount: z.object({ currency: Text, amount: AnyMoney }),
  credit_debit_indicator: Text,
  status: Text,
  booking_date: DayText,
  value_date: DayText,
  transaction_date: DayText,
  creditor: Party,
  debtor: Party,
  bank_transaction_code: part({ description: Text, code: Text, sub_code: Text }),
  remittance_information: Texts,
  reference_number: Text,
  merchant_category_code: Text,
  balance_after_transaction: Amount,
  exchange_rate: part({ instructed_amount: Amount }),
  note: Text,
});
export type Row = z.infer<typeof Row>;

/** An entry that is not a payment: null, or without an amount. */
export const NoRow = z.union([
  z.null(),
  z.object({
    transaction_amount: z.union([z.null(), z.object({ amount: z.null().optional() })]).optional(),
  }),
]);

/** A page of transactions. */
export const RowPage = z.object({
  transactions: z.array(z.unknown()).max(10_000).nullish().catch(null),
  continuation_key: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(null),
});

const PSU_TYPES = ["personal", "business"] as const;

/** A bank as the API lists it. */
export const Aspsp = z.object({
  name: z.string().min(1).max(200),
  country: z.string().regex(/^[A-Za-z]{2}$/),
  logo: Text,
  bic: Text,
  psu_types: z
    .array(z.enum(PSU_TYPES).nullable().catch(null))
    .transform((list) => list.filter((type) => type !== null))
    .catch([]),
  auth_methods: z
    .array(part({ name: Text, psu_type: Text, approach: Text, hidden_method: Flag }))
    .transform((list) => list.filter((method) => method != null))
    .catch([]),
  maximum_consent_validity: z.coerce.number().int().positive().nullish().catch(null),
  required_psu_headers: Texts,
});
export type Aspsp = z.infer<typeof Aspsp>;

/** The banks of an application. */
export const AspspList = z.object({ aspsps: z.array(z.unknown()).max(50_000) });

/** An application as the API shows it. */
export const Application = z.object({
  name: Text,
  kid: Text,
  environment: Text,
  redirect_urls: Texts,
  active: Flag,
  countries: Texts,
});
export type Application = z.infer<typeof Application>;
