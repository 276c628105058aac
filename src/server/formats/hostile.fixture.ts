import fc from "fast-check";
import { hostileText } from "../../testing/hostile-text.ts";
import { amountFrom } from "./decimal.ts";
import { type Raw, statement, transaction } from "./statement.fixture.ts";
import type { Statement } from "./statement.ts";

const day = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2049-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const amount = fc
  .integer({ min: -1_000_000, max: 1_000_000 })
  .filter((cents) => cents !== 0)
  .map((cents) => amountFrom(cents / 100));

const KINDS = ["checking", "savings", "credit card", "line of credit", "cash", null] as const;

/** Statements with a hostile text in each field, as an older version may have stored. */
export const hostileStatement = (include = ""): fc.Arbitrary<Statement> => {
  const text = fc.option(hostileText(include), { nil: null, freq: 10 });
  const row = fc.record({
    ...{ date: day, amount, pending: fc.constant(false) },
    ...{ valueDate: fc.option(day, { nil: null }), madeDate: fc.option(day, { nil: null }) },
    ...{ currency: text, id: text, reference: text, checkNumber: text, code: text },
    ...{ description: text, payee: text, memo: text, counterpartyAccount: text, category: text },
  });
  return fc
    .record({
      account: fc.record({
        ...{ id: text, iban: text, bankId: text, name: text, currency: text },
        type: fc.constantFrom(...KINDS),
      }),
      ...{ from: day, to: day },
      balances: fc.constant([]),
      transactions: fc.array(row.map(transaction), { minLength: 1, maxLength: 4 }),
    })
    .map((fields) => statement(fields as Partial<Raw<Statement>>));
};
