import { z } from "zod";

/** The reasons for ending products. */
const REASON_CODES = [
  "FRAUD_FIRST_PARTY",
  "FRAUD_FALSE_IDENTITY",
  "FRAUD_ABUSE",
  "FRAUD_OTHER",
  "FRAUD_TRANSACTION",
  "CONSUMER_LOAN_PAID_OFF",
  "CONSUMER_ACCOUNT_CLOSED",
  "CONSUMER_CHARGE_OFF",
  "CONSUMER_PAYMENT_METHOD_SWITCHED",
  "USER_OFFBOARDING",
  "DUPLICATE_ITEM",
  "BILLING_TERMINATION",
  "OTHER",
] as const;

/** The reason for ending products, which has no effect. */
export const reasonFields = {
  reason_code: z.enum(REASON_CODES).meta({
    description: "The reason. It changes nothing about the end.",
    examples: ["USER_OFFBOARDING"],
  }),
  reason_note: z.string().max(512).nullish().meta({
    description: "More about the reason, without personal data.",
    examples: [],
  }),
};
