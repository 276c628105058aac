import { z } from "zod";
import type { Owner } from "../../../../../protocol/account.ts";
import type { ACCOUNT_SUBTYPES, AccountType } from "../../../../../protocol/vocabulary.ts";
import {
  bicFrom,
  currencyCodes,
  currencyFrom,
  ibanFrom,
  type Line,
  type Lines,
  lineFrom,
  NO_BIC,
  ownId,
  ownLine,
} from "../../../../domain/bank-values.ts";
import type {
  BankAccount,
  BankBalances,
  BankNumbers,
} from "../../../../domain/connectors/bank-account.ts";
import { lookup } from "../../../../domain/lookup.ts";
import { CurrencyCode, Identifier, Money, roundTo, ShownText, Timestamp } from "../../values.ts";

/** An amount with its sign, and its currency. */
export const SignedAmount = z.object({ amount: Money, currency: CurrencyCode });

const Text = z.string().max(200).nullish().catch(null);

const Balance = z.object({
  balanceAmount: SignedAmount,
  balanceType: Text,
  creditLimitIncluded: z.boolean().nullish().catch(null),
  referenceDate: Timestamp.nullish().catch(null),
});
type Balance = z.infer<typeof Balance>;

const Balances = z
  .array(Balance)
  .max(100)
  .nullish()
  .transform((list) => list ?? []);

/** The balances of an account from their own path. */
export const AccountBalances = z.object({ balances: Balances });

/** A currency; null for XXX, which marks an account of several currencies. */
const OneCurrency = z
  .string()
  .nullish()
  .transform((text) => (text == null || /^xxx$/i.test(text.trim()) ? "" : text))
  .refine((text) => text === "" || currencyFrom(text) !== null)
  .transform(currencyFrom);

/** The id of accounts listed without one, which have no data of their own. */
const NO_RESOURCE = ownId("-");

/** An account of NextGenPSD2 1.3. Its balances may be in the list. */
export const BerlinAccount = z.object({
  resourceId: Identifier.nullish().transform((id) => id ?? NO_RESOURCE),
  iban: Text,
  bban: Text,
  msisdn: Text,
  maskedPan: Text,
  currency: OneCurrency,
  name: ShownText.optional(),
  displayName: ShownText.optional(),
  product: ShownText.optional(),
  cashAccountType: Text,
  status: Text,
  bic: Text,
  usage: Text,
  ownerName: ShownText.optional(),
  balances: Balances,
  /** Only cards have these: the limit, and whether debits are positive. */
  creditLimit: SignedAmount.nullish().catch(null),
  debitAccounting: z.boolean().nullish().catch(null),
});
export type BerlinAccount = z.infer<typeof BerlinAccount>;

/** Whether an account can be read. A blocked account can; an account without its own id cannot. */
export const isOpenAccount = ({ status, resourceId }: BerlinAccount): boolean =>
  resourceId !== NO_RESOURCE && !/^deleted$/i.test(status ?? "");

/**
 * Whether an account of several currencies is listed next to its single-currency accounts, with the
 * same IBAN.
 */
export const isSumOfCurrencies = (
  { iban, currency }: BerlinAccount,
  list: readonly BerlinAccount[],
): boolean =>
  currency === null &&
  iban != null &&
  list.some(
    (other) =>
      other.currency !== null && other.iban?.replace(/\s/g, "") === iban.replace(/\s/g, ""),
  );

type Kind = {
  [T in AccountType]: { type: T; subtype: (typeof ACCOUNT_SUBTYPES)[T][number]; name: string };
}[AccountType];

const CHECKING: Kind = { type: "depository", subtype: "checking", name: "Current account" };
const SAVINGS: Kind = { type: "depository", subtype: "savings", name: "Savings account" };
const CARD: Kind = { type: "credit", subtype: "credit card", name: "Card" };
const LOAN: Kind = { type: "loan", subtype: "other", name: "Loan" };
const MONEY: Kind = { type: "depository", subtype: "other", name: "Account" };

/**
 * The kinds of accounts by ISO 20022's codes. PSD2 covers payment accounts only, so every other
 * code is one.
 */
const KINDS = lookup<Kind>({
  ...{ CACC: CHECKING, TRAN: CHECKING, SACC: CHECKING, TRAS: CHECKING },
  ...{ SVGS: SAVINGS, LLSV: SAVINGS, ONDP: SAVINGS, MOMA: SAVINGS },
  ...{ CARD, LOAN, MGLD: LOAN, CASH: MONEY, OTHR: MONEY },
});

const toKind = ({ cashAccountType }: BerlinAccount): Kind =>
  KINDS[(cashAccountType ?? "").toUpperCase()] ?? CHECKING;

