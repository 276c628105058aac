import { MAX_JOURNAL_TEXT } from "../journal-accounts.ts";
import { writtenCurrency, writtenLine } from "../written-values.ts";

/** The tags of a transaction. `ledger --pedantic` requires their declaration. */
export const TAGS = ["description", "memo", "id", "reference", "counterparty"] as const;

/** Declares accounts and commodities that are not declared yet. */
export type Declare = (accounts: readonly string[], commodities: readonly string[]) => string;

/**
 * Returns a function that declares each account and commodity once. `hledger check --strict`
 * requires the declarations.
 */
export function declarer(): Declare {
  const declared = new Set<string>();
  return (accounts, commodities) => {
    const lines = new Set([
      ...accounts.map((account) => `account ${account}`),
      // An amount without a commodity has a separate commodity, which follows from the amount's
      // form.
      ...commodities.map((commodity) => `commodity ${commodity.trim() || "1000.00"}`),
    ]);
    const added = [...lines].filter((line) => !declared.has(line));
    for (const line of added) declared.add(line);
    return added.length === 0 ? "" : `${added.join("\n")}\n\n`;
  };
}

/** Writes a tag; nothing for null. */
export function tag(name: (typeof TAGS)[number], text: string | null): string {
  const value = clean(text);
  return value === "" ? "" : `    ; ${name}: ${value}\n`;
}

/** A commodity as written after an amount. A commodity with digits is quoted. */
export function writeCommodity(text: string | null): string {
  const currency = writtenCurrency(text);
  if (currency === null) return "";
  return /^[A-Z]+$/.test(currency) ? ` ${currency}` : ` "${currency}"`;
}

/**
 * Returns a text on one line that ledger reads as text. The text begins no comment, code, state or
 * automated transaction. It has no brackets, since ledger searches them for a date.
 */
export const clean = (text: string | null, maxLength = MAX_JOURNAL_TEXT): string =>
  writtenLine(
    writtenLine(text, maxLength)
      .replaceAll(/[;|]/g, " ")
      .replaceAll(/[[\]]/g, (bracket) => (bracket === "[" ? "(" : ")"))
      .replace(/^[(*!=&~%@\s]+/, ""),
  );
