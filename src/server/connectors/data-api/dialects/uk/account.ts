import { z } from "zod";
import type { Owner } from "../../../../../protocol/account.ts";
import type { ACCOUNT_SUBTYPES, AccountType } from "../../../../../protocol/vocabulary.ts";
import {
  accountNumberFrom,
  bankCodeFrom,
  bicFrom,
  type Currency,
  currencyCodes,
  ibanFrom,
  type Line,
  type Lines,
  lineFrom,
  NO_BIC,
  ownLine,
} from "../../../../domain/bank-values.ts";
import type {
  BankAccount,
  BankBalances,
  BankNumbers,
} from "../../../../domain/connectors/bank-account.ts";
import { lookup } from "../../../../domain/lookup.ts";
import { CurrencyCode, Identifier, Money, roundTo, ShownText, Timestamp } from "../../values.ts";

/** A credit or a debit; some banks of 4.0 write ISO's codes. */
export const Direction = z
  .string()
  .regex(/^(credit|debit|crdt|dbit)$/i)
  .transform((text): "credit" | "debit" => (/^cr/i.test(text) ? "credit" : "debit"));

/** An amount with its currency. Another field has the direction. */
export const UkAmount = z.object({ Amount: Money, Currency: CurrencyCode.nullish() });

const Text = z.string().max(200).nullish().catch(null);

const Identification = z.object({
  SchemeName: Text,
  Identification: Text,
  Name: ShownText.optional(),
});

const CreditLine = z.object({
  Included: z.boolean().nullish().catch(null),
  Type: Text,
  Amount: UkAmount.nullish().catch(null),
});

const Balance = z.object({
  AccountId: Identifier.nullish().catch(null),
  Type: Text,
  CreditDebitIndicator: Direction,
  DateTime: Timestamp.nullish().catch(null),
  Amount: UkAmount,
  CreditLine: z.array(CreditLine).max(20).nullish().catch(null),
});
type Balance = z.infer<typeof Balance>;

/**
 * The balances of an account by type. Some banks respond with an empty body or null without
 * balances.
 */
export const UkBalances = z
  .object({ Data: z.object({ Balance: z.array(Balance).max(100).nullish() }).nullish() })
  .transform(({ Data }) => ({ Data: { Balance: Data?.Balance ?? [] } }));

/** Selects an account's own balances, since some banks respond with all accounts' balances. */
export const ownBalances = ({ AccountId }: UkAccount, balances: readonly Balance[]): Balance[] =>
  balances.filter((balance) => (balance.AccountId ?? AccountId) === AccountId);

/** A balance in the list of all accounts, which is added to its account's balances. */
export const UkBulkBalance = Balance.transform(
  (balance) =>
    (account: UkAccount): UkAccount =>
      balance.AccountId === account.AccountId
        ? { ...account, balances: [...account.balances, balance] }
        : account,
);

const Fields = z.object({
  AccountId: Identifier,
  Status: Text,
  SwitchStatus: Text,
  Currency: CurrencyCode.nullish().transform((currency) => currency ?? null),
  /** The holder's category and the kind, in 3.1. */
  AccountType: Text,
  AccountSubType: Text,
  /** The holder's category and the kind, in 4.0. */
  AccountCategory: Text,
  AccountTypeCode: Text,
  Nickname: ShownText.optional(),
  Description: ShownText.optional(),
  Account: z.array(Identification).max(20).nullish().catch(null),
  Servicer: Identification.nullish().catch(null),
});

/** An account of 3.1 or 4.0; another path has its balances. */
export const UkAccount = Fields.transform((fields): UkAccount => ({ ...fields, balances: [] }));
export type UkAccount = z.infer<typeof Fields> & { balances: readonly Balance[] };

/**
 * Whether an account can be read. An account being opened has no data, and an account switched to
 * another bank has ended.
 */
