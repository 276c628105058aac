import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../testing/property-samples.ts";
import { FormatError } from "./format-error.ts";
import { guessCsv, readStatements } from "./index.ts";
import { anyStatement, joined } from "./statement.fixture.ts";
import { WRITERS } from "./writers.ts";

/** Signs with a meaning in some format, and signs without a meaning. */
const piece = fc.oneof(
  fc.constantFrom(
    "<",
    ">",
    "</STMTTRN>",
    "<STMTTRN>",
    "<!--",
    "]]>",
    "&#0;",
    "^",
    "!Type:Bank",
    ":61:",
    ":86:",
    "-",
    "{",
    '"',
    ";",
    ",",
    "\n",
    "\r",
    "\t",
    "\0",
    "\uFEFF",
    "?20",
    "-1.234,5-",
    "99/99/99",
    "20260230",
  ),
  fc.string({ maxLength: 8 }),
);

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(40),
  piece,
});

/** A text with some parts replaced. */
const changed = (text: string, changes: readonly { at: number; length: number; piece: string }[]) =>
  changes.reduce((rest, { at, length, piece: added }) => {
    const start = Math.floor(at * rest.length);
    return rest.slice(0, start) + added + rest.slice(start + length);
  }, text);

test.each(["ofx", "camt", "qif", "mt940", "csv"] as const)(
  "a changed file in %s is refused with the problem, or read as exact amounts of real days",
  async (format) => {
    await fc.assert(
      fc.asyncProperty(
        anyStatement,
        fc.array(change, { maxLength: 6 }),
        async (written, changes) => {
          const text = await joined(WRITERS[format].write([written], { day: "2026-02-01" }));
          const bytes = Buffer.from(changed(text, changes));
          try {
            guessCsv(bytes);
            const { statements } = readStatements(bytes, { dateOrder: "MDY" });
            for (const { amount, date } of statements.flatMap(({ transactions }) => transactions)) {
              expect(amount).toMatch(/^(0|-?([1-9]\d*|0)(\.\d*[1-9])?)$/);
              expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date);
            }
          } catch (failure) {
            if (!(failure instanceof FormatError)) throw failure;
            expect(failure.message.length).toBeLessThan(300);
          }
        },
      ),
      { numRuns: samples(1000) },
    );
  },
);

const many = (text: string, length = 5_000_000) => text.repeat(length / text.length);

test.each([
  ["aggregates within each other", `<OFX>${many("<STMTTRN>")}`],
  [
    "elements of different names",
    `<OFX><STMTRS><STMTTRN>${Array.from({ length: 400_000 }, (_, at) => `<A${at}>1`).join("")}`,
  ],
  [
    "statements of one account",
    `<OFX>${many("<STMTRS><BANKACCTFROM><ACCTID>1</BANKACCTFROM></STMTRS>")}`,
  ],
  [
    "unknown elements of camt",
    `<BkToCstmrStmt>${Array.from({ length: 400_000 }, (_, at) => `<A${at}/>`).join("")}`,
  ],
  ["lines of one field", `:20:A\n:25:1\n:61:2601150115D1,NTRF\n:86:${many("a\n")}`],
  ["quotes", many('"')],
  ["delimiters", many(";1")],
  [
    "signs in a balance",
    `Date,Payee,Amount,Balance\n${many(`2026-01-15,Cafe,1.00,${"-".repeat(15_000)}5\n`)}`,
  ],
  ["records of QIF on a line", `!Type:Bank\n${many("D1^")}`],
  ["spaces", `Date,Payee,Amount\n${many(`2026-01-15,${" ".repeat(15_000)}x,1.00\n`)}`],
])("5 MB of %s end in time, read or refused", (_, text) => {
  try {
    expect(readStatements(Buffer.from(text)).statements.length).toBeGreaterThan(0);
  } catch (failure) {
    expect(failure).toBeInstanceOf(FormatError);
  }
});
