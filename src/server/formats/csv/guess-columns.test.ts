import { expect, test } from "vitest";
import { guessCsv, readStatements } from "../index.ts";

/** The questions about a file, and its amounts as read without answers. */
function toReading(...lines: string[]) {
  const bytes = Buffer.from(`${lines.join("\n")}\n`);
  const guess = guessCsv(bytes);
  const { statements } = readStatements(bytes, guess ? { csv: guess.mapping } : {});
  const amounts = statements.flatMap(({ transactions }) => transactions.map((row) => row.amount));
  return { doubts: guess?.doubts, amounts };
}

test.each([
  ["S", "H", "S/H"],
  ["-", "+", "+/-"],
  ["D", "C", "Dr/Cr"],
  ["Debit", "Credit", "Type"],
  ["D", "A", "D/A"],
])("one reversal leaves %s and %s the directions of all others", (out, into, name) => {
  const rows = [
    `14.09.2026;Shop;12,50;${out}`,
    `15.09.2026;Lohn;1900,00;${into}`,
    `16.09.2026;Storno;-3,00;${out}`,
    `17.09.2026;Baecker;4,50;${out}`,
  ];
  for (const header of [[], [`Datum;Text;Betrag;${name}`]]) {
    const { doubts, amounts } = toReading(...header, ...rows);
    expect(doubts).toEqual(["sign"]);
    expect(amounts).toEqual(["-12.5", "1900", "-3", "-4.5"]);
  }
});

test.each(["D;D;C", "D;C;D", "C;C;C"])(
  "signs of all amounts are surer than the letters %s next to them",
  (letters) => {
    const [first, second, third] = letters.split(";");
    const rows = [
      `14.09.2026;Shop;-12,50;${first}`,
      `15.09.2026;Baecker;-4,50;${second}`,
      `16.09.2026;Lohn;1900,00;${third}`,
    ];
    for (const header of [[], ["Datum;Text;Betrag;Art"]])
      expect(toReading(...header, ...rows)).toEqual({
        doubts: [],
        amounts: ["-12.5", "-4.5", "1900"],
      });
  },
);

test.each(["USD;EUR", "EUR;USD", "Euro;THB"])("amounts named %s are asked about", (names) => {
  const rows = ["14/09/2026;Shop;-12,50;-11,40", "15/09/2026;Wage;900,00;810,00"];
  expect(toReading(`Date;Description;${names}`, ...rows).doubts).toContain("columns");
});

test.each(["USD", "Amount;USD", "EUR;Balance"])("one amount of %s is sure", (names) => {
  const rows = ["14/09/2026;Shop;-12,50;100,00", "15/09/2026;Wage;900,00;1000,00"];
  expect(toReading(`Date;Description;${names}`, ...rows).doubts).toEqual([]);
});

test.each(["Taxa de câmbio", "Taxa de conversão", "Taxa de juros", "Taxa (%)", "Fee %"])(
  "a column of %s is a rate, and no fee",
  (name) => {
    const rows = ["14/09/2026;Loja;-12,50;5,40", "15/09/2026;Salário;900,00;5,41"];
    expect(toReading(`Data;Descrição;Valor;${name}`, ...rows).doubts).toEqual([]);
    expect(toReading("Data;Descrição;Valor;Taxa", ...rows).doubts).toEqual(["fee"]);
  },
);
