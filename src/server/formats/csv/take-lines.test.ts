import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
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
  expect(toAmounts(["Datum;Text;Betrag", ...rows])).toEqual(["1000", "-50", "50"]);
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

const PAYEE_CALLED_TOTAL = ["Rewe;-50,00", "Total;-50,00", "Aldi;-20,00", "Total;-20,00"];
test("payments to a payee called Total stay, though each is as large as the one before it", () => {
  const rows = [...PAYEE_CALLED_TOTAL, "Bar;-3,00"].map((row, at) => `${21 + at}.01.2026;${row}`);
  expect(toAmounts(["Date;Description;Amount", ...rows])).toEqual([
    ...["-50", "-50", "-20", "-20", "-3"],
  ]);
});

test.each([
  ["oldest first", ["21.01.2026;Pay;900,00", "22.01.2026;Rewe;-50,00", "23.01.2026;Total;-50,00"]],
  ["newest first", ["23.01.2026;Total;-50,00", "22.01.2026;Rewe;-50,00", "21.01.2026;Pay;900,00"]],
])(
  "a payment to a payee called Total at the end stays if it is as large as one other, %s",
  (_, rows) => {
    expect(toAmounts(["Datum;Text;Betrag", ...rows])).toEqual(
      rows.map((row) => `${Number(row.split(";")[2]?.replace(",", "."))}`),
    );
  },
);

test.each([
  ["several rows in each part", ["Rewe;-30,00;Food", "Aldi;-20,00;Food", "Total;-50,00;Food"]],
  ["fewer cells than payments", ["Rewe;-50,00;Food", "Total;-50,00;"]],
])("totals with %s are left out", (_, part) => {
  const rows = [...part, ...part, "Bar;-3,00;Food"].map((row, at) => `${11 + at}.01.2026;${row}`);
  const payments = part
    .slice(0, -1)
    .map((row) => `${Number(row.split(";")[1]?.replace(",", "."))}`);
  expect(toAmounts(["Date;Description;Amount;Category", ...rows])).toEqual([
    ...payments,
    ...payments,
    "-3",
  ]);
});

test("totals of months are left out, and every payment between them stays", () => {
  const cents = fc.integer({ min: 1, max: 99_999 });
  const payment = fc.record({ cents, isOut: fc.boolean() });
  const month = fc.array(payment, { minLength: 1, maxLength: 4 });
  // A total with inflows and outflows is no payment, and identifies the other totals.
  const BOTH_SIDES = [
    { cents: 720, isOut: true },
    { cents: 90_000, isOut: false },
  ];
  const text = (sum: number) => (sum === 0 ? "" : (sum / 100).toFixed(2).replace(".", ","));
  fc.assert(
    fc.property(fc.array(month, { minLength: 1, maxLength: 5 }), (others) => {
      const months = [BOTH_SIDES, ...others];
      const lines = months.flatMap((payments, at) => {
        const day = (date: number) => `${date}/0${at + 1}/2026`;
        const sum = (side: boolean) =>
          payments.reduce((all, each) => all + (each.isOut === side ? each.cents : 0), 0);
        const rows = payments.map((each, place) => {
          const [out, into] = [each.isOut, !each.isOut].map((is) => text(is ? each.cents : 0));
          return `${day(13 + place)};Payment ${place} of ${at};${out};${into}`;
        });
        return [...rows, `${day(28)};Total du mois;${text(sum(true))};${text(sum(false))}`];
      });
      expect(toAmounts(["Date;Libellé;Débit;Crédit", ...lines])?.map(Number)).toEqual(
        months.flat().map((each) => (each.isOut ? -each.cents : each.cents) / 100),
      );
    }),
    { numRuns: samples(300) },
  );
});
