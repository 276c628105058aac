import { z } from "zod";

/** The fields that a Base Report, income insights and network insights all have. */
export const reportFields = {
  report_id: z.string().meta({ examples: ["bf3a0490-344c-4620-a219-2693162e4b1d"] }),
  client_report_id: z
    .string()
    .nullable()
    .meta({ examples: ["loan-2026-0042"] }),
  days_requested: z
    .int()
    .min(1)
    .max(731)
    .meta({ examples: [365] }),
};