export const isOpenAccount = ({ Status, SwitchStatus }: UkAccount): boolean =>
  !/^(deleted|dele|pending|pend|proforma|form)$/i.test(Status ?? "") &&
  !/SwitchCompleted$/.test(SwitchStatus ?? "");

/** The owners of an account, from the name next to its number. */
export const listHolders = ({ Account }: UkAccount): Lines<Owner>[] => {
  const names = new Set((Account ?? []).flatMap(({ Name }) => Name ?? []));
  return [...names].map((name) => ({
    ...{ names: [name], phone_numbers: [], emails: [], addresses: [] },
  }));
};

type Kind = {
  [T in AccountType]: { type: T; subtype: (typeof ACCOUNT_SUBTYPES)[T][number]; name: string };
}[AccountType];

const CHECKING: Kind = { type: "depository", subtype: "checking", name: "Current account" };
const SAVINGS: Kind = { type: "depository", subtype: "savings", name: "Savings account" };
const CARD: Kind = { type: "credit", subtype: "credit card", name: "Card" };
const LOAN: Kind = { type: "loan", subtype: "other", name: "Loan" };
const MORTGAGE: Kind = { type: "loan", subtype: "mortgage", name: "Mortgage" };
const MONEY: Kind = { type: "depository", subtype: "other", name: "Account" };
const OTHER: Kind = { type: "other", subtype: "other", name: "Account" };

/** The kinds of accounts, by the names of 3.1 and the codes of 4.0. */
const KINDS = lookup<Kind>({
  ...{ CurrentAccount: CHECKING, CACC: CHECKING, TRAN: CHECKING },
  ...{ Savings: SAVINGS, SVGS: SAVINGS, LLSV: SAVINGS, ONDP: SAVINGS },
  ...{ CreditCard: CARD, ChargeCard: CARD, CARD },
  ...{ Loan: LOAN, LOAN },
  ...{ Mortgage: MORTGAGE, MORT: MORTGAGE },
  ...{ PrePaidCard: MONEY, EMoney: MONEY, WALT: MONEY, CASH: MONEY, OTHR: MONEY },
});

const toKind = ({ AccountTypeCode, AccountSubType }: UkAccount): Kind =>
  KINDS[AccountTypeCode ?? ""] ?? KINDS[AccountSubType ?? ""] ?? OTHER;

/** An account as the API shows it. */
export const toBankAccount = (account: UkAccount): BankAccount => {
  const { type, subtype, name } = toKind(account);
  const officialName = account.Description ?? null;
  return {
    key: account.AccountId,
    name: account.Nickname ?? officialName ?? ownLine(name),
    official_name: officialName,
    mask: findMask(account),
    type,
    subtype,
    holder_category: holderCategory(account.AccountCategory ?? account.AccountType ?? ""),
    balances: toBalances(account),
    numbers: toNumbers(account),
  };
};

const holderCategory = (category: string): NonNullable<BankAccount["holder_category"]> => {
  if (/^(business|busi|corp)/i.test(category)) return "business";
  return /^pers/i.test(category) ? "personal" : "unrecognized";
};

/** The types of booked and of available balances by preference, in 3.1's and 4.0's names. */
const BOOKED = [
  ...["InterimCleared", "ITBD", "InterimBooked", "CLBD", "ClosingBooked", "ClosingCleared"],
  ...["PreviouslyClosedBooked", "PRCD", "OPBD", "OpeningBooked", "Expected", "XPCD", "Information"],
];
const AVAILABLE = [
  ...["ITAV", "InterimAvailable", "CLAV", "ClosingAvailable", "FWAV", "ForwardAvailable"],
  ...["OPAV", "OpeningAvailable"],
];

