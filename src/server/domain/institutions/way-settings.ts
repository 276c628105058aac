import { z } from "zod";

/** The kinds of ways to a bank: its own connection, an aggregator, a customer's token, or FinTS. */
export const WAY_KINDS = ["connection", "aggregator", "token", "fints"] as const;
export type WayKind = (typeof WAY_KINDS)[number];

/** A way to a bank, with the countries (ISO 3166) that it covers. */
export type Way = { kind: WayKind; countries: readonly string[] };

const Ids = z.array(z.string().regex(/^ins_\d{1,15}$/)).max(1000);

/** The operator's choice for banks that several ways reach. */
export const WaySettings = z.strictObject({
  /** The kinds of ways, most preferred first; kinds that are left out come last. */
  order: z
    .array(z.enum(WAY_KINDS))
    .max(WAY_KINDS.length)
    .transform((order) => [...order, ...WAY_KINDS.filter((kind) => !order.includes(kind))]),
  /** Whether Link asks the user for the way after the choice of a bank. */
  asks: z.boolean(),
  /** Groups of institutions that are one bank under different names, the preferred way first. */
  joined: z.array(Ids.min(2)).max(1000),
  /** Institutions that are separate banks in spite of a shared name. */
  apart: Ids,
});
export type WaySettings = z.infer<typeof WaySettings>;

/** The settings of an operator who has not chosen. */
export const DEFAULT_WAYS: WaySettings = {
  order: [...WAY_KINDS],
  asks: false,
  joined: [],
  apart: [],
};
