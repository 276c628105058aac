import type { Transaction } from "../../../protocol/transaction.ts";

type PayeeFields = Pick<Transaction, "name" | "payment_meta"> & {
  merchant_name?: Transaction["merchant_name"] | undefined;
};

/** Returns the payee: a key that all payments to the payee share, and the name. */
export const payeeOf = ({
  merchant_name,
  payment_meta,
  name,
}: PayeeFields): { key: string; name: string } => {
  const payee = merchant_name ?? payment_meta.payee ?? name;
  return { key: payeeKey(payee), name: payee };
};

/** The key of a payee, without reference numbers, which differ between payments. */
export const payeeKey = (payee: string): string => {
  const words = payee
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "" && !/\d{3}/.test(word));
  return words.join(" ") || payee.toLowerCase();
};
