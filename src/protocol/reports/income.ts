import { z } from "zod";

/** A recurring inflow from one payer. */
export const IncomeStream = z
  .strictObject({
    name: z.string().meta({ description: "The payer.", examples: ["Ironleaf Logistics"] }),
    monthly_income: z
      .number()
      .meta({ description: "Income of an average month.", examples: [2449.11] }),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .meta({
        description: "How regular the payments are, from 0 to 1.",
        examples: [1],
      }),
    days: z
      .int()
      .min(0)
      .meta({ description: "From the first payment to the last, in days.", examples: [728] }),
  })
  .meta({ id: "IncomeStream" });
export type IncomeStream = z.infer<typeof IncomeStream>;

/** A person's income, derived from transactions; amounts before tax are estimates. */
export const Income = z
  .strictObject({
    income_streams: z.array(IncomeStream),
    last_year_income: z
      .number()
      .meta({ description: "Income of the last 365 days.", examples: [29288.74] }),
    last_year_income_before_tax: z.number().meta({ examples: [34527.59] }),
    projected_yearly_income: z.number().meta({
      description: "Income of a year if the streams that still flow go on.",
      examples: [29369.2],
    }),
    projected_yearly_income_before_tax: z.number().meta({ examples: [34628.17] }),
    max_number_of_overlapping_income_streams: z
      .int()
      .min(0)
      .meta({ examples: [1] }),
    number_of_income_streams: z
      .int()
      .min(0)
      .meta({ examples: [1] }),
  })
  .meta({ id: "Income" });
export type Income = z.infer<typeof Income>;
