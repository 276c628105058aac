import { z } from "zod";
import { Account } from "./account.ts";
import { CalendarDate } from "./transaction.ts";

const { account_id, name, type } = Account.shape;

/** A statement in the list of its account. */
const Statement = z
  .strictObject({
    statement_id: z.string().meta({ examples: ["vzeNDwK7KQIm4yEog683uElbp9GRLEFXGK98D"] }),
    date_posted: CalendarDate.nullable().meta({
      description: "The last day of the statement's period.",
      examples: ["2025-12-31"],
    }),
    month: z
      .int()
      .min(1)
      .max(12)
      .meta({ examples: [12] }),
    year: z
      .int()
      .min(1970)
      .max(9999)
      .meta({ examples: [2025] }),
  })
  .meta({ id: "Statement" });

/** An account with the list of its statements, newest first. */
export const StatementsAccount = z
  .strictObject({
    account_id,
    account_mask: z.string().meta({ description: "Empty without one.", examples: ["6083"] }),
    account_name: name,
    account_official_name: z.string().meta({
      description: "The account's name without an official one.",
      examples: ["First Platypus Bank Checking"],
    }),
    account_subtype: z.string().meta({ description: "Empty without one.", examples: ["checking"] }),
    account_type: type,
    statements: z.array(Statement),
  })
  .meta({ id: "StatementsAccount" });
export type StatementsAccount = z.infer<typeof StatementsAccount>;
