import { type Currency, type Day, isInvestmentNumber } from "../../domain/bank-values.ts";
import { FormatError } from "../format-error.ts";
import type { StatementHolding, StatementSecurity } from "../investments.ts";
import { parseDay } from "../locale-values.ts";
import type { BrokerCells } from "./broker-cells.ts";
import type { BrokerLocale } from "./broker-locale.ts";
import { brokerSecurity, isCashWord } from "./broker-security.ts";

/** A position with its security, or the cash of an account. */
export type BrokerPosition =
  | { holding: StatementHolding; security: StatementSecurity; currency: Currency | null }
  | { cash: number; currency: Currency | null };

/** Returns the position of a row; null for a total. Throws a FormatError for a faulty row. */
export function brokerPosition(cells: BrokerCells, { order }: BrokerLocale): BrokerPosition | null {
  const { line } = cells;
  const words = (["symbol", "name", "assetType", "isin"] as const).flatMap(
    (role) => cells.text(role) ?? [],
  );
  if (words.some((word) => IS_TOTAL.test(word))) return null;
  const quantity = cells.number("quantity");
  const isOfAccount = cells.number("value") !== null;
  const value = cells.number("value") ?? cells.number("localValue");
  const currency =
    (isOfAccount ? cells.currencyBy("value") : cells.currencyBy("localValue")) ??
    cells.currencyIn("currency") ??
    cells.currencyBy("price");
  if (quantity === null) {
    if (value !== null && words.some(isCashWord)) return { cash: value, currency };
    throw new FormatError("NO_TRANSACTION", { line });
  }
  if (quantity === 0) return null;
  const price = cells.number("price");
  const priceCurrency =
    cells.currencyIn("priceCurrency") ??
    cells.currencyBy("price") ??
    cells.currencyBy("localValue") ??
    cells.currencyIn("currency") ??
    currency;
  const worth =
    value ?? (price === null ? null : quantity * price * (cells.number("multiplier") ?? 1));
  if (worth === null)
    throw new FormatError("MISSING_FIELD", { line, field: "value", expected: "1234.56" });
  const own = value === null ? priceCurrency : currency;
  const isOwnPrice = priceCurrency === own;
  const priceDay = readDay(cells, order);
  const security = brokerSecurity(cells, own, {
    price: isOwnPrice ? price : null,
    day: isOwnPrice && price !== null ? priceDay : null,
  });
  if (security === null)
    throw new FormatError("MISSING_FIELD", { line, field: "symbol", expected: "a security" });
  const rounded = Number(worth.toFixed(4));
  if (!isInvestmentNumber(rounded))
    throw new FormatError("INVALID_AMOUNT", { line, field: "price", expected: "a smaller price" });
  return {
    ...{ security, currency: own },
    holding: {
      ...{ securityKey: security.key, type: security.type, quantity, priceDay },
      price: isOwnPrice ? price : null,
      // An owed position has a negative value.
      value: quantity < 0 ? 0 - Math.abs(rounded) : rounded,
      ...{ currency: own, rate: null, cost: costOf(cells, { quantity, own }) },
    },
  };
}

const IS_TOTAL =
  /^((account|positions|grand|portfolio) )?totals?\b|^(gesamt|summe|totaal|totale|total)\b|^pending activity/i;

const readDay = (cells: BrokerCells, order: BrokerLocale["order"]): Day | null => {
  const found = cells.text("date");
  return found === null || !/\d.*\d.*\d/.test(found) ? null : parseDay(found, order);
};

/**
 * The total price paid, if the file gives the price in the position's currency. 0 stands for an
 * unknown price.
 */
function costOf(
  cells: BrokerCells,
  { quantity, own }: { quantity: number; own: Currency | null },
): number | null {
  const isOwn = (role: "cost" | "costPrice") => {
    const told = cells.currencyBy(role);
    return told === null || own === null || told === own;
  };
  const total = isOwn("cost") ? numberOrNull(cells, "cost") : null;
  if (total) return Math.abs(total);
  const each = isOwn("costPrice") ? numberOrNull(cells, "costPrice") : null;
  const sum = each ? Number(Math.abs(each * quantity).toFixed(4)) : null;
  return sum !== null && isInvestmentNumber(sum) ? sum : null;
}

/** A descriptive number of a position. A wrong number counts as missing. */
function numberOrNull(cells: BrokerCells, role: "cost" | "costPrice"): number | null {
  try {
    return cells.number(role);
  } catch (failure) {
    if (failure instanceof FormatError) return null;
    throw failure;
  }
}
