import { type Line, lineFrom } from "../../domain/bank-values.ts";
import type { CsvMapping, CsvRole } from "./csv-mapping.ts";
import { lineKind } from "./line-words.ts";

/** The texts of a transaction that may continue in the next row, or in the next cell. */
const TEXTS = ["description", "payee", "memo"] as const;

/**
 * The texts of a row that has no other cells: they continue the texts of the row before. Null for
 * any other row.
 */
export function continuedTexts(
  cells: readonly string[],
  { columns }: CsvMapping,
): Partial<Record<(typeof TEXTS)[number], string>> | null {
  if ((cells[columns.date ?? -1] ?? "").trim() !== "") return null;
  const filled = cells.flatMap((cell, at) => (cell.trim() === "" ? [] : [at]));
  const roles = filled.map((at) => TEXTS.find((role) => columns[role] === at));
  // A note below the table stands in its first column, where rows have their day or their account.
  if (filled.includes(0) || roles.includes(undefined) || lineKind(cells) !== null) return null;
  return Object.fromEntries(roles.map((role, at) => [role, cells[filled[at] ?? 0]?.trim()]));
}

/** Joins a text with its continuation. */
export const joinedText = (text: Line | null, rest: string | undefined): Line | null =>
  rest === undefined ? text : lineFrom(text === null ? rest : `${text} ${rest}`);

/**
 * The columns after the description that continue its text: unnamed, or with its name and the next number.
 */
export function unnamedPlaces(
  names: readonly string[],
  { columns }: CsvMapping,
): readonly number[] {
  const { description } = columns;
  const [, name = "", number] =
    /^(.*?)\s*(\d?)$/s.exec(names[description ?? -1]?.trim() ?? "") ?? [];
  if (description === undefined || name === "") return [];
  const taken = new Set(Object.values(columns));
  const isNext = (other: string, at: number) =>
    number === "1" && other.replace(/\s*\d$/, "") === name && other.endsWith(`${at + 2}`);
  const rest = names.slice(description + 1).map((other, at) => {
    const isUnnamed = other.trim() === "" && !taken.has(description + 1 + at);
    return isUnnamed || isNext(other.trim(), at);
  });
  const count = rest.includes(false) ? rest.indexOf(false) : rest.length;
  return Array.from({ length: count }, (_, at) => description + 1 + at).filter(
    (at) => !taken.has(at),
  );
}

/** The cells of a row with the whole text of its description. */
export function withWholeText(
  cells: readonly string[],
  { columns: { description = -1 } }: { columns: Partial<Record<CsvRole, number>> },
  places: readonly number[],
): readonly string[] {
  const rest = places.map((at) => cells[at]?.trim() ?? "").filter(Boolean);
  if (rest.length === 0) return cells;
  return cells.with(description, [cells[description]?.trim(), ...rest].filter(Boolean).join(" "));
}
