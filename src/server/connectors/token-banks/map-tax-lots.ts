import { z } from "zod";
import { type Currency, isInvestmentNumber } from "../../domain/bank-values.ts";
import type { BankHolding } from "../../domain/connectors/bank-investments.ts";
import type { TaxLots } from "../../domain/institutions/bank-holdings.ts";
import { Money, roundTo, Timestamp } from "../data-api/values.ts";
import { toAcquisition } from "../tax-lots.ts";
import { applyAll, Shown } from "./map-entries.ts";
import { valueAt } from "./operators.ts";

/** A number with more decimals than money has. */
export const Units = z
  .union([z.number(), z.string().regex(/^-?\d{1,15}(\.\d{1,18})?$/)])
  .transform(Number)
  .refine(isInvestmentNumber);

/** No position has more lots. */
const MAX_LOTS = 10_000;

const Amount = Money.nullish().catch(null);

const LotFields = z.object({
  quantity: Units,
  date: Timestamp.nullish().catch(null),
  price: Units.nullish().catch(null),
  ...{ cost_basis: Amount, value: Amount, id: Shown },
});

/**
 * The lots of a position. If a lot has no units, the list is incomplete, so the result is empty.
 */
export function toTaxLots(
  description: TaxLots | undefined,
  entry: unknown,
  currency: Currency | null,
): BankHolding["tax_lots"] {
  const list = description && valueAt(description.list, entry);
  if (!description || !Array.isArray(list) || list.length > MAX_LOTS) return [];
  const lots = list.map((each) => LotFields.safeParse(applyAll(description.fields, each)));
  return lots.every(({ success }) => success)
    ? // A lot without units has been sold.
      lots.flatMap(({ data }) => (data?.quantity ? [toTaxLot(data, currency)] : []))
    : [];
}

const toTaxLot = (
  { quantity, date, price, cost_basis: cost, value, id }: z.infer<typeof LotFields>,
  currency: Currency | null,
): BankHolding["tax_lots"][number] => ({
  institution_lot_id: id,
  original_purchase_datetime: toAcquisition(date),
  quantity,
  // Banks write 0 for an unknown price or cost.
  purchase_price: price || null,
  cost_basis: cost ? roundTo(cost, currency) : null,
  current_value: value == null ? null : roundTo(value, currency),
  position_type: quantity < 0 ? "SHORT" : "LONG",
});
