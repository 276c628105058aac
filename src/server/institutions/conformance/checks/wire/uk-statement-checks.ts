import type { Check } from "../../check.ts";
import type { Exchange } from "../../consents/observations.ts";
import { readText } from "../../reply.ts";
import { faultIn, inEachAccount, momentFault, quoted, type Row, rowsAt } from "./findings.ts";

const LIST = "Data.Statement";

/** A check of each account's statements, which only `statements` needs. */
const inStatements = (
  check: Omit<Check, "area" | "find" | "level"> & { find(rows: Row[]): string | null },
): Check =>
  inEachAccount(({ statements }) => statements, {
    ...check,
    level: "should",
    find: (body) => {
      const rows = rowsAt(body, LIST);
      return rows === null ? null : check.find(rows);
    },
  });

/** The checks of statements of UK Open Banking, and of their files. */
export const ukStatementChecks: readonly Check[] = [
  {
    id: "statements-readable",
    area: "Data",
    level: "should",
    what: "lists the statements of an account",
    fix: "answer /accounts/{AccountId}/statements with JSON, or connect it with --deviation lacks=statements",
    find: ({ consent }) => {
      const replies = (consent?.details ?? []).flatMap(({ statements }) => statements ?? []);
      if (replies.length === 0) return undefined;
      return replies.find(({ failure }) => failure !== null)?.failure ?? null;
    },
  },
  inEachAccount(({ statements }) => statements, {
    id: "statements-list",
    level: "should",
    what: "returns statements as a list",
    fix: "make Data.Statement a list, empty for an account without statements",
    find: (body) => (rowsAt(body, LIST) === null ? `${LIST} is no list` : null),
  }),
  inStatements({
    id: "statement-id",
    what: "names each statement that has a file",
    fix: "add a StatementId of at most 40 characters",
    find: (rows) =>
      faultIn(rows, (row) =>
        readText(row, "StatementId") === undefined
          ? `StatementId is ${quoted(row.StatementId)}`
          : null,
      ),
  }),
  inStatements({
    id: "statement-id-unique",
    what: "names no two statements of an account by one id",
    fix: "give each statement a StatementId of its own",
    find: (rows) => {
      const ids = rows.flatMap((row) => readText(row, "StatementId") ?? []);
      const count = new Set(ids).size;
      return count === ids.length ? null : `${ids.length} statements, ${count} ids`;
    },
  }),
  inStatements({
    id: "statement-times",
    what: "says when the period of each statement begins and ends",
    fix: "make StartDateTime and EndDateTime times in ISO 8601 with a zone, the first one before the other",
    find: (rows) => faultIn(rows, periodFault),
  }),
  {
    id: "statement-document",
    area: "Data",
    level: "should",
    what: "sends the file of a statement as a PDF",
    fix: "answer /accounts/{AccountId}/statements/{StatementId}/file with a PDF and content-type application/pdf",
    find: ({ consent }) => {
      const files = (consent?.details ?? []).flatMap(({ statementFile }) => statementFile ?? []);
      if (files.length === 0) return undefined;
      return files.map(fileFault).find((fault) => fault !== null) ?? null;
    },
  },
];

function periodFault({ StartDateTime: start, EndDateTime: end }: Row): string | null {
  const fault = momentFault(start, "StartDateTime") ?? momentFault(end, "EndDateTime");
  if (fault !== null) return fault;
  return Date.parse(String(end)) < Date.parse(String(start))
    ? "EndDateTime is before StartDateTime"
    : null;
}

function fileFault({ status, start, headers, failure }: Exchange): string | null {
  if (status !== 200) return status === null ? failure : `responds ${status}`;
  if (start !== "%PDF-") return "does not begin as a PDF";
  const type = headers.get("content-type") ?? "";
  return /^application\/pdf\b/.test(type) ? null : "has another content type than application/pdf";
}
