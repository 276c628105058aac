import { eachInTurns } from "../../jobs/in-turns.ts";
import type { Row } from "./row.ts";

/** Interchangeable rows, which have the same facts. */
export type RowClass = { first: Row; rows: Row[] };

/** Groups rows with the same facts, in their order. */
export const groupRows = async (rows: readonly Row[]): Promise<RowClass[]> => {
  const classes = new Map<string, RowClass>();
  await eachInTurns(rows, (row) => {
    const known = classes.get(row.key);
    if (known) known.rows.push(row);
    else classes.set(row.key, { first: row, rows: [row] });
  });
  return [...classes.values()];
};

/**
 * The keys of a row's possible parties: account, direction, currency, and the first word of a text.
 */
export const listParties = ({ group, currency, reading }: Row): string[] => [
  ...new Set(reading.texts.map(({ words }) => `${group} ${currency} ${words[0] ?? ""}`)),
];
