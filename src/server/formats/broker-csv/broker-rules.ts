import { FormatError } from "../format-error.ts";
import type { TradeWords } from "../trade-words.ts";
import { brokerAction, isBrokerAction } from "./broker-actions.ts";
import type { BrokerCells } from "./broker-cells.ts";
import type { BrokerTable } from "./broker-tables.ts";
import { type TradeColumns, type TradeRules, toldAmount } from "./broker-trade.ts";

/** The number of rows by which the rules of a table are determined. */
const SAMPLE = 2000;

/** How far an amount may be from units times price, as a part of it, to be the same. */
const MAX_DEVIATION = 0.0005;

/**
 * Returns the columns with words of trades, sorted by the number of such words, most first. A column that the
 * user names has them, whatever its words are.
 */
export function actionColumns(
  { columns, rows, isActionSaid }: BrokerTable,
  { actionOf }: TradeWords,
): readonly number[] {
  if (isActionSaid) return columns.actions;
  const isAction = (cell: string) => isBrokerAction(cell) || actionOf(cell) !== undefined;
  const counts = columns.actions.map((at) => ({
    at,
    count: rows.slice(0, SAMPLE).filter(({ cells }) => isAction(cells[at] ?? "")).length,
  }));
  return counts
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .map(({ at }) => at);
}

/** The column by whose name its words are of trades, of several the one with the fewest; none of them is known. */
export function unknownWords({ columns, rows }: BrokerTable): readonly number[] {
  const counts = columns.actions.map((at) => ({
    at,
    count: new Set(rows.slice(0, SAMPLE).flatMap(({ cells }) => cells[at]?.trim() || [])).size,
  }));
  const [first] = counts.filter(({ count }) => count > 0).toSorted((a, b) => a.count - b.count);
  return first ? [first.at] : [];
}

/** The rules by which the amounts of a table are read. */
export function tradeRules(
  table: BrokerTable,
  columns: TradeColumns,
  cellsOf: (row: BrokerTable["rows"][number]) => BrokerCells,
): TradeRules {
  let [gross, net, minus, costs, negativeCosts] = [0, 0, 0, 0, 0];
  for (const row of table.rows.slice(0, SAMPLE)) {
    const read = readable(() => {
      const cells = cellsOf(row);
      const at = (places: readonly number[]) =>
        places.map((place) => cells.numberAt(place)).filter((cost) => cost !== null && cost !== 0);
      return {
        told: toldAmount(cells),
        worth: Math.abs((cells.number("quantity") ?? 0) * (cells.number("price") ?? 0)),
        fees: at(columns.fees).map(Number),
        taxes: at(columns.taxes).map(Number),
        isSale: columns.actions.some(
          (place) => brokerAction(row.cells[place] ?? "", true)?.way === -1,
        ),
      };
    });
    if (!read?.told) continue;
    const { told, worth, fees, taxes } = read;
    if (told.amount < 0) minus += 1;
    costs += fees.length + taxes.length;
    negativeCosts += [...fees, ...taxes].filter((cost) => cost < 0).length;
    const fee = Math.abs(fees.reduce((a, b) => a + b, 0));
    if (fee === 0 || worth === 0) continue;
    const isNear = (other: number) =>
      Math.abs(Math.abs(told.amount) - other) <= Math.max(0.011, worth * MAX_DEVIATION);
    if (isNear(worth) && fee > 0.02) gross += 1;
    else if (isNear(worth + fee) || isNear(worth - fee)) net += 1;
  }
  const name = table.columns.header[table.columns.places.amount ?? -1] ?? "";
  return {
    isGross: gross > net,
    isSigned: minus > 0,
    isOfDepot:
      columns.actions.length === 0 &&
      table.columns.places.total === undefined &&
      /^umsatz/i.test(name),
    hasNegativeCosts: negativeCosts * 2 > costs,
  };
}

/** The reading of a row; null for a faulty one, which is left out when it is read as a trade. */
function readable<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch (failure) {
    if (failure instanceof FormatError) return null;
    throw failure;
  }
}
