import type { BankAccount } from "../../domain/connectors/bank-account.ts";

type Kind = Pick<BankAccount, "type" | "subtype">;

/** The fields of an account that may show its kind. */
type Described = {
  name: string | null;
  extra?: { kind: string } | null | undefined;
  holdings?: readonly unknown[] | undefined;
};

/** The kinds of accounts by the `kind` in `extra`, which some self-hosted servers state. */
const HINTS: ReadonlyMap<string, Kind> = new Map([
  ["credit_card", { type: "credit", subtype: "credit card" }],
  ["checking", { type: "depository", subtype: "checking" }],
  ["savings", { type: "depository", subtype: "savings" }],
  ["loan", { type: "loan", subtype: "other" }],
  ["investment", { type: "investment", subtype: "other" }],
]);

/** The kinds of accounts by words in their names, since SimpleFIN states no kind. */
const NAMES: readonly [RegExp, Kind][] = [
  [/\bmortgage\b/i, { type: "loan", subtype: "mortgage" }],
  [/\b(loan|line of credit)\b/i, { type: "loan", subtype: "other" }],
  [
    /\b(credit card|visa|mastercard|american express|amex)\b/i,
    { type: "credit", subtype: "credit card" },
  ],
  [/\b401\(?k\)?/i, { type: "investment", subtype: "401k" }],
  [/\bira\b/i, { type: "investment", subtype: "ira" }],
  [/\b(brokerage|investment)\b/i, { type: "investment", subtype: "brokerage" }],
  [/\bsavings?\b/i, { type: "depository", subtype: "savings" }],
  [/\bchecking\b/i, { type: "depository", subtype: "checking" }],
];

/**
 * Returns the kind of an account: as the server states it, otherwise by the account's name. If
 * neither decides, an account with holdings is an investment account.
 */
export const toKind = ({ name, extra, holdings = [] }: Described): Kind =>
  HINTS.get(extra?.kind ?? "") ??
  NAMES.find(([words]) => words.test(name ?? ""))?.[1] ?? {
    type: holdings.length > 0 ? "investment" : "depository",
    subtype: "other",
  };
