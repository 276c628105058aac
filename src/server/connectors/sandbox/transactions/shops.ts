import type { PaymentChannel } from "../../../../protocol/transaction.ts";

/** A kind of shop, with fictional names and the usual spending. */
export type ShopKind = {
  categoryId: string;
  names: readonly [string, ...string[]];
  /** The price range of a visit, in hundredths of a unit of a big currency. */
  cents: readonly [number, number];
  /** Visits in ten months. */
  visits: number;
  channel: PaymentChannel;
  /** Paid by credit card where there is one. */
  byCard?: true;
  /** The shop first reserves an amount, which is dropped when the purchase comes in. */
  reserves?: true;
  /** The card is charged with a tip after the authorization, in countries where people tip. */
  takesTips?: true;
};

/** The shops where people pay abroad, in another currency. */
export const FOREIGN_SHOPS: readonly [ShopKind, ...ShopKind[]] = [
  {
    categoryId: "22005000",
    names: ["Farfetched Imports", "Lantern Isle Trading"],
    cents: [1900, 14_000],
    visits: 3,
    channel: "online",
  },
  {
    categoryId: "25002000",
    names: ["Pension Edelfarn", "Hostal del Faro", "The Puffin Inn"],
    cents: [7000, 26_000],
    visits: 2,
    channel: "in store",
  },
];
