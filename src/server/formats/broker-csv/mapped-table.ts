import type { CsvMapping, CsvRole } from "../csv/csv-mapping.ts";
import { eachRow } from "../csv/csv-rows.ts";
import type { OnRead } from "../read-share.ts";
import type { BrokerRow, BrokerTable } from "./broker-tables.ts";
import { type BrokerRole, columnsByName, feesByName, ISIN } from "./column-roles.ts";

/** The number of rows that decide the kind of a security's name. */
const SAMPLE = 200;

/**
 * Returns a text's table with the columns of a mapping. With a date the rows are trades, otherwise
 * positions.
 */
export function mappedTable(text: string, mapping: CsvMapping, onRead?: OnRead): BrokerTable {
  const { delimiter, skippedRows, columns } = mapping;
  const rows: BrokerRow[] = [];
  const titles: string[][] = [];
  eachRow(
    text,
    delimiter,
    (cells, line, place) => {
      if (place >= skippedRows) rows.push({ cells, line });
      else titles.push(cells);
    },
    onRead,
  );
  const header = (titles.pop() ?? []).map((cell) => cell.trim());
  const kind = columns.date === undefined ? "positions" : "trades";
  const places: BrokerTable["columns"]["places"] = {};
  const take = (role: BrokerRole, own: CsvRole) => {
    const at = columns[own];
    if (at !== undefined) places[role] ??= at;
  };
  take(roleOfSecurity(rows, columns.security ?? -1), "security");
  for (const own of ["description", "payee", "memo"] as const) {
    take("name", own);
    take("memo", own);
  }
  take("quantity", "units");
  take("price", "price");
  take(kind === "trades" ? "amount" : "value", "amount");
  take("date", "date");
  take("currency", "currency");
  take("id", "id");
  const listed = (at: number | undefined) => (at === undefined ? [] : [at]);
  const taken: unknown[] = Object.values(columns);
  const fees = feesByName(header).filter((at) => !taken.includes(at));
  return {
    columns: {
      ...{ kind, places, header, taxes: [] },
      actions: listed(columns.action ?? columns.direction),
      fees: kind === "trades" ? [...listed(columns.fee), ...fees] : [],
    },
    ...{ rows, titles, accountName: null, isActionSaid: columns.action !== undefined },
  };
}

/** The kind of the names of securities in a column. */
function roleOfSecurity(rows: readonly BrokerRow[], at: number): "isin" | "symbol" | "name" {
  const cells = rows.slice(0, SAMPLE).flatMap((row) => row.cells[at]?.trim() || []);
  const isMost = (form: RegExp) =>
    cells.filter((cell) => form.test(cell)).length * 2 > cells.length;
  return isMost(ISIN) ? "isin" : isMost(/^[A-Z\d][A-Z\d.:-]{0,11}$/) ? "symbol" : "name";
}

/** Finds the columns of securities in any table, by the names of columns or by ISINs in all rows. */
export function securityColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Partial<Record<"security" | "units" | "price" | "action", number>> {
  const named = columnsByName(header);
  const width = Math.max(0, ...rows.map((row) => row.length));
  const isins = Array.from({ length: width }, (_, at) => at).find(
    (at) => rows.length > 0 && rows.every((row) => ISIN.test(row[at]?.trim() ?? "")),
  );
  const found = {
    security: isins ?? named.isin ?? named.symbol ?? named.wkn,
    ...{ units: named.quantity, price: named.price, action: named.action },
  };
  return Object.fromEntries(Object.entries(found).filter(([, at]) => at !== undefined));
}
