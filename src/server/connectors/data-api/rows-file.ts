import { FormatError } from "../../formats/format-error.ts";
import { valueAt } from "./dialect.ts";
import type { RowsFile } from "./dialect-reads.ts";
import { parseBoundedJson } from "./parse-response.ts";

/** The types of files, in the order of preference. */
export const FILE_TYPES = "application/json, application/xml;q=0.9, text/plain;q=0.8";

const MAX_LINK_CHARACTERS = 4096;

/** The link to a file with the rows that a response lacks; null without one. */
export const linkToFile = (body: unknown, list: string, file: RowsFile): string | null => {
  if ((valueAt(body, list) ?? null) !== null) return null;
  for (const place of file.at) {
    const link = valueAt(body, place);
    if (typeof link === "string" && link !== "" && link.length <= MAX_LINK_CHARACTERS) return link;
  }
  return null;
};

/** The formats of bank statements that banks offer. */
const FORMATS: readonly string[] = ["camt", "mt940"];

/**
 * The content of a file in the form of a response: JSON, camt.053 or MT940. Returns the problem of
 * any other file, of one with an unreadable row, and of one with the rows of several accounts.
 */
export const readRowsFile = async (
  bytes: Uint8Array,
  list: string,
  file: RowsFile,
): Promise<{ body: unknown } | { fields: string[] }> => {
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === "") return { body: {} };
  const body = parseBoundedJson(text);
  if (linkToFile(body, list, file) !== null) return { fields: ["the file: leads to another one"] };
  if (body !== undefined) return { body };
  // Few banks offer files, so that most servers never need the readers.
  const [{ openFiles, readStatements }, { isZip }] = await Promise.all([
    import("../../formats/index.ts"),
    import("../../formats/unzip.ts"),
  ]);
  if (isZip(bytes)) return { fields: ["the file: is an archive"] };
  try {
    const files = openFiles(bytes);
    if (!files.every(({ format }) => FORMATS.includes(format)))
      return { fields: ["the file: is neither JSON nor camt.053 nor MT940"] };
    const { statements, leftOut } = readStatements(files);
    if (leftOut.first.length > 0)
      return { fields: leftOut.first.map(({ problem }) => `the file: ${problem}`) };
    const accounts = new Set(statements.map(({ account: { iban, id } }) => iban ?? id));
    if (accounts.size > 1) return { fields: ["the file: has several accounts"] };
    const rows = statements.flatMap(({ account: { currency }, transactions }) =>
      transactions.map((row) => ({ ...row, currency: row.currency ?? currency })),
    );
    return { body: file.toBody(rows) };
  } catch (failure) {
    if (!(failure instanceof FormatError)) throw failure;
    return { fields: [`the file: ${failure.problem}`] };
  }
};
