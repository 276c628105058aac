import { mergeWords } from "../../formats/trade-words.ts";
import { type AddFile, openFile } from "./add-file.ts";
import { summaryIn } from "./files-state.ts";
import { mappingOf, readRows } from "./read-rows.ts";

/**
 * A file's payments or trades: their number, the first and last day, YYYY-MM-DD, and the first
 * amounts; or its positions without days, and the first values.
 */
export type FileEffect = { count: number; amounts: string[] } & (
  | { of: "payments" | "trades"; from: string; to: string }
  | { of: "positions" }
  /** The words of trades that are asked about next. */
  | { of: "words" }
);

/** The number of amounts that are shown. */
const SHOWN = 3;

/**
 * Reads the payments of a file with a request's mapping, without adding them; null for none. Throws
 * a FormatError with the line.
 */
export const previewFile = (request: AddFile): FileEffect | null => {
  const known = request.state === null ? null : summaryIn(request.state);
  const { files } = openFile(request, known);
  const mapped = files && mappingOf(files, [], request);
  if (!mapped || "at" in mapped) return null;
  const tradeWords = mergeWords(known?.tradeWords ?? [], request.tradeWords ?? []);
  const read = readRows(files, mapped.kept, { ...request, tradeWords }, undefined);
  if ("at" in read)
    return read.at === "words"
      ? {
          of: "words",
          count: read.words.length,
          amounts: read.words.slice(0, SHOWN).map(({ word }) => word),
        }
      : null;
  const holdings = read.statements.flatMap(({ investments }) => investments?.holdings ?? []);
  const first = (amounts: string[]) => amounts.slice(0, SHOWN);
  if (holdings.length > 0)
    return {
      ...{ of: "positions", count: holdings.length },
      amounts: first(holdings.map(({ value }) => String(value))),
    };
  const trades = read.statements.flatMap(({ investments }) => investments?.transactions ?? []);
  const rows = [
    ...read.statements.flatMap(({ transactions }) => transactions),
    ...trades.map(({ date, amount }) => ({ date, amount: String(0 - amount) })),
  ];
  const days = rows.map(({ date }) => date).sort();
  const [from] = days;
  const to = days.at(-1);
  if (from === undefined || to === undefined) return null;
  return {
    ...{ of: trades.length > 0 ? "trades" : "payments", count: rows.length, from, to },
    amounts: first(rows.map(({ amount }) => amount)),
  };
};
