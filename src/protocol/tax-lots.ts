import { z } from "zod";

/** The sides of a position: LONG for units that are owned, SHORT for units that are owed. */
export const POSITION_TYPES = ["LONG", "SHORT"] as const;

const number = (example: number, description: string) =>
  z
    .number()
    .nullable()
    .meta({ description, examples: [example] });

/** A tax lot: the units of a holding that were acquired together and are left. */
export const TaxLot = z
  .strictObject({
    institution_lot_id: z
      .string()
      .nullable()
      .meta({
        description: "The institution's own id of the lot; null if it has none.",
        examples: [null],
      }),
    original_purchase_datetime: z
      .string()
      .nullable()
      .meta({
        description: "ISO 8601; midnight UTC of the day if the institution tells the day alone.",
        examples: ["2026-01-12T00:00:00Z"],
      }),
    quantity: number(120, "The units that are left; negative in a SHORT lot."),
    purchase_price: number(52.58, "The price of a unit when it was acquired."),
    cost_basis: number(6310.15, "The price paid for the lot in all, with fees."),
    current_value: number(7424.4, "The worth of the lot now; negative in a SHORT lot."),
    position_type: z
      .enum(POSITION_TYPES)
      .nullable()
      .meta({ examples: ["LONG"] }),
  })
  .meta({ id: "HoldingTaxLot" });
export type TaxLot = z.infer<typeof TaxLot>;
