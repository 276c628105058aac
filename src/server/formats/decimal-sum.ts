import { type Amount, canonicalAmount } from "../domain/bank-values.ts";
import { ZERO } from "./decimal.ts";

/** An exact sum of amounts, in units of the last decimal that counts. */
export type Sum = bigint;

/** The number of decimals in sums: Bitcoin has 8, ether 18. */
const DECIMALS = 18;

/** Returns a canonical amount as a sum. */
export function toSum(amount: string): Sum {
  const mark = amount.indexOf(".");
  if (mark < 0) return BigInt(amount) * ONE;
  const decimals = amount.slice(mark + 1, mark + 1 + DECIMALS).padEnd(DECIMALS, "0");
  return BigInt(amount.slice(0, mark) + decimals);
}

const ONE = 10n ** BigInt(DECIMALS);

/** Returns a sum as a canonical amount. */
export function sumText(sum: Sum): Amount {
  const digits = (sum < 0n ? -sum : sum).toString().padStart(DECIMALS + 1, "0");
  const whole = digits.slice(0, -DECIMALS);
  return canonicalAmount(sum < 0n, whole, digits.slice(-DECIMALS)) ?? ZERO;
}
