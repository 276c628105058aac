import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { readStatements } from "../index.ts";
import { guessMapping } from "./guess-mapping.ts";

test("two rows with the balances before them keep the signs of their amounts", () => {
  const file =
    "14-09-2026,NL12SNSB0123456789,EUR,1000.00,EUR,-112.50,14-09-2026,Grocer\n" +
    "16-09-2026,NL12SNSB0123456789,EUR,887.50,EUR,2000.00,16-09-2026,Salary\n";
  expect(guessMapping(file).mapping.isNegated).toBe(false);
});

test("without names the later of two days is the day of booking, wherever it stands", () => {
  const rows = [
    ["12.09.2026", "14.09.2026"],
    ["16.09.2026", "16.09.2026"],
  ];
  for (const order of [0, 1]) {
    const [days, others] = rows.map((row) => (order === 0 ? row : row.toReversed()).join(";"));
    const file = `${days};-4,50;Grocer;EUR\n${others};900,00;Salary;EUR\n`;
    expect(guessMapping(file)).toMatchObject({
      doubts: [],
      mapping: { columns: { date: 1 - order } },
    });
  }
  // Neither day column has the later day in all rows.
  const mixed = "12.09.2026;14.09.2026;-4,50;Grocer;EUR\n16.09.2026;15.09.2026;900,00;Salary;EUR\n";
  expect(guessMapping(mixed).doubts).toEqual(["columns"]);
});

test("an apostrophe before a number is no part of it, and one before a word stays", () => {
  const file = "Date,Text,Amount\n'2026-09-14,'t Hoekje,'-4.50\n2026-09-15,'77 Ltd','900.00'\n";
  const { statements } = readStatements(Buffer.from(file));
  expect(statements[0]?.transactions).toMatchObject([
    { date: "2026-09-14", amount: "-4.5", description: "'t Hoekje" },
    { date: "2026-09-15", amount: "900", description: "77 Ltd'" },
  ]);
});

test("a line above the rows with the balances before and after them is no transaction", () => {
  const rows = [
    "20.09.2026;Account;1000,00;1887,50",
    "16.09.2026;Salary;900,00;1887,50",
    "14.09.2026;Grocer;-12,50;987,50",
  ];
  const amounts = ([...lines]: string[]) =>
    readStatements(
      Buffer.from(`Datum;Text;Betrag;Saldo\n${lines.join("\n")}\n`),
    ).statements[0]?.transactions.map(({ amount }) => amount);
  expect(amounts(rows)).toEqual(["900", "-12.5"]);
  // A row with the same amount is a transaction if the balance changes by the amount.
  const moved = ["20.09.2026;Bonus;1000,00;2887,50", ...rows.slice(1)];
  expect(amounts(moved)).toEqual(["1000", "900", "-12.5"]);
});

test("accounts under the name of either party are told apart by their balances", () => {
  const amounts = fc.array(fc.integer({ min: -99_999, max: 99_999 }).filter(Boolean), {
    minLength: 3,
    maxLength: 8,
  });
  const opening = fc.integer({ min: 1, max: 99_999 });
  const text = (sum: number) => (sum / 100).toFixed(2).replace(".", ",");
  fc.assert(
    fc.property(amounts, amounts, opening, opening, (first, second, one, other) => {
      const rowsOf = (iban: string, own: readonly number[], start: number) =>
        own.map((amount, at) => {
          const balance = own.slice(0, at + 1).reduce((sum, each) => sum + each, start);
          return `${iban};2026-06-${10 + at};${text(amount)};Shop ${at};${text(balance)}`;
        });
      const lines = [
        ...rowsOf("NL20INGB0001234567", first, one),
        ...rowsOf("NL86INGB0002445588", second, other),
      ];
      // Leaves out balances that continue the other account's balance, which decide nothing.
      fc.pre(one + first.reduce((sum, each) => sum + each, 0) !== other);
      const file = `IBAN;Boekdatum;Bedrag;Omschrijving;Saldo\n${lines.join("\n")}\n`;
      const { statements } = readStatements(Buffer.from(file));
      expect(
        statements.map(({ transactions }) =>
          transactions.map(({ amount }) => Math.round(Number(amount) * 100)),
        ),
      ).toEqual([first, second]);
    }),
    { numRuns: samples(200) },
  );
});
