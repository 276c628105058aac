import { z } from "zod";

/** The kinds of ways to a bank: its own connection, an aggregator, or a token of its customer's. */
export const WAY_KINDS = ["connection", "aggregator", "token"] as const;
export type WayKind = (typeof WAY_KINDS)[number];

/** A way to a bank, and the countries (ISO 3166) that it reaches it in. */
export type Way = { kind: WayKind; countries: readonly string[] };

const Ids = z.array(z.string().regex(/^ins_\d{1,15}$/)).max(1000);

/** The operator's decision on banks that are reached by several ways. */
export const WaySettings = z.strictObject({
  /** The kinds of ways, the preferred one first. */
  order: z.array(z.enum(WAY_KINDS)).length(WAY_KINDS.length),
  /** Whether Link asks the user for the way, after they have chosen the bank. */
  asks: z.boolean(),
  /** Institutions that are one bank under different names, the preferred way first. */
  joined: z.array(Ids.min(2)).max(1000),
  /** Institutions that are banks of their own, although another has their name. */
  apart: Ids,
});
export type WaySettings = z.infer<typeof WaySettings>;

/** The settings of an operator who has decided nothing. */
export const DEFAULT_WAYS: WaySettings = {
  order: [...WAY_KINDS],
  asks: false,
  joined: [],
  apart: [],
};
