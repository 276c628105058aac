import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { withRecordsAsRows } from "./record-lines.ts";

const RECORDS = `Account: XXXX 4821

Date: 02/06/2026
Description: Greengrocer
Amount: -7.20

Date: 15/06/2026
Description: Wages, June
Amount: 900.00
`;

test("records with a value on each line are rows, each on a line of its record", () => {
  const rows = withRecordsAsRows(RECORDS).split("\n");
  expect(rows[0]).toBe('"Account"\t"XXXX 4821"');
  expect(rows[2]).toBe('"Date"\t"Description"\t"Amount"');
  expect(rows[3]).toBe('"02/06/2026"\t"Greengrocer"\t"-7.20"');
  expect(rows[7]).toBe('"15/06/2026"\t"Wages, June"\t"900.00"');
});

test("a text with another line between its records stays as it is", () => {
  const text = RECORDS.replace("\n\nDate: 15", "\nsee overleaf\nDate: 15");
  expect(withRecordsAsRows(text)).toBe(text);
});

const toText = (records: readonly Record<string, string>[], gap: string) =>
  records
    .map((record) =>
      Object.entries(record)
        .map(([name, value]) => `${name}: ${value}\n`)
        .join(""),
    )
    .join(gap);

const PAYMENTS = [
  { Payee: "Shop", Date: "2026-01-21", Amount: "-10.00" },
  { Payee: "Rent", Date: "2026-01-22", Amount: "-500.00" },
  { Date: "2026-01-23", Amount: "-7.00" },
  { Payee: "Bar", Date: "2026-01-24", Amount: "-3.00" },
];

test.each(["\n", ""])(
  "a record without its first name is a row of its own, with %j between",
  (gap) => {
    const rows = withRecordsAsRows(toText(PAYMENTS, gap)).split("\n");
    expect(rows.filter((row) => row !== "")).toEqual([
      '"Payee"\t"Date"\t"Amount"',
      '"Shop"\t"2026-01-21"\t"-10.00"',
      '"Rent"\t"2026-01-22"\t"-500.00"',
      '""\t"2026-01-23"\t"-7.00"',
      '"Bar"\t"2026-01-24"\t"-3.00"',
    ]);
  },
);

test("a first record without a payee takes none of the next one", () => {
  const [shop, rent, none, bar] = PAYMENTS;
  const records = [none, shop, rent, bar].flatMap((each) => each ?? []);
  const rows = withRecordsAsRows(toText(records, "\n")).split("\n");
  expect(rows).toContain('"2026-01-23"\t"-7.00"\t""');
  expect(rows).toContain('"2026-01-21"\t"-10.00"\t"Shop"');
});

test("a text whose repeated name begins no payment stays as it is", () => {
  const text = RECORDS.replace("Greengrocer", "Greengrocer\nDescription: Box 6");
  expect(withRecordsAsRows(text)).toBe(text);
});

test("records with a blank line behind every line are rows, too", () => {
  const spaced = withRecordsAsRows(RECORDS.replaceAll(/\n+/g, "\n\n")).split("\n");
  expect(spaced).toContain('"02/06/2026"\t"Greengrocer"\t"-7.20"');
  expect(spaced).toContain('"15/06/2026"\t"Wages, June"\t"900.00"');
});

test("no value of a text is lost, whatever its records lack", () => {
  const has = fc.boolean();
  const mostly = fc.integer({ min: 0, max: 9 }).map(Boolean);
  const lacking = fc.record({ payee: has, date: mostly, memo: has, amount: mostly });
  fc.assert(
    fc.property(fc.array(lacking, { maxLength: 8 }), fc.constantFrom("", "\n"), (list, gap) => {
      const records = list.map(({ payee, date, memo, amount }, at) => ({
        ...(payee && { Payee: `Shop <${at}>` }),
        ...(date && { Date: `2026-01-${10 + at}` }),
        ...(memo && { Memo: `Bill <${at}>` }),
        ...(amount && { Amount: `-${100 + at}.00` }),
      }));
      const text = toText(records, gap);
      const rows = withRecordsAsRows(text);
      const values = records.flatMap((record) => Object.values(record));
      expect(values.filter((value) => !rows.includes(value))).toEqual([]);
      if (gap === "" || rows === text) return;
      // Blank lines separate the values of different payments.
      for (const [at, { Date: day, Amount: amount }] of records.entries()) {
        if (!day || !amount) continue;
        const found = rows.split("\n").filter((row) => row.includes(day) && row.includes(amount));
        expect(found).toHaveLength(1);
        expect(found[0]?.replaceAll(`<${at}>`, "")).not.toContain("<");
      }
    }),
    { numRuns: samples(300) },
  );
});

test("a table whose rows begin as records do stays as it is", () => {
  const text = "Date,Text,Amount\nDate: 1,a,2\nAmount: 2,a,3\nDate: 1,b,4\n";
  expect(withRecordsAsRows(text)).toBe(text);
});

test("a table stays as it is, whatever colons stand in it", () => {
  const cell = fc.constantFrom("Date: 1", "Amount: 2", "a", "12:41", "02/06/2026", "-7.20");
  const row = fc.array(cell, { minLength: 2, maxLength: 4 }).map((cells) => cells.join(","));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
      const text = ["Date,Text,Amount", ...rows].join("\n");
      expect(withRecordsAsRows(text)).toBe(text);
    }),
    { numRuns: samples(300) },
  );
});
