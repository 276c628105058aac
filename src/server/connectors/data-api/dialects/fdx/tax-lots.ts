import { z } from "zod";
import { POSITION_TYPES } from "../../../../../protocol/tax-lots.ts";
import type { Currency } from "../../../../domain/bank-values.ts";
import type { BankHolding } from "../../../../domain/connectors/bank-investments.ts";
import { toAcquisition } from "../../../tax-lots.ts";
import { InvestmentNumber, Money, roundTo, Timestamp } from "../../values.ts";

const Amount = Money.nullish().catch(null);
const Units = InvestmentNumber.nullish().catch(null);

export const PositionType = z.enum(POSITION_TYPES).nullish().catch(null);
type PositionType = z.infer<typeof PositionType>;

/** No position has more lots. */
const MAX_LOTS = 10_000;

/**
 * The lots of an FDX position, 4.6 to 6.4. A wrong value counts as missing, and a wrong list as
 * empty.
 */
export const FdxTaxLots = z
  .array(
    z.object({
      originalPurchaseDate: Timestamp.nullish().catch(null),
      quantity: Units,
      // Institutions that report a position's units also report its lots' units.
      units: Units,
      purchasedPrice: Units,
      costBasis: Amount,
      currentValue: Amount,
      positionType: PositionType,
    }),
  )
  .max(MAX_LOTS)
  .nullish()
  .catch(null);
type FdxTaxLots = z.infer<typeof FdxTaxLots>;

/** The lots of a position. A lot without units or without cost is left out. */
export const toTaxLots = (
  { taxLots, positionType }: { taxLots?: FdxTaxLots; positionType?: PositionType },
  currency: Currency | null,
): BankHolding["tax_lots"] =>
  (taxLots ?? []).flatMap(({ quantity, units, costBasis, currentValue, ...lot }) => {
    const position_type = lot.positionType ?? positionType ?? null;
    const signed = (value: number | null | undefined) =>
      value == null ? null : position_type === "SHORT" ? 0 - Math.abs(value) : value;
    const rounded = (value: number | null) => (value === null ? null : roundTo(value, currency));
    const held = signed(quantity ?? units);
    // Institutions write 0 for an unknown price or cost.
    const cost_basis = costBasis ? roundTo(costBasis, currency) : null;
    // A lot without units has been sold.
    if (held === 0 || (held === null && cost_basis === null)) return [];
    return [
      {
        institution_lot_id: null,
        original_purchase_datetime: toAcquisition(lot.originalPurchaseDate),
        quantity: held,
        purchase_price: lot.purchasedPrice || null,
        cost_basis,
        current_value: rounded(signed(currentValue)),
        position_type,
      },
    ];
  });
