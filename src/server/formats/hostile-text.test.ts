import fc from "fast-check";
import { expect, test } from "vitest";
import { guardFormula, unguardFormula } from "../../protocol/formula-guard.ts";
import { hostileText } from "../../testing/hostile-text.ts";
import { samples } from "../../testing/property-samples.ts";
import { hostileStatement } from "./hostile.fixture.ts";
import { readStatements } from "./index.ts";
import { joined } from "./statement.fixture.ts";
import type { Statement, StatementTransaction } from "./statement.ts";
import { WRITERS } from "./writers.ts";

const DAY = { day: "2026-02-01" };
const statements = fc.array(hostileStatement(), { minLength: 1, maxLength: 3 });

/** The days and signed amounts of rows, in order. */
const facts = (rows: readonly Pick<StatementTransaction, "date" | "amount">[]): string[] =>
  rows.map(({ date, amount }) => `${date} ${amount}`).toSorted();
const listRows = (all: readonly Statement[]) => all.flatMap(({ transactions }) => transactions);

test.each(["ofx", "qif", "mt940", "camt", "csv"] as const)(
  "any texts, written as %s, are read with the same days, signs and amounts",
  async (format) => {
    await fc.assert(
      fc.asyncProperty(statements, async (written) => {
        const text = await joined(WRITERS[format].write(written, DAY));
        const read = readStatements(Buffer.from(text), { dateOrder: "MDY" });
        expect(read.formats).toEqual([format]);
        expect(facts(listRows(read.statements))).toEqual(facts(listRows(written)));
      }),
      { numRuns: samples(2000) },
    );
  },
);

const ACCOUNT = "(Assets|Liabilities|Expenses|Income|Equity)(:[A-Z0-9][A-Za-z0-9-]*)+";
const QUOTED = String.raw`"([^"\\]|\\["\\])*"`;

/** The only allowed shapes of written lines. */
const SHAPES = {
  ledger: [
    /^tag (description|memo|id|reference|counterparty)$/,
    new RegExp(`^account ${ACCOUNT}$`),
    /^commodity (1000\.00|[A-Z]+|"[A-Z\d]+")$/,
    /^\d{4}-\d\d-\d\d [*!] (\([^()]*\) )?(?![(*!=&~%@])[^;|[\]]+$/,
    /^ {4}; (description|memo|id|reference|counterparty): [^;|[\]]+$/,
    new RegExp(String.raw`^ {4}${ACCOUNT} {2}-?\d+(\.\d+)?( [A-Z]+| "[A-Z\d]+")?$`),
  ],
  beancount: [
    new RegExp(`^1900-01-01 open ${ACCOUNT}$`),
    new RegExp(String.raw`^\d{4}-\d\d-\d\d [*!] (${QUOTED} )?${QUOTED}$`),
    new RegExp(`^ {2}(id|reference|check|memo|counterparty): ${QUOTED}$`),
    new RegExp(String.raw`^ {2}${ACCOUNT} {2}-?\d+(\.\d+)? [A-Z][A-Z\d]+$`),
  ],
} as const;

/** The longest line that ledger reads, in bytes. */
const MAX_LINE_BYTES = 4095;

test.each(["ledger", "beancount"] as const)(
  "each line of %s is of a shape that is written",
  async (format) => {
    await fc.assert(
      fc.asyncProperty(statements, async (written) => {
        const text = await joined(WRITERS[format].write(written, DAY));
        const lines = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).filter((line) => line !== "");
        for (const line of lines) {
          expect(SHAPES[format].some((shape) => shape.test(line)) ? "" : line).toBe("");
          expect(line).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/u);
          expect(Buffer.byteLength(line)).toBeLessThan(MAX_LINE_BYTES);
        }
        const own = /^ +(Assets|Liabilities):/;
        expect(lines.filter((line) => own.test(line))).toHaveLength(listRows(written).length);
      }),
      { numRuns: samples(2000) },
    );
  },
);

test("no cell of a CSV file begins as a formula, nor does a line of it, and its guard is taken off again", () => {
  fc.assert(
    fc.property(hostileText(), (text) => {
      const guarded = guardFormula(text);
      expect(guarded).not.toMatch(/(^|[;\t\r\n])\s*[=+\-@＝＋－＠]/);
      expect(unguardFormula(guarded)).toBe(text);
    }),
    { numRuns: samples(2000) },
  );
});
