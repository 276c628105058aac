import { z } from "zod";
import {
  accountNumberFrom,
  bicFrom,
  canonicalAmount,
  currencyCodes,
  currencyFrom,
  ibanFrom,
  lineFrom,
  NO_BIC,
  ownId,
  ownLine,
} from "../../domain/bank-values.ts";
import type { BankAccount, BankBalances } from "../../domain/connectors/bank-account.ts";
import { digest } from "../../domain/identifiers.ts";
import { type Answer, segmentsOf } from "./answers.ts";
import { partOf } from "./segments.ts";

/** An account of a login, in the form that the orders of a later dialog need. */
export const KnownAccount = z.object({
  key: z.string(),
  number: z.string(),
  subAccount: z.string(),
  bankCode: z.string(),
  iban: z.string(),
  bic: z.string(),
  currency: z.string(),
  name: z.string(),
  /** The bank's number for the kind of account. */
  kind: z.number(),
  /** The orders that the bank permits for the account; null if the bank lists none. */
  orders: z.array(z.string()).nullable(),
});
export type KnownAccount = z.infer<typeof KnownAccount>;

/** Reads the accounts from the answer at the start of a dialog. */
export const readAccounts = (answer: Answer): KnownAccount[] => {
  const byKey = new Map<string, KnownAccount>();
  for (const segment of segmentsOf(answer, "HIUPD")) {
    const [number, subAccount, , bankCode] = [0, 1, 2, 3].map((part) => partOf(segment, 0, part));
    if (!number || bankCode === undefined) continue;
    const orders = segment.elements
      .slice(9)
      .flatMap(([name = ""]) => (/^[A-Z]{5,6}$/.test(name) ? [name] : []));
    const key = digest(JSON.stringify(["fints", bankCode, number, subAccount]));
    byKey.set(key, {
      ...{ key, number, subAccount: subAccount ?? "", bankCode, bic: "" },
      iban: ibanFrom(partOf(segment, 1)) ?? "",
      kind: Number(partOf(segment, 3)) || 0,
      currency: partOf(segment, 4) || "EUR",
      name: partOf(segment, 7),
      orders: orders.length > 0 ? orders : null,
    });
  }
  return [...byKey.values()];
};

/** Adds the IBAN and the BIC from the answer to HKSPA to the accounts. */
export const withSepaNumbers = (
  accounts: readonly KnownAccount[],
  answers: readonly Answer[],
): KnownAccount[] => {
  const rows = answers
    .flatMap((answer) => segmentsOf(answer, "HISPA"))
    .flatMap(({ elements }) => elements);
  return accounts.map((account) => {
    const own = rows.filter(([, , , number]) => number === account.number);
    const row =
      own.find(([, , , , subAccount = ""]) => subAccount === account.subAccount) ??
      // Some banks leave the sub-account out in one of both lists, for accounts that have one number alone.
      own.find(([, , , , subAccount = ""]) => subAccount === "" || account.subAccount === "");
    const [isSepa, iban = "", bic = ""] = row ?? [];
    return isSepa === "J" ? { ...account, iban: ibanFrom(iban) ?? account.iban, bic } : account;
  });
};

/** Whether an order may be asked of an account. */
export const permits = ({ orders }: KnownAccount, order: string): boolean =>
  orders === null || orders.includes(order);

type Kind = Pick<BankAccount, "type" | "subtype"> & { name: string };

/** The kinds of accounts by the tens digit of the kind's number. */
const KINDS: readonly Kind[] = [
  { type: "depository", subtype: "checking", name: "Girokonto" },
  { type: "depository", subtype: "savings", name: "Sparkonto" },
  { type: "depository", subtype: "cd", name: "Festgeld" },
  { type: "investment", subtype: "brokerage", name: "Depot" },
  { type: "loan", subtype: "other", name: "Darlehen" },
  { type: "credit", subtype: "credit card", name: "Kreditkarte" },
];
const OTHER: Kind = { type: "depository", subtype: "other", name: "Konto" };

const toKind = ({ kind }: KnownAccount): Kind => KINDS[Math.floor(kind / 10)] ?? OTHER;

/** An account as ours. */
export const toBankAccount = (
  account: KnownAccount,
  balances: BankBalances | null,
): BankAccount => {
  const { name, type, subtype } = toKind(account);
  const iban = ibanFrom(account.iban);
  const number = iban ?? accountNumberFrom(account.number) ?? "";
  return {
    key: ownId(account.key),
    name: lineFrom(account.name) ?? ownLine(name),
    official_name: lineFrom(account.name),
    mask: number.length < 2 ? null : lineFrom(number.slice(-4)),
    ...{ type, subtype },
    holder_category: "unrecognized",
    balances: balances ?? { ...UNKNOWN, ...currencyCodes(currencyFrom(account.currency)) },
    numbers:
      iban && type === "depository"
        ? { international: { iban, bic: bicFrom(account.bic) ?? NO_BIC } }
        : {},
  };
};

const UNKNOWN = { available: null, current: null, limit: null };

/** Reads the balances from the answer to HKSAL; null without a readable balance. */
export const readBalances = (answer: Answer, account: KnownAccount): BankBalances | null => {
  const segment = segmentsOf(answer, "HISAL")[0];
  if (!segment) return null;
  const [side, amount] = [partOf(segment, 3, 0), amountOf(partOf(segment, 3, 1))];
  if (amount === null || !/^[CD]$/.test(side)) return null;
  const isOwed = toKind(account).type === "credit" || toKind(account).type === "loan";
  const booked = side === "D" ? -amount : amount;
  const limit = amountOf(partOf(segment, 5));
  return {
    current: (isOwed ? -booked : booked) + 0,
    available: amountOf(partOf(segment, 6)),
    limit: limit !== null && limit > 0 ? limit : null,
    ...currencyCodes(currencyFrom(partOf(segment, 2) || account.currency)),
  };
};

/**
 * Returns the amount of a bank's text, such as `1234,5`, from its exact decimal digits; null for
 * another text.
 */
function amountOf(text: string): number | null {
  const [, sign, whole = "", decimals = ""] = /^(-?)(\d{1,15}),(\d{0,4})$/.exec(text) ?? [];
  const amount = canonicalAmount(sign === "-", whole, decimals);
  return amount === null ? null : Number(amount);
}
