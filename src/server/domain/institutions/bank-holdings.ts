import { z } from "zod";
import { SECURITY_TYPES } from "../../../protocol/investments.ts";
import { Operator, Path } from "./bank-operator.ts";
import { List } from "./bank-request.ts";

/** The type of a security, whose values are known in advance. */
const SecurityType = z.union([
  z.strictObject({ text: z.enum(SECURITY_TYPES) }),
  z.strictObject({
    of: Path,
    map: z.record(z.string().max(60), z.enum(SECURITY_TYPES)),
    else: z.enum(SECURITY_TYPES).optional(),
  }),
]);

/** The parts of a position that were bought together, by a list in the entry of the position. */
const TaxLots = z.strictObject({
  list: Path,
  fields: z.strictObject({
    quantity: Operator,
    date: Operator.optional(),
    price: Operator.optional(),
    cost_basis: Operator.optional(),
    value: Operator.optional(),
    /** The bank's own number of the lot. */
    id: Operator.optional(),
  }),
});
export type TaxLots = z.infer<typeof TaxLots>;

/** The positions of an investment account, by a list of each. */
export const Holdings = z.strictObject({
  ...List,
  fields: z
    .strictObject({
      name: Operator,
      quantity: Operator,
      /** The worth of all units, and the price of one unit: each follows from the other. */
      value: Operator.optional(),
      price: Operator.optional(),
      price_date: Operator.optional(),
      cost_basis: Operator.optional(),
      currency: Operator.optional(),
      type: SecurityType.optional(),
      ticker: Operator.optional(),
      ...{ isin: Operator.optional(), cusip: Operator.optional(), sedol: Operator.optional() },
      /** The bank's own number of the security. */
      id: Operator.optional(),
    })
    .refine(({ value, price }) => value !== undefined || price !== undefined, {
      error: "must have a value or a price",
    }),
  /** The lots of a position, by a list in its entry. */
  lots: TaxLots.optional(),
});
