import { z } from "zod";
import {
  currencyCodes,
  type Line,
  lineFrom,
  ownCurrency,
  ownLine,
} from "../../../../domain/bank-values.ts";
import type { BankAccount, BankBalances } from "../../../../domain/connectors/bank-account.ts";
import { lookup } from "../../../../domain/lookup.ts";
import { CurrencyCode, Identifier, Money, roundTo, ShownText } from "../../values.ts";

/** The default currency of amounts. */
export const AUD = ownCurrency("AUD");

const Currency = CurrencyCode.nullish().transform((currency) => currency ?? AUD);

const Balance = z.object({
  currentBalance: Money,
  availableBalance: Money,
  creditLimit: Money.nullish().catch(null),
  currency: Currency,
});

/** The balance of an account from its own path. */
export const CdrBalance = z.object({ data: Balance });

const Fields = z.object({
  accountId: Identifier,
  displayName: ShownText.optional(),
  nickname: ShownText.optional(),
  productName: ShownText.optional(),
  maskedNumber: ShownText.optional(),
  openStatus: z.string().max(20).nullish().catch(null),
  productCategory: z.string().max(60).nullish().catch(null),
});

/** An account of the Consumer Data Standards; another path has its balance. */
export const CdrAccount = Fields.transform((fields): CdrAccount => ({ ...fields, balance: null }));
export type CdrAccount = z.infer<typeof Fields> & { balance: z.infer<typeof Balance> | null };

type Kind = Pick<BankAccount, "type" | "subtype">;

const DEPOSIT: Kind = { type: "depository", subtype: "other" };
const LOAN: Kind = { type: "loan", subtype: "other" };

const KINDS = lookup<Kind>({
  TRANS_AND_SAVINGS_ACCOUNTS: { type: "depository", subtype: "checking" },
  TERM_DEPOSITS: { type: "depository", subtype: "cd" },
  ...{ REGULATED_TRUST_ACCOUNTS: DEPOSIT, TRAVEL_CARDS: DEPOSIT },
  CRED_AND_CHRG_CARDS: { type: "credit", subtype: "credit card" },
  BUY_NOW_PAY_LATER: { type: "credit", subtype: "other" },
  RESIDENTIAL_MORTGAGES: { type: "loan", subtype: "mortgage" },
  ...{ PERS_LOANS: LOAN, BUSINESS_LOANS: LOAN, LEASES: LOAN, MARGIN_LOANS: LOAN },
  ...{ OVERDRAFTS: LOAN, TRADE_FINANCE: LOAN },
});

const toKind = ({ productCategory }: CdrAccount): Kind =>
  KINDS[productCategory ?? ""] ?? { type: "other", subtype: "other" };

/**
 * An account as the API shows it. Its number is masked, since numbers need a separate permission.
 */
export const toBankAccount = (account: CdrAccount): BankAccount => {
  const { accountId, displayName, nickname, productName } = account;
  return {
    key: accountId,
    name: nickname ?? displayName ?? productName ?? ownLine("Account"),
    official_name: productName ?? displayName ?? null,
    mask: toMask(account),
    ...toKind(account),
    holder_category: "unrecognized",
    balances: toBalances(account),
    numbers: {},
  };
};

/**
 * The balances of an account. Owed money is negative in the standard; debts are positive in the
 * API.
 */
export const toBalances = (account: CdrAccount): BankBalances => {
  const { balance } = account;
  const currency = balance?.currency ?? AUD;
  const isDebt = /^(credit|loan)$/.test(toKind(account).type);
  const amount = (value: number): number => roundTo(value, currency);
  return {
    available: balance && amount(balance.availableBalance),
    current: balance && amount((isDebt ? -1 : 1) * balance.currentBalance),
    limit: balance?.creditLimit ? amount(balance.creditLimit) : null,
    ...currencyCodes(currency),
  };
};

/** The last four characters of a masked number. */
function toMask({ maskedNumber }: CdrAccount): Line | null {
  const end = /[0-9A-Za-z]+$/.exec(maskedNumber ?? "")?.[0].slice(-4) ?? "";
  return end.length >= 2 ? lineFrom(end) : null;
}