/** The balances of an account. Debt on a card or loan is positive. */
export const toBalances = (account: UkAccount): BankBalances => {
  const { balances } = account;
  // Some accounts name no currency, but their balances do.
  const currency = account.Currency ?? balances[0]?.Amount.Currency ?? null;
  const own = balances.filter(({ Amount }) => (Amount.Currency ?? currency) === currency);
  const booked = firstOf(own, BOOKED);
  const available = firstOf(own, AVAILABLE);
  const isDebt = /^(credit|loan)$/.test(toKind(account).type);
  const included = available && includedIn(available);
  // An available balance with a credit of unknown size does not show the customer's money.
  const usable = available && included !== null ? signed(available) - included : null;
  const lines = [...own.flatMap(({ CreditLine }) => CreditLine ?? [])];
  const limit = lines.find(({ Type }) => /^(credit|pre-agreed)$/i.test(Type ?? ""))?.Amount;
  const current = booked ? signed(booked) : isDebt ? null : usable;
  const sign = isDebt ? -1 : 1;
  return {
    available: usable === null ? null : amount(usable, currency),
    current: current === null ? null : amount(sign * current, currency),
    limit: limit == null ? null : amount(limit.Amount, currency),
    ...currencyCodes(currency),
  };
};

/** The first present balance of these types; of several days the latest. */
const firstOf = (balances: readonly Balance[], types: readonly string[]): Balance | null => {
  for (const type of types) {
    const days = balances.filter(({ Type }) => Type === type);
    const [latest] = days.toSorted((a, b) => toTime(b).localeCompare(toTime(a)));
    if (latest) return latest;
  }
  return null;
};

const toTime = ({ DateTime }: Balance): string => DateTime?.moment ?? DateTime?.day ?? "";

const signed = ({ CreditDebitIndicator, Amount }: Balance): number =>
  (CreditDebitIndicator === "credit" ? 1 : -1) * Math.abs(Amount.Amount);

/**
 * The credit within an available balance. `Available` is the rest of the other lines, and counts
 * without them. Null if a line has no amount.
 */
const includedIn = ({ CreditLine }: Balance): number | null => {
  const included = (CreditLine ?? []).filter(
    ({ Included, Type }) => Included === true && !/^credit$/i.test(Type ?? ""),
  );
  const granted = included.filter(({ Type }) => !/^available$/i.test(Type ?? ""));
  return (granted.length > 0 ? granted : included).reduce<number | null>(
    (sum, line) => (sum === null || line.Amount == null ? null : sum + line.Amount.Amount),
    0,
  );
};

const amount = (value: number, currency: Currency | null): number => roundTo(value, currency);

/** The last four characters of an account's number, in the scheme that people know. */
function findMask({ Account }: UkAccount): Line | null {
  const numbers = Account ?? [];
  const known =
    numbers.find(({ SchemeName }) => /SortCodeAccountNumber$/.test(SchemeName ?? "")) ?? numbers[0];
  const end = /[0-9A-Za-z]+$/.exec(known?.Identification ?? "")?.[0].slice(-4) ?? "";
  return end.length >= 2 ? lineFrom(end) : null;
}

/** The numbers of an account: a sort code of 6 digits with a number of 8, and an IBAN. */
const toNumbers = ({ Account, Servicer }: UkAccount): BankNumbers => {
  const findNumber = (scheme: RegExp) =>
    (Account ?? []).find(({ SchemeName }) => scheme.test(SchemeName ?? ""))?.Identification ?? "";
  const [, code = "", number = ""] =
    /^(\d{6})(\d{8})$/.exec(findNumber(/SortCodeAccountNumber$/).replace(/[\s-]/g, "")) ?? [];
  const [sortCode, account] = [bankCodeFrom(code), accountNumberFrom(number)];
  const iban = ibanFrom(findNumber(/\bIBAN$/).toUpperCase());
  const bic = bicFrom(Servicer?.Identification ?? "") ?? NO_BIC;
  return {
    ...(sortCode && account && { bacs: { account, sort_code: sortCode } }),
    ...(iban && { international: { iban, bic } }),
  };
};
