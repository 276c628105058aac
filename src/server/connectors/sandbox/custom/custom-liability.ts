import { z } from "zod";
import { REPAYMENT_PLANS, STUDENT_LOAN_STATUSES } from "../../../../protocol/liabilities.ts";
import { CalendarDate } from "../../../../protocol/transaction.ts";

const percent = z.number().min(0).max(100);
const amount = z
  .number()
  .min(0)
  .max(1_000_000_000)
  .refine((value) => Math.round(value * 100) / 100 === value, "must be in whole cents");
const text = z.string().min(1).max(100);

/** The terms of a card or student loan of `user_custom`; missing fields are drawn. */
export const CustomLiability = z
  .strictObject({
    /** For a card. */
    purchase_apr: percent,
    cash_apr: percent,
    balance_transfer_apr: percent,
    special_apr: percent,
    last_payment_amount: amount,
    /** For cards and student loans. */
    minimum_payment_amount: amount,
    is_overdue: z.boolean(),
    /** For a student loan. */
    origination_date: CalendarDate,
    principal: amount,
    nominal_apr: percent,
    loan_name: text,
    loan_status: z.strictObject({ type: z.enum(STUDENT_LOAN_STATUSES) }),
    repayment_plan_description: text,
    repayment_plan_type: z.enum(REPAYMENT_PLANS),
  })
  .exactPartial();
export type CustomLiability = z.infer<typeof CustomLiability>;
