import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import {
  accountNumberFrom,
  bankCodeFrom,
  currencyCodes,
  currencyFrom,
  ibanFrom,
  lineFrom,
  NO_BIC,
  ownLine,
} from "../../domain/bank-values.ts";
import type {
  BankAccount,
  BankBalances,
  BankNumbers,
} from "../../domain/connectors/bank-account.ts";
import type { AccountSummary } from "./files-state.ts";
import { accountName } from "./questions.ts";

/** An account of a file as a bank's. */
export function toAccount(summary: AccountSummary, bank: string, language: Language): BankAccount {
  const { key, account } = summary;
  const name = ownLine(accountName(account, FORM_WORDS[language].files));
  const number = (account.iban ?? account.id ?? "").replace(/[^0-9A-Za-z]/g, "");
  return {
    key,
    name,
    official_name: lineFrom(`${bank} ${name}`),
    mask: number.length < 2 ? null : lineFrom(number.slice(-4)),
    ...toKind(account),
    holder_category: "unrecognized",
    balances: toBalances(summary),
    numbers: {},
    statedNumbers: toNumbers(account),
  };
}

/** The numbers in a file: an IBAN, or a British sort code and number. */
function toNumbers({ iban, id, bankId, currency }: AccountSummary["account"]): BankNumbers {
  const named = iban ?? (id === null ? null : ibanFrom(id.toUpperCase()));
  if (named) return { international: { iban: named, bic: NO_BIC } };
  // Elsewhere a bank's code may also have six digits.
  if (currency !== "GBP") return {};
  const [sortCode, account] = [bankCodeFrom(bankId ?? ""), accountNumberFrom(id ?? "")];
  return sortCode && account ? { bacs: { account, sort_code: sortCode } } : {};
}

const toKind = ({ type }: AccountSummary["account"]): Pick<BankAccount, "type" | "subtype"> => {
  switch (type) {
    case "credit card":
      return { type: "credit", subtype: "credit card" };
    case "line of credit":
      return { type: "credit", subtype: "other" };
    case "savings":
    case "money market":
      return { type: "depository", subtype: type };
    case "cash":
      return { type: "depository", subtype: "other" };
    case "investment":
      return { type: "investment", subtype: "brokerage" };
    default:
      return { type: "depository", subtype: "checking" };
  }
};

/** The balances of an account. Debt on a card is positive in the API, and negative in files. */
export function toBalances({ account, current, available }: AccountSummary): BankBalances {
  const sign = toKind(account).type === "credit" ? -1 : 1;
  return {
    available: available && Number(available.amount),
    current: current && sign * Number(current.amount) + 0,
    limit: null,
    // An older version's state may have another text.
    ...currencyCodes(currencyFrom(account.currency ?? "")),
  };
}
