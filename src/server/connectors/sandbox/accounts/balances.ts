import type { Balances } from "../../../../protocol/account.ts";
import type { Random } from "../random.ts";
import type { AccountPlan } from "./account-plan.ts";

/** Draws an account's balances to the cent; all arithmetic is in whole cents. */
export const drawBalances = (plan: AccountPlan, currency: string, random: Random): Balances => {
  const { current, available, limit } = drawCents(plan, random);
  return {
    available: units(available),
    current: units(current),
    limit: units(limit),
    iso_currency_code: currency,
    unofficial_currency_code: null,
  };
};

type Cents = { current: number; available: number | null; limit: number | null };

function drawCents(plan: AccountPlan, random: Random): Cents {
  if (plan.type === "credit") {
    const limit = random.pick(plan.limits) * 100;
    const current = random.whole(Math.ceil(limit * 0.03), Math.floor(limit * 0.8));
    return { current, available: limit - current, limit };
  }
  const [least, most] = plan.holds;
  const current = random.whole(least * 100, most * 100);
  // What a certificate of deposit holds is not to be had before its term ends.
  if (plan.type !== "depository" || plan.subtype === "cd")
    return { current, available: null, limit: null };
  const reserved = random.whole(0, Math.floor(current / 20));
  return { current, available: current - reserved, limit: null };
}

function units(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}
