import type { Account, Owner } from "../../../protocol/account.ts";

/** A statement of an account, as a bank prints it. Amounts are in cents; outflows are positive. */
export type PrintableStatement = {
  bank: { name: string; color: string };
  account: Pick<Account, "name" | "official_name" | "mask" | "type">;
  owners: readonly Pick<Owner, "names" | "addresses">[];
  currency: Pick<Account["balances"], "iso_currency_code" | "unofficial_currency_code">;
  /** The first and the last day, YYYY-MM-DD. */
  period: { from: string; to: string };
  /** The balance before the first transaction; for a debt, the amount owed. */
  opening: number;
  /** Oldest first. */
  transactions: readonly { date: string; text: string; cents: number }[];
  number: string;
  /** The words at the foot of each page. */
  note: string;
};

/** Prints a statement as a PDF. The same statement always has the same bytes. */
export type PrintStatement = (statement: PrintableStatement) => Promise<Uint8Array>;
