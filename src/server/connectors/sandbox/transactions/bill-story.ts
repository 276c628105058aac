import type { Bill } from "./bills.ts";
import { type Story, story } from "./movement.ts";

type Payee = Pick<Bill, "payee" | "categoryId">;

/** The words of a bill that the payee collects. */
export const billStory = ({ payee, categoryId }: Payee): Story =>
  story({
    name: payee,
    merchant: payee,
    statement: `DIRECT DEBIT ${payee.toUpperCase()}`,
    categoryId,
    code: "direct debit",
    meta: { payee, payment_method: "direct debit" },
  });

/** The words of a subscription that goes by card. */
export const subscriptionStory = ({ payee, categoryId }: Payee): Story =>
  story({
    name: payee,
    merchant: payee,
    statement: `RECURRING CARD PAYMENT ${payee.toUpperCase()}`,
    categoryId,
    code: "purchase",
    channel: "online",
  });