/** An account as the API shows it. */
export const toBankAccount = (account: BerlinAccount): BankAccount => {
  const { type, subtype, name } = toKind(account);
  const officialName = account.product ?? account.name ?? null;
  return {
    key: account.resourceId,
    name: account.displayName ?? account.name ?? officialName ?? ownLine(name),
    official_name: officialName,
    mask: toMask(account),
    type,
    subtype,
    holder_category: holderCategory(account.usage ?? ""),
    balances: toBalances(account),
    numbers: toNumbers(account),
  };
};

const holderCategory = (usage: string): NonNullable<BankAccount["holder_category"]> => {
  if (/^orga$/i.test(usage)) return "business";
  return /^priv$/i.test(usage) ? "personal" : "unrecognized";
};

/**
 * The types of booked and of available balances in order of preference, in words and in ISO 20022's
 * codes.
 */
const BOOKED = [
  ...["interimBooked", "ITBD", "closingBooked", "CLBD", "openingBooked", "OPBD"],
  ...["expected", "XPCD", "nonInvoiced"],
];
const AVAILABLE = [
  "interimAvailable",
  "ITAV",
  "closingAvailable",
  "CLAV",
  "forwardAvailable",
  "FWAV",
];

/** The balances of an account. Debt on a card or loan is positive. */
export const toBalances = (account: BerlinAccount): BankBalances => {
  const { balances } = account;
  const currencies = new Set(balances.flatMap(({ balanceAmount }) => balanceAmount.currency ?? []));
  // A single number does not identify an account of several currencies.
  if (account.currency === null && currencies.size > 1)
    return { available: null, current: null, limit: null, ...currencyCodes(null) };
  const own = account.currency;
  const ofOwn = balances.filter(
    ({ balanceAmount }) => own === null || (balanceAmount.currency ?? own) === own,
  );
  const booked = latestOf(ofOwn, BOOKED);
  const available = latestOf(ofOwn, AVAILABLE);
  const currency = own ?? (booked ?? available)?.balanceAmount.currency ?? null;
  const isDebt = /^(credit|loan)$/.test(toKind(account).type);
  // An available balance with a credit line of unknown size does not show the customer's money.
  const usable = available?.creditLimitIncluded === true && !isDebt ? null : available;
  const current = booked ?? (isDebt ? null : usable);
  const toAmount = (balance: Balance | null, sign = 1): number | null =>
    balance && (balance.balanceAmount.currency ?? currency) === currency
      ? roundTo(sign * balance.balanceAmount.amount, currency)
      : null;
  const { creditLimit } = account;
  return {
    available: toAmount(usable),
    current: toAmount(current, isDebt ? -1 : 1),
    limit: creditLimit ? roundTo(Math.abs(creditLimit.amount), currency) : null,
    ...currencyCodes(currency),
  };
};

/** The first present balance of these types; of several days the latest. */
export const latestOf = (
  balances: readonly Balance[],
  types: readonly string[],
): Balance | null => {
  for (const type of types) {
    const days = balances.filter(({ balanceType }) => balanceType === type);
    const [latest] = days.toSorted((a, b) => toDay(b).localeCompare(toDay(a)));
    if (latest) return latest;
  }
  return null;
};

const toDay = ({ referenceDate }: Balance): string => referenceDate?.day ?? "";

/** The last four characters of an account's number. */
function toMask({ iban, bban, maskedPan, msisdn }: BerlinAccount): Line | null {
  const number = iban ?? bban ?? maskedPan ?? msisdn ?? "";
  const end = /[0-9A-Za-z]+$/.exec(number.replace(/\s/g, ""))?.[0].slice(-4) ?? "";
  return end.length >= 2 ? lineFrom(end) : null;
}

const toNumbers = ({ iban: text, bic }: BerlinAccount): BankNumbers => {
  const iban = ibanFrom((text ?? "").toUpperCase());
  return iban ? { international: { iban, bic: bicFrom(bic ?? "") ?? NO_BIC } } : {};
};

/** The owner of an account in the list. */
export const listHolders = ({ ownerName }: BerlinAccount): Lines<Owner>[] =>
  ownerName ? [{ names: [ownerName], phone_numbers: [], emails: [], addresses: [] }] : [];

/** The owners in the details of an account: names alone. */
export const AccountOwners = z
  .object({
    account: z.object({
      ownerName: ShownText.optional(),
      ownerNames: z
        .array(z.object({ name: ShownText.optional() }))
        .max(50)
        .nullish()
        .catch(null),
    }),
  })
  .transform(({ account: { ownerName, ownerNames } }): Lines<Owner>[] => {
    const listed = (ownerNames ?? []).flatMap(({ name }) => name ?? []);
    const names = listed.length > 0 ? listed : [ownerName ?? []].flat();
    return names.map((name) => ({ names: [name], phone_numbers: [], emails: [], addresses: [] }));
  });
