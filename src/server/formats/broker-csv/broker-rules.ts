import { plainName } from "../csv/column-names.ts";
import { FormatError } from "../format-error.ts";
import type { TradeWords } from "../trade-words.ts";
import { brokerAction, isBrokerAction } from "./broker-actions.ts";
import type { BrokerCells } from "./broker-cells.ts";
import type { BrokerTable } from "./broker-tables.ts";
import { type TradeColumns, type TradeRules, toldAmount } from "./broker-trade.ts";

/** The number of rows that determine the rules of a table. */
const SAMPLE = 2000;

/** The maximum relative deviation at which an amount counts as units times price. */
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

/**
 * The maximum number of different words in a column of kinds of trades, if all words are unknown.
 */
const MAX_KINDS = 16;

/**
 * Words for kinds of orders, securities and markets, in the form of `plainName`. These words name
 * no kind of trade.
 */
const OF_ORDERS =
  /^((market|limit|stop|stop limit|trailing stop|day|gtc|mkt|lmt|stp)( order)?|online|phone|web|app|xetra|tradegate|otc|stocks?|shares?|equit(y|ies)|etfs?|funds?|mutual funds?|bonds?|options?|futures?|crypto|stk|opt|fut|aktien?|fonds|anleihen?|zertifikate?|actions?|obligations?|aktier|fonder|acciones|azioni|order)$/;

/**
 * Returns the column of trades by its name, none of whose words is known: of several the one with the fewest
 * words. If signs tell the direction as well, its words must be few, and of no orders.
 */
export function unknownWords(
  { columns, rows }: BrokerTable,
  hasDirections: boolean,
): readonly number[] {
  const words = columns.actions.map((at) => ({
    at,
    own: new Set(rows.slice(0, SAMPLE).flatMap(({ cells }) => cells[at]?.trim() || [])),
  }));
  const [first] = words
    .filter(({ own }) => own.size > 0)
    .filter(
      ({ own }) =>
        !hasDirections ||
        (own.size <= MAX_KINDS && [...own].some((word) => !OF_ORDERS.test(plainName(word)))),
    )
    .toSorted((a, b) => a.own.size - b.own.size);
  return first ? [first.at] : [];
}

/** The rules for the amounts of a table. */
export function tradeRules(
  table: BrokerTable,
  columns: TradeColumns,
  cellsOf: (row: BrokerTable["rows"][number]) => BrokerCells,
): TradeRules {
  let [gross, net, minus, minusUnits, costs, negativeCosts] = [0, 0, 0, 0, 0, 0];
  for (const row of table.rows.slice(0, SAMPLE)) {
    const read = readable(() => {
      const cells = cellsOf(row);
      const at = (places: readonly number[]) =>
        places.map((place) => cells.numberAt(place)).filter((cost) => cost !== null && cost !== 0);
      return {
        told: toldAmount(cells),
        units: cells.number("quantity") ?? 0,
        price: cells.number("price") ?? 0,
        fees: at(columns.fees).map(Number),
        taxes: at(columns.taxes).map(Number),
        isSale: columns.actions.some(
          (place) => brokerAction(row.cells[place] ?? "", true)?.way === -1,
        ),
      };
    });
    if (!read?.told) continue;
    const { told, units, fees, taxes } = read;
    const worth = Math.abs(units * read.price);
    if (units < 0) minusUnits += 1;
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
    hasSignedUnits: minusUnits > 0,
    isOfDepot:
      columns.actions.length === 0 &&
      table.columns.places.total === undefined &&
      /^umsatz/i.test(name),
    hasNegativeCosts: negativeCosts * 2 > costs,
  };
}

/** The reading of a row; null for a faulty row, which is also left out among the trades. */
function readable<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch (failure) {
    if (failure instanceof FormatError) return null;
    throw failure;
  }
}
