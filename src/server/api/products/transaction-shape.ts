import type { Transaction } from "../../../protocol/transaction.ts";

/** A transaction as it is answered: the institution's own words are left out unless they are asked for. */
export const transactionShape =
  (withDescription: boolean) =>
  (transaction: Transaction): Transaction => {
    if (withDescription) return transaction;
    const { original_description: _, ...rest } = transaction;
    return rest;
  };
