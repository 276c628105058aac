import type { Transaction } from "../../../../protocol/transaction.ts";
import { capitals } from "./capitals.ts";
import type { PayerName } from "./payer-name.ts";

/** Money that arrived on an account, as the search for income sees it. */
export type Inflow = {
  transaction: Transaction;
  id: string;
  accountId: string;
  /** The day it was booked on, counted from 1970. */
  day: number;
  /** Positive. */
  cents: number;
  currency: string;
  /** All its words in capitals. */
  text: string;
  payer: PayerName;
};

/** The currency of an amount as a key. */
export const currencyOf = ({
  iso_currency_code,
  unofficial_currency_code,
}: Pick<Transaction, "iso_currency_code" | "unofficial_currency_code">): string =>
  iso_currency_code ?? `unofficial ${unofficial_currency_code}`;

/** All the words of a transaction in capitals, without accents. */
export const textOf = (transaction: Transaction): string => {
  const { name, merchant_name, original_description, payment_meta } = transaction;
  const { payer, reason, by_order_of } = payment_meta;
  return capitals(
    [name, merchant_name, original_description, payer, reason, by_order_of]
      .filter(Boolean)
      .join(" | "),
  );
};
