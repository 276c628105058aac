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
