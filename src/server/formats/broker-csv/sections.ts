import {
  type AccountNumber,
  accountNumberFrom,
  currencyFrom,
  type Day,
  isInvestmentNumber,
} from "../../domain/bank-values.ts";
import { lookup } from "../../domain/lookup.ts";
import { eachRow } from "../csv/csv-rows.ts";
import { parseCell, parseDay } from "../locale-values.ts";
import type { OnRead } from "../read-share.ts";
import type { BrokerFacts, BrokerTable } from "./broker-tables.ts";
import { type BrokerColumns, brokerColumns } from "./column-roles.ts";

/** The sections with cash rows, and the words for each movement. */
const CASH_SECTIONS = lookup<string>({
  Dividends: "Dividend",
  "Withholding Tax": "Withholding tax",
  Interest: "Interest",
  Fees: "Fee",
  "Broker Interest Paid": "Interest",
  "Broker Interest Received": "Interest",
  "Other Fees": "Fee",
  "Deposits & Withdrawals": "Deposit",
});

/** The kinds of rows that repeat other rows: lots, and parts of orders. */
const PARTS = /^(lot|closedlot|wash|trade|clearing)$/i;

type Open = { name: string; header: readonly string[]; table: BrokerTable | null };

/**
 * Finds the tables of an activity statement of Interactive Brokers, each line of which begins with the name of its section
 * and with whether it has names, values or sums.
 */
export function sectionedTables(
  text: string,
  onRead?: OnRead,
): { tables: BrokerTable[]; facts: BrokerFacts; id: AccountNumber | null } {
  const tables: BrokerTable[] = [];
  const fields = new Map<string, string>();
  const numbers = new Map<string, string>();
  let open = null as Open | null;
  let cash: number | null = null;
  eachRow(
    text,
    ",",
    (row, line) => {
      const [name = "", kind = "", ...cells] = row.map((cell) => cell.trim());
      if (kind === "Header") {
        open = { name, header: cells, table: readTable(name, cells) };
        if (open.table) tables.push(open.table);
      } else if (kind === "Data" && open?.name === name) {
        const [field = "", value = ""] = cells;
        if (/^(Statement|Account Information)$/.test(name)) fields.set(field, value);
        else if (name === "Cash Report" && field === "Ending Cash" && /^base/i.test(value))
          cash = numberFrom(cells[open.header.indexOf("Total")]);
        else if (name === "Financial Instrument Information")
          addNumber(numbers, open.header, cells);
        else if (open.table && isWhole(open.header, cells))
          open.table.rows.push({ cells: withAction(name, cells, open.header.length), line });
      }
    },
    onRead,
  );
  for (const table of tables) nameSecurities(table, numbers);
  return {
    tables,
    id: accountNumberFrom(fields.get("Account")?.split(" ")[0] ?? ""),
    facts: {
      currency: currencyFrom(fields.get("Base Currency") ?? ""),
      ...{ day: lastDayOf(fields.get("Period") ?? ""), cash },
    },
  };
}

function readTable(name: string, cells: readonly string[]): BrokerTable | null {
  const isOfUnits = /^((Long |Short )?Open Positions|Trades|Transfers)$/.test(name);
  const columns = isOfUnits
    ? brokerColumns(cells)
    : CASH_SECTIONS[name] === undefined
      ? null
      : cashColumns(cells);
  return columns && { columns, rows: [], titles: [], accountName: null };
}

/** The columns of a cash section, with a column for the words of its name. */
function cashColumns(cells: readonly string[]): BrokerColumns | null {
  const at = (...names: string[]) => cells.findIndex((cell) => names.includes(cell));
  const [date, amount, memo, currency] = [
    at("Date", "Settle Date"),
    ...[at("Amount"), at("Description"), at("Currency")],
  ];
  if (date === undefined || date < 0 || !amount || amount < 0) return null;
  const action = cells.length;
  return {
    kind: "trades",
    places: {
      ...{ date, amount, action },
      ...(memo !== undefined && memo >= 0 && { memo }),
      ...(currency !== undefined && currency >= 0 && { currency }),
    },
    ...{ actions: [action], fees: [], taxes: [], header: [...cells, "action"] },
  };
}

/**
 * Whether a row is a separate trade: no sum, no part of another row, and no exchange of currencies.
 */
function isWhole(header: readonly string[], cells: readonly string[]): boolean {
  const at = (name: string) => cells[header.indexOf(name)] ?? "";
  if (PARTS.test(at("DataDiscriminator")) || /^forex/i.test(at("Asset Category"))) return false;
  return !/^total/i.test(cells[0] ?? "") && !/^total/i.test(at("Currency"));
}

const withAction = (name: string, cells: string[], width: number): string[] => {
  const action = CASH_SECTIONS[name];
  if (action === undefined) return cells;
  return [...Array.from({ length: width }, (_, at) => cells[at] ?? ""), action];
};

function addNumber(
  numbers: Map<string, string>,
  header: readonly string[],
  cells: readonly string[],
): void {
  const symbol = cells[header.indexOf("Symbol")] ?? "";
  const number = cells[header.indexOf("Security ID")] ?? "";
  for (const each of symbol.split(/,\s*/))
    if (each !== "" && number !== "") numbers.set(each, number);
}

/** Adds a column with the number of each security. The number is the same at all institutions. */
function nameSecurities(
  { columns, rows }: BrokerTable,
  numbers: ReadonlyMap<string, string>,
): void {
  const { symbol, memo } = columns.places;
  const place = Math.max(
    columns.header.length,
    ...rows.slice(0, 1).map(({ cells }) => cells.length),
  );
  columns.places.isin ??= place;
  for (const row of rows) {
    const [, inMemo = ""] = /\(([A-Z]{2}[A-Z\d]{9}\d)\)/.exec(row.cells[memo ?? -1] ?? "") ?? [];
    const number = symbol === undefined ? inMemo : (numbers.get(row.cells[symbol] ?? "") ?? "");
    const cells = [...row.cells];
    cells[place] = number;
    row.cells = Array.from(cells, (cell) => cell ?? "");
  }
}

function numberFrom(cell: string | undefined): number | null {
  const number = Number(parseCell(cell ?? "", ".") ?? Number.NaN);
  return isInvestmentNumber(number) ? number : null;
}

/** The last day of a period such as January 1, 2026 - March 31, 2026. */
function lastDayOf(period: string): Day | null {
  return parseDay(period.split(" - ").at(-1) ?? "", "MDY");
}
