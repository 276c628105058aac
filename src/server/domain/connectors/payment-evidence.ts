import { z } from "zod";

/**
 * The facts by which a source recognizes a payment, as far as it gives them. The API returns none
 * of them.
 */
export const PaymentEvidence = z.object({
  /** The id that goes with the payment from one bank to another. */
  endToEndId: z.string().nullish(),
  mandateId: z.string().nullish(),
  /** The last four digits of the card. */
  cardDigits: z.string().nullish(),
  /**
   * The kind of payment by the bank's code; an authorization and its presentment have the same
   * kind.
   */
  kind: z.string().nullish(),
  /** The booked balance after it. */
  balanceAfter: z.number().nullish(),
  /** The amount of a purchase in another currency, with the sign of the transaction's own amount. */
  original: z.object({ amount: z.number(), currency: z.string() }).nullish(),
  /** Whether it only reserves an amount that is not known yet. */
  isPreauthorization: z.boolean().nullish(),
});
export type PaymentEvidence = z.infer<typeof PaymentEvidence>;

/** The longest text of a fact that is kept; the standards allow at most 35 characters. */
const MAX_LENGTH = 100;

/** The facts of some evidence that are known, and of a length that a row has room for; null for none. */
export const knownEvidence = (
  evidence: PaymentEvidence | null | undefined,
): PaymentEvidence | null => {
  const facts = Object.entries(evidence ?? {}).filter(
    ([, fact]) => fact != null && !(typeof fact === "string" && fact.length > MAX_LENGTH),
  );
  return facts.length === 0 ? null : Object.fromEntries(facts);
};
