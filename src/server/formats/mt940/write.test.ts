import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { readStatements } from "../index.ts";
import {
  anyStatement,
  joined,
  type Raw,
  statement,
  transaction,
  withoutLines,
} from "../statement.fixture.ts";
import type { Statement, StatementTransaction } from "../statement.ts";
import { WRITERS } from "../writers.ts";

const read = (text: string) => readStatements(Buffer.from(text)).statements;

test("the number of an account is written without quotes", async () => {
  const { account } = statement();
  const quoted = statement({ account: { ...account, id: "9900' OR '1'='1", bankId: '01`14"' } });
  const text = await joined(WRITERS.mt940.write([quoted], { day: "2026-02-01" }));
  expect(text).toContain("\n:25:0114/9900 OR 1=1\n");
});

test("a statement that is written is read as it was, as far as MT940 can carry it", async () => {
  await fc.assert(
    fc.asyncProperty(anyStatement, async (written) => {
      const text = await joined(WRITERS.mt940.write([written], { day: "2026-02-01" }));
      expect(read(text).map(withoutLines)).toEqual([withoutLines(carried(written))]);
    }),
    { numRuns: samples(500) },
  );
});

/** The statement that MT940 can represent. */
function carried({ account, balances, from, to, transactions }: Statement): Raw<Statement> {
  const rows = transactions.filter(({ pending }) => !pending).map(carriedRow);
  const days = rows.map(({ date }) => date).toSorted();
  const of = (kind: "opening" | "closing" | "available") =>
    balances.find((balance) => balance.kind === kind);
  const available = of("available");
  return {
    account: { ...account, name: null, type: null },
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    balances: [
      of("opening") ?? { kind: "opening", amount: "0", date: from },
      of("closing") ?? { kind: "closing", amount: "0", date: to },
      ...(available ? [available] : []),
    ],
    transactions: rows,
  };
}

const clean = (text: string) =>
  text
    .replaceAll(/[?+{}]|\/\//g, " ")
    .replaceAll(/ +/g, " ")
    .trim();

/** Whether the value date implies the year of the booking date, which MT940 omits. */
const isNear = (date: string, valueDate: string | null) =>
  valueDate !== null && Math.abs(Date.parse(date) - Date.parse(valueDate)) < 150 * 86_400_000;

function carriedRow(row: StatementTransaction): Raw<StatementTransaction> {
  const words = clean([row.description, row.memo].filter((text) => text !== null).join(" "));
  const payee = [...clean(row.payee ?? "")].slice(0, 54).join("").trim();
  const hasDetails = words !== "" || payee !== "" || row.counterpartyAccount !== null;
  const reference = row.checkNumber ?? row.reference;
  return transaction({
    date: row.date,
    valueDate: isNear(row.date, row.valueDate) ? row.valueDate : row.date,
    amount: row.amount,
    id: row.id,
    reference,
    checkNumber: row.checkNumber,
    code: hasDetails ? "999" : row.checkNumber === null ? "NMSC" : "NCHK",
    description: words || null,
    payee: payee || null,
    counterpartyAccount: row.counterpartyAccount,
  });
}
