import {
  type Currency,
  isInvestmentNumber,
  type Line,
  lineFrom,
} from "../../domain/bank-values.ts";
import { parseCurrency } from "../csv/column-kinds.ts";
import { currencyInName, SIGNS } from "../csv/column-names.ts";
import { isAmount } from "../csv/csv-rows.ts";
import { FormatError } from "../format-error.ts";
import { type DecimalMark, parseCell } from "../locale-values.ts";
import type { BrokerRow, BrokerTable } from "./broker-tables.ts";
import type { BrokerRole } from "./column-roles.ts";

/** The values of a row by meaning. A missing number or a dash is null. */
export type BrokerCells = {
  line: number;
  text(role: BrokerRole): string | null;
  shown(role: BrokerRole): Line | null;
  number(role: BrokerRole): number | null;
  numberAt(at: number): number | null;
  /** The currency of a column's number, from the column's name, the next column, or the cell. */
  currencyBy(role: BrokerRole): Currency | null;
  currencyIn(role: BrokerRole): Currency | null;
};

const IS_NONE = /^(|[-–—.*/\s]+|n\/?a|null|nan|incomplete|processing)$/i;

/** Returns a reader of the rows of a table. */
export function cellReader(
  { columns, rows }: Pick<BrokerTable, "columns" | "rows">,
  mark: DecimalMark,
): (row: BrokerRow) => BrokerCells {
  const { header } = columns;
  const pairs = neighbours({ columns, rows });
  const places = { ...columns.places };
  for (const role of Object.keys(places) as BrokerRole[]) {
    const moved = pairs.moved.get(places[role] ?? -1);
    if (moved !== undefined) places[role] = moved;
  }
  return ({ cells, line }) => {
    const at = (place: number | undefined) => cells[place ?? -1]?.trim().replace(/^'/, "") ?? "";
    const numberAt = (place: number): number | null => {
      const found = at(place);
      if (IS_NONE.test(found)) return null;
      // Letters of a currency stand at an end.
      const isBroken = /\d\s*\p{L}+\s*\d/u.test(found);
      const number = isBroken ? Number.NaN : Number(parseCell(found, mark) ?? Number.NaN);
      if (isInvestmentNumber(number)) return number;
      throw new FormatError("INVALID_AMOUNT", {
        ...{ line, field: header[place] || "amount", found },
        expected: mark === "," ? "1.234,56" : "1,234.56",
      });
    };
    const currencyIn = (role: BrokerRole) => parseCurrency(at(places[role]));
    return {
      line,
      numberAt,
      text: (role) => at(places[role]) || null,
      shown: (role) => lineFrom(at(places[role])),
      number: (role) => (places[role] === undefined ? null : numberAt(places[role])),
      currencyIn,
      currencyBy: (role) => {
        const place = places[role];
        if (place === undefined) return null;
        const name = header[place] ?? "";
        const named = /\bpence\b/i.test(name) ? "GBX" : (currencyInName(name) ?? "");
        const beside = pairs.currencies.get(place);
        const sign = SIGNS[at(place).replaceAll(/[\d.,\s()'’+−–-]/g, "")];
        return parseCurrency(named) ?? parseCurrency(at(beside)) ?? parseCurrency(sign ?? "");
      },
    };
  };
}

/** The number of rows that determine the kind of an unnamed column. */
const SAMPLE = 200;

/**
 * Unnamed columns after columns of amounts, which have the currencies of these amounts; where the named
 * column has the currency, the amounts are in the unnamed one.
 */
function neighbours({ columns: { header }, rows }: Pick<BrokerTable, "columns" | "rows">) {
  const moved = new Map<number, number>();
  const currencies = new Map<number, number>();
  const areCurrencies = (place: number) => {
    const cells = rows.slice(0, SAMPLE).map(({ cells: row }) => row[place]?.trim() ?? "");
    const filled = cells.filter((cell) => cell !== "");
    return filled.length > 0 && filled.every((cell) => parseCurrency(cell) !== null);
  };
  const hasNumbers = (place: number) =>
    rows.slice(0, SAMPLE).some(({ cells }) => isAmount(cells[place] ?? ""));
  for (const [place, name] of header.entries()) {
    const next = place + 1;
    if (name === "" || header[next] !== "") continue;
    if (areCurrencies(next)) currencies.set(place, next);
    else if (areCurrencies(place) && hasNumbers(next)) {
      moved.set(place, next);
      currencies.set(next, place);
    }
  }
  return { moved, currencies };
}
