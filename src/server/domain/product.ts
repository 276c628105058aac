import type { CountryCode, LinkProduct } from "../../protocol/vocabulary.ts";
import type { BankAccount } from "./ports.ts";

/** Products that are not offered everywhere, with the countries that have them. */
const COUNTRIES: { [P in LinkProduct]?: readonly CountryCode[] } = {
  income: ["US"],
  assets: ["US", "CA"],
};

/** With several countries, only products enabled in all of them are used. */
export const productsIn = (
  countryCodes: readonly CountryCode[],
  products: readonly LinkProduct[],
): LinkProduct[] =>
  products.filter((product) =>
    countryCodes.every((code) => COUNTRIES[product]?.includes(code) ?? true),
  );

const SUITS: { [P in LinkProduct]: (account: BankAccount) => boolean } = {
  auth: ({ numbers }) => Object.keys(numbers).length > 0,
  transactions: ({ type }) => type !== "other",
  identity: () => true,
  income: ({ type }) => type === "depository",
  assets: () => true,
};

/** Whether all of the products can be read from an account. */
export const suits = (account: BankAccount, products: readonly LinkProduct[]): boolean =>
  products.every((product) => SUITS[product](account));
