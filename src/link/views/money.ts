import type { OfferedAccount } from "../../protocol/selection.ts";

/** A balance as people write it in a language; currencies that are no ISO code keep their name. */
export const money = (
  language: string,
  balance: NonNullable<OfferedAccount["balance"]>,
): string => {
  const { amount, currency } = balance;
  try {
    return new Intl.NumberFormat(language, { style: "currency", currency }).format(amount);
  } catch {
    return `${new Intl.NumberFormat(language).format(amount)} ${currency}`;
  }
};
