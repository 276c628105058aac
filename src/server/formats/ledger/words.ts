import { MAX_JOURNAL_TEXT } from "../journal-accounts.ts";
import { writtenCurrency, writtenLine } from "../written-values.ts";

/** The tags of a transaction, which `ledger --pedantic` wants declared. */
export const TAGS = ["description", "memo", "id", "reference", "counterparty"] as const;

/** Declares accounts and commodities that are not declared yet. */
export type Declare = (accounts: readonly string[], commodities: readonly string[]) => string;

/** Returns a function that declares accounts and a commodity once, which `hledger check --strict` asks for. */
export function declarer(): Declare {
  const declared = new Set<string>();
  return (accounts, commodities) => {
    const lines = new Set([
      ...accounts.map((account) => `account ${account}`),
      // An amount without a commodity has one of its own, by the form of the amount.
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

/** A commodity as it is written after an amount; a commodity with digits is quoted. */
export function writeCommodity(text: string | null): string {
  const currency = writtenCurrency(text);
  if (currency === null) return "";
  return /^[A-Z]+$/.test(currency) ? ` ${currency}` : ` "${currency}"`;
}

/**
 * Returns a text on one line that ledger reads as a text: it begins no comment, code, state or
 * automated transaction, and has no brackets, in which ledger looks for a date.
 */
export const clean = (text: string | null, maxLength = MAX_JOURNAL_TEXT): string =>
  writtenLine(
    writtenLine(text, maxLength)
      .replaceAll(/[;|]/g, " ")
      .replaceAll(/[[\]]/g, (bracket) => (bracket === "[" ? "(" : ")"))
      .replace(/^[(*!=&~%@\s]+/, ""),
  );
