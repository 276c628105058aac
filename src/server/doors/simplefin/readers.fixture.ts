import { z } from "zod";

const Text = z.string();
const Seconds = z.int();

/**
 * The fields of version 1 that public readers require, by reader. A reader stops at an account or
 * transaction without one.
 */
export const READERS = {
  simplefin4py: z.object({
    errors: z.array(Text),
    accounts: z.array(
      z.object({
        org: z.object({ domain: Text, "sfin-url": Text }),
        ...{ id: Text, name: Text, currency: Text, balance: Text },
        ...{ "available-balance": Text, "balance-date": Seconds },
        transactions: z.array(
          z.object({ id: Text, posted: Seconds, amount: Text, description: Text }),
        ),
      }),
    ),
  }),
  "simplefin-kotlin": z.object({
    errors: z.array(Text),
    accounts: z.array(
      z.object({
        org: z.object({ "sfin-url": Text }),
        ...{ id: Text, name: Text, currency: Text, balance: Text, "balance-date": Seconds },
        transactions: z
          .array(
            z.object({
              ...{ id: Text, posted: Seconds, amount: Text },
              ...{ description: Text, payee: Text, memo: Text },
            }),
          )
          .nullish(),
      }),
    ),
  }),
  pySimplefin: z.object({
    accounts: z.array(
      z.object({
        org: z
          .object({ "sfin-url": Text, domain: Text.nullish(), name: Text.nullish() })
          .refine(({ domain, name }) => domain || name),
        ...{ id: Text, name: Text, currency: Text, balance: Text, "balance-date": Seconds },
        transactions: z.array(z.object({ id: Text, amount: Text, description: Text })),
      }),
    ),
  }),
  "simplefin-download": z.object({
    accounts: z.array(
      z.object({
        ...{ name: Text, balance: Text, "balance-date": Seconds },
        transactions: z.array(z.object({ posted: Seconds, amount: Text, description: Text })),
      }),
    ),
  }),
  "Firefly III": z.object({
    accounts: z.array(
      z.object({
        org: z.object({ "sfin-url": Text, name: Text }),
        ...{ id: Text, name: Text, currency: Text, balance: Text, "balance-date": Seconds },
        transactions: z
          .array(
            z.object({
              ...{ id: Text, posted: Seconds, amount: Text.regex(/^-?\d+(\.\d+)?$/) },
              ...{ description: Text, pending: z.boolean().optional() },
            }),
          )
          .optional(),
      }),
    ),
  }),
  "Actual Budget": z.object({
    errors: z.array(Text),
    accounts: z.array(
      z.object({
        org: z.object({ name: Text, domain: Text, id: Text }),
        ...{ id: Text, name: Text, balance: Text, "balance-date": Seconds },
        transactions: z.array(
          z.object({
            ...{ id: Text, posted: Seconds, transacted_at: Seconds },
            ...{ amount: Text, description: Text, payee: Text },
          }),
        ),
      }),
    ),
  }),
  "Budget Board": z.object({
    errors: z.array(Text).optional(),
    accounts: z.array(
      z.object({
        org: z.object({ name: Text.nullish(), domain: Text.nullish(), id: Text.nullish() }),
        ...{ id: Text, name: Text, balance: Text.regex(/^-?\d+(\.\d+)?$/) },
        "balance-date": Seconds,
        transactions: z.array(
          z.object({
            ...{ id: Text, posted: Seconds, description: Text },
            amount: Text.regex(/^-?\d+(\.\d+)?$/),
            transacted_at: Seconds.optional(),
            pending: z.boolean().optional(),
          }),
        ),
      }),
    ),
  }),
} as const;
