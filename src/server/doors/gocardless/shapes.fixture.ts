import { z } from "zod";

const Time = z.iso.datetime();
const Text = z.string().min(1);
const Amount = z.strictObject({ amount: z.string().regex(/^-?\d+\.\d\d$/), currency: Text });
const Id = z.uuid();

/** The responses of the protocol, by what they are. */
export const Tokens = z.strictObject({
  access: Text,
  access_expires: z.literal(86_400),
  refresh: Text,
  refresh_expires: z.literal(2_592_000),
});

export const Institution = z.strictObject({
  id: Text,
  name: Text,
  bic: z.string(),
  transaction_total_days: z.string().regex(/^\d+$/),
  max_access_valid_for_days: z.string().regex(/^\d+$/),
  countries: z.array(z.string().length(2)),
  logo: z.url(),
  supported_features: z.array(Text),
  identification_codes: z.array(Text),
});

export const Agreement = z.strictObject({
  id: Id,
  created: Time,
  institution_id: Text,
  max_historical_days: z.int(),
  access_valid_for_days: z.int(),
  access_scope: z.array(z.enum(["balances", "details", "transactions"])),
  accepted: Time.nullable(),
});

export const Requisition = z.strictObject({
  id: Id,
  created: Time,
  redirect: z.url(),
  status: z.enum(["CR", "GC", "UA", "RJ", "SA", "LN", "EX"]),
  institution_id: Text,
  agreement: Id.nullable(),
  reference: Text,
  accounts: z.array(Id),
  user_language: Text.nullable(),
  link: z.url(),
  ssn: z.null(),
  account_selection: z.boolean(),
  redirect_immediate: z.boolean(),
});

export const toPage = <T extends z.ZodType>(entry: T) =>
  z.strictObject({
    count: z.int(),
    next: z.url().nullable(),
    previous: z.url().nullable(),
    results: z.array(entry),
  });

export const Account = z.strictObject({
  id: Id,
  created: Time,
  last_accessed: Time,
  iban: z.string(),
  institution_id: Text,
  status: z.enum(["READY", "EXPIRED"]),
  owner_name: z.string(),
  name: Text,
});

export const Details = z.strictObject({
  account: z.strictObject({
    resourceId: Id,
    iban: Text.optional(),
    currency: z.string().min(3),
    name: Text,
    displayName: Text,
    product: Text,
    cashAccountType: z.enum(["CACC", "SVGS", "CARD", "LOAN", "OTHR"]),
    status: z.literal("enabled"),
    usage: z.literal("PRIV"),
    maskedPan: Text.optional(),
  }),
});

export const Balances = z.strictObject({
  balances: z.array(
    z.strictObject({
      balanceAmount: Amount,
      balanceType: z.enum(["interimBooked", "interimAvailable"]),
      referenceDate: z.iso.date(),
      lastChangeDateTime: Time,
    }),
  ),
});

const Pending = z.strictObject({
  transactionId: Text,
  internalTransactionId: z.string().regex(/^[0-9a-f]{32}$/),
  valueDate: z.iso.date(),
  transactionAmount: Amount,
  creditorName: Text.optional(),
  debtorName: Text.optional(),
  remittanceInformationUnstructured: Text,
  proprietaryBankTransactionCode: Text.optional(),
});

export const Transactions = z.strictObject({
  transactions: z.strictObject({
    booked: z.array(Pending.extend({ bookingDate: z.iso.date() })),
    pending: z.array(Pending),
  }),
  last_updated: Time,
});

/** An error; one of a field has its texts under its name. */
export const Refusal = z.union([
  z.strictObject({ summary: Text, detail: Text, status_code: z.int(), type: Text.optional() }),
  z
    .object({ status_code: z.literal(400) })
    .catchall(z.union([z.literal(400), z.strictObject({ summary: Text, detail: Text })])),
]);
