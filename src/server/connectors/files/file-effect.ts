import { type AddFile, openFile } from "./add-file.ts";
import { summaryIn } from "./files-state.ts";
import { mappingOf, readRows } from "./read-rows.ts";

/** The payments of a file: how many, the first and the last day, YYYY-MM-DD, and the first amounts. */
export type FileEffect = { count: number; from: string; to: string; amounts: string[] };

/** The number of amounts that are shown. */
const SHOWN = 3;

/**
 * Reads the payments of a file as the mapping of a request reads them, and adds nothing; null for none. Throws a
 * FormatError that names the line.
 */
export const previewFile = (request: AddFile): FileEffect | null => {
  const known = request.state === null ? null : summaryIn(request.state);
  const { files } = openFile(request, known);
  const mapped = files && mappingOf(files, [], request);
  if (!mapped || "at" in mapped) return null;
  const read = readRows(files, mapped.kept, request, undefined);
  if ("at" in read) return null;
  const rows = read.statements.flatMap(({ transactions }) => transactions);
  const days = rows.map(({ date }) => date).sort();
  const [from] = days;
  const to = days.at(-1);
  if (from === undefined || to === undefined) return null;
  return {
    count: rows.length,
    from,
    to,
    amounts: rows.slice(0, SHOWN).map(({ amount }) => amount),
  };
};
