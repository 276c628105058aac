import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { readStatements } from "../index.ts";
import {
  anyStatement,
  joined,
  statement,
  transaction,
  withoutLines,
} from "../statement.fixture.ts";
import type { Statement } from "../statement.ts";
import { WRITERS } from "../writers.ts";

test("a formula is written as text, and read as it was", async () => {
  const description = '=HYPERLINK("http://evil.example")';
  const whole = { id: "-x9", pending: true };
  const written = statement({
    transactions: [transaction({ description, payee: "@x", ...whole })],
  });
  const text = await joined(WRITERS.csv.write([written], { day: "2026-02-01" }));
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")",'@x,`);
  const [row] = readStatements(Buffer.from(text)).statements[0]?.transactions ?? [];
  expect(row).toMatchObject({ description, payee: "@x", ...whole });
});

test("statements that are written are read as they were, as far as CSV can carry them", async () => {
  const withRows = anyStatement.filter(({ transactions }) => transactions.length > 0);
  await fc.assert(
    fc.asyncProperty(withRows, async (written) => {
      const text = await joined(WRITERS.csv.write([written], { day: "2026-02-01" }));
      const read = readStatements(Buffer.from(text)).statements.map(withoutLines);
      expect(read).toEqual(carried(written).map(withoutLines));
    }),
    { numRuns: samples(500) },
  );
});

/** The statements that CSV can represent: a statement per currency. */
function carried({ account, transactions }: Statement): Statement[] {
  const currencies = new Set(transactions.map(({ currency }) => currency ?? account.currency));
  return [...currencies].map((currency) => {
    const group = transactions.filter((row) => (row.currency ?? account.currency) === currency);
    const days = group.map(({ date }) => date).toSorted();
    return {
      account: { ...account, bankId: null, name: null, type: null, currency },
      from: days[0] ?? null,
      to: days.at(-1) ?? null,
      balances: [],
      transactions: group.map((row) => ({ ...row, currency: null })),
    };
  });
}
