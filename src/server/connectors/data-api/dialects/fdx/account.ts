import { z } from "zod";
import { isRoutingNumber } from "../../../../../protocol/routing-number.ts";
import type { AccountType } from "../../../../../protocol/vocabulary.ts";
import {
  type AccountNumber,
  accountNumberFrom,
  type BankCode,
  bankCodeFrom,
  currencyCodes,
  type Line,
  lineFrom,
  ownLine,
} from "../../../../domain/bank-values.ts";
import type {
  BankAccount,
  BankBalances,
  BankNumbers,
} from "../../../../domain/connectors/bank-account.ts";
import { AccountCurrency, flattenBy, Identifier, Money, roundTo, ShownText } from "../../values.ts";
import { accountKind } from "./account-kind.ts";

/** The categories of accounts, by the name under which FDX 4.6 nests an account. */
export const CATEGORIES: Readonly<Record<string, string>> = {
  depositAccount: "DEPOSIT_ACCOUNT",
  loanAccount: "LOAN_ACCOUNT",
  locAccount: "LOC_ACCOUNT",
  investmentAccount: "INVESTMENT_ACCOUNT",
  annuityAccount: "ANNUITY_ACCOUNT",
  insuranceAccount: "INSURANCE_ACCOUNT",
  commercialAccount: "COMMERCIAL_ACCOUNT",
  digitalWallet: "DIGITAL_WALLET",
};

const Amount = Money.nullish();

const Fields = z.object({
  accountId: Identifier,
  accountCategory: z.string().nullish().catch(null),
  accountType: z.string().nullish().catch(null),
  lineOfBusiness: z.string().nullish().catch(null),
  accountNumberDisplay: ShownText.optional(),
  productName: ShownText.optional(),
  nickname: ShownText.optional(),
  status: z.string().nullish().catch(null),
  currency: AccountCurrency,
  currentBalance: Amount,
  availableBalance: Amount,
  principalBalance: Amount,
  availableCredit: Amount,
  creditLine: Amount,
  currentValue: Amount,
  availableCashBalance: Amount,
  /** A problem with this account, instead of its balances. */
  error: z.object({}).nullish().catch(null),
});

/** An account of FDX 4.6 to 6, in a list or with its details. */
export const FdxAccount = z.preprocess(flattenBy(CATEGORIES), Fields);
export type FdxAccount = z.infer<typeof Fields>;

/** Whether the owner has closed the account. */
export const isClosed = ({ status }: FdxAccount): boolean => status === "CLOSED";

/** Whether there is anything to connect to. */
export const isOpen = (account: FdxAccount): boolean => !isClosed(account) && !account.error;

/** Whether a listed account has balances. Some institutions return balances only in the details. */
export const hasBalances = (account: FdxAccount): boolean => toBalance(account).current != null;

/** An account as the API shows it, without its numbers. */
export const toBankAccount = (account: FdxAccount): Omit<BankAccount, "numbers"> => {
  const { type, subtype } = accountKind(account);
  const officialName = account.productName ?? null;
  return {
    key: account.accountId,
    name: account.nickname ?? officialName ?? ownLine(NAMES[type]),
    official_name: officialName,
    mask: toMask(account.accountNumberDisplay ?? ""),
    type,
    subtype,
    holder_category: holderCategory(account),
    balances: toBalances(account),
  };
};

/** The kind of holder of an account, by its category and type, or the bank's line of business. */
const holderCategory = (account: FdxAccount): NonNullable<BankAccount["holder_category"]> => {
  const kind = `${account.accountCategory} ${account.accountType}`;
  const line = account.lineOfBusiness ?? "";
  if (/COMMERCIAL|\bSMBLOAN\b/.test(kind) || /business|corporate|commercial/i.test(line))
    return "business";
  return /consumer|personal|retail/i.test(line) ? "personal" : "unrecognized";
};

/** The balances of an account. */
export const toBalances = (account: FdxAccount): BankBalances => {
  const currency = account.currency ?? null;
  const { available, current, limit } = toBalance(account);
  const amount = (value: number | null | undefined) =>
    value == null ? null : roundTo(value, currency);
  return {
    available: amount(available),
    current: amount(current),
    limit: amount(limit),
    ...currencyCodes(currency),
  };
};

type Amounts = Partial<Record<"available" | "current" | "limit", number | null | undefined>>;

function toBalance(account: FdxAccount): Amounts {
  const { currentBalance, principalBalance } = account;
  switch (accountKind(account).type) {
    case "credit":
      return {
        available: account.availableCredit,
        current: currentBalance ?? principalBalance,
        limit: account.creditLine,
      };
    case "loan":
      return { current: principalBalance ?? currentBalance };
    case "investment":
      return {
        available: account.availableCashBalance,
        current: account.currentValue ?? currentBalance,
      };
    default:
      return { available: account.availableBalance, current: currentBalance };
  }
}

const NAMES: { readonly [T in AccountType]: string } = {
  depository: "Account",
  credit: "Card",
  loan: "Loan",
  investment: "Investments",
  other: "Account",
};

/** The last two to four characters of an account number that is mostly hidden. */
function toMask(display: string): Line | null {
  const end = /[0-9A-Za-z]+$/.exec(display)?.[0].slice(-4) ?? "";
  return end.length >= 2 ? lineFrom(end) : null;
}

/** A network for payments into and out of an account. */
export const FdxPaymentNetwork = z.object({
  bankId: z.string().max(40).nullish(),
  identifier: z.string().max(40).nullish(),
  type: z.string().nullish().catch(null),
});
export type FdxPaymentNetwork = z.infer<typeof FdxPaymentNetwork>;

/** The numbers of an account by network. An impossible bank id is left out. */
export const toNumbers = (networks: readonly FdxPaymentNetwork[]): BankNumbers => {
  const ach = toNetwork(networks, "US_ACH", isRoutingNumber);
  const wire = toNetwork(networks, "US_FEDWIRE", isRoutingNumber);
  // Payments Canada: a zero, three digits of the institution, five of the branch.
  const eft = toNetwork(networks, "CA_ACSS", (bankId) => /^0?\d{8}$/.test(bankId));
  const eftBank = eft?.bankId.slice(-8) ?? "";
  const [institution, branch] = [bankCodeFrom(eftBank.slice(0, 3)), bankCodeFrom(eftBank.slice(3))];
  return {
    ...(ach && {
      ach: { account: ach.identifier, routing: ach.bankId, wire_routing: wire?.bankId ?? null },
    }),
    ...(eft && institution && branch && { eft: { account: eft.identifier, institution, branch } }),
  };
};

function toNetwork(
  networks: readonly FdxPaymentNetwork[],
  type: string,
  isBank: (bankId: string) => boolean,
): { bankId: BankCode; identifier: AccountNumber } | null {
  for (const network of networks) {
    const bankId = bankCodeFrom(network.bankId ?? "");
    const identifier = accountNumberFrom(network.identifier ?? "");
    if (network.type !== type || !bankId || !isBank(bankId)) continue;
    if (identifier && /^[0-9A-Za-z-]+$/.test(identifier)) return { bankId, identifier };
  }
  return null;
}
