import { z } from "zod";

/** The facts by which a source identifies a payment. The API returns none of them. */
export const PaymentEvidence = z.object({
  /** The end-to-end id that banks pass on with the payment. */
  endToEndId: z.string().nullish(),
  mandateId: z.string().nullish(),
  /** The last four digits of the card. */
  cardDigits: z.string().nullish(),
  /**
   * The bank's code for the kind of payment, which is the same for an authorization and its
   * presentment.
   */
  kind: z.string().nullish(),
  /** The booked balance after the payment. */
  balanceAfter: z.number().nullish(),
  /** The amount in the purchase's own currency, with the same sign. */
  original: z.object({ amount: z.number(), currency: z.string() }).nullish(),
  /** Whether the payment only reserves an amount that is not known yet. */
  isPreauthorization: z.boolean().nullish(),
});
export type PaymentEvidence = z.infer<typeof PaymentEvidence>;

/** The maximum length of a stored fact. The standards allow at most 35 characters. */
const MAX_LENGTH = 100;

/** Returns the known facts of a storable length; null for none. */
export const knownEvidence = (
  evidence: PaymentEvidence | null | undefined,
): PaymentEvidence | null => {
  const facts = Object.entries(evidence ?? {}).filter(
    ([, fact]) => fact != null && !(typeof fact === "string" && fact.length > MAX_LENGTH),
  );
  return facts.length === 0 ? null : Object.fromEntries(facts);
};
