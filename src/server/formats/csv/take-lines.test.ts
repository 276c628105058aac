import { expect, test } from "vitest";
import { readStatements } from "../index.ts";

const toAmounts = (lines: readonly string[]) =>
  readStatements(Buffer.from(`${lines.join("\n")}\n`)).statements[0]?.transactions.map(
    ({ amount }) => amount,
  );

test("the first deposit of a new account stays a payment if the others move nothing together", () => {
  const rows = [
    "01/09/2026;First deposit;1000,00;1000,00",
    "02/09/2026;Shop;-50,00;950,00",
    "03/09/2026;Refund;50,00;1000,00",
  ];
  const header = "Date;Description;Amount;Balance";
  expect(toAmounts([header, ...rows])).toEqual(["1000", "-50", "50"]);
  const further = ["04/09/2026;Shop;-20,00;980,00", "05/09/2026;Refund;20,00;1000,00"];
  expect(toAmounts([header, ...rows, ...further])).toEqual(["1000", "-50", "50", "-20", "20"]);
});

test.each(["7-11", "4711", "1234567890123"])(
  "a last row with fewer cells and the text %s is a payment in a table with names",
  (text) => {
    const rows = ["14/09/2026;-12,50;Shop;Food", "15/09/2026;-84,14;EDF;Home"];
    expect(
      toAmounts(["Date;Amount;Description;Category", ...rows, `16/09/2026;-50,00;${text}`]),
    ).toEqual(["-12.5", "-84.14", "-50"]);
  },
);

test.each(["3008 4455", "7-11", "0612345678"])(
  "a last row with fewer cells and the text %s is a payment without names, too",
  (text) => {
    const rows = ["14/09/2026;-12,50;Carte;;CB SHOP;Food", "15/09/2026;90,00;Virement;;ACME;Home"];
    expect(toAmounts([...rows, `16/09/2026;-40,00;;;${text}`])).toEqual(["-12.5", "90", "-40"]);
  },
);
