import type { CsvMapping } from "./csv-mapping.ts";
import { eachRow } from "./csv-rows.ts";

/** Replaces the cells of rows, given by position from 0. Each row stays on its line. */
export function rewriteRows(
  text: string,
  delimiter: CsvMapping["delimiter"],
  rewrite: (cells: readonly string[], place: number) => readonly string[],
): string {
  let written = "";
  let at = 1;
  eachRow(text, delimiter, (cells, line, place) => {
    for (; at < line; at += 1) written += "\n";
    const row = rewrite(cells, place)
      .map((cell) => (/["\n]/.test(cell) || cell.includes(delimiter) ? quoted(cell) : cell))
      .join(delimiter);
    written += row;
    at += row.split("\n").length - 1;
  });
  return `${written}\n`;
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
