import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { withWholeDays } from "./whole-days.ts";

const table = (...rows: string[]) => `${["Date,Text,Amount", ...rows].join("\n")}\n`;

test("day numbers of a spreadsheet are days, with a time behind them, too", () => {
  expect(withWholeDays(table("46289,Moonbean,-4.50", "46290.5,Juniper,12.00"))).toEqual({
    text: table("2026-09-24,Moonbean,-4.50", "2026-09-25,Juniper,12.00"),
    isYearOpen: false,
  });
});

test("seconds and milliseconds since 1970 are days in UTC", () => {
  const days = table("2026-09-24,Moonbean,-4.50", "2026-09-25,Juniper,12.00");
  for (const zeros of ["", "000"])
    expect(
      withWholeDays(table(`1790208000${zeros},Moonbean,-4.50`, `1790380799${zeros},Juniper,12.00`))
        .text,
    ).toBe(days);
});

test("a table that has dates stays as it is, whatever numbers stand in it", () => {
  const text = table("2026-09-24,46289,-4.50", "2026-09-25,03.09.,12.00");
  expect(withWholeDays(text, 2020)).toEqual({ text, isYearOpen: false });
});

test("numbers of a column that is no date stay as they are", () => {
  const text = "Number,Text,Amount\n46289,Moonbean,-4.50\n";
  expect(withWholeDays(text)).toEqual({ text, isYearOpen: false });
});

test("days without a year are open, and those of a known year go back over its turn", () => {
  const rows = ["12/30,Moonbean,-4.50", "12/31,Juniper,1.00", "1/2,Papaya,2.00"];
  expect(withWholeDays(table(...rows))).toMatchObject({ isYearOpen: true });
  const whole = ["12/30/2025,Moonbean,-4.50", "12/31/2025,Juniper,1.00", "1/2/2026,Papaya,2.00"];
  expect(withWholeDays(table(...rows), 2026).text).toBe(table(...whole));
  expect(withWholeDays(table(...rows.toReversed()), 2026).text).toBe(table(...whole.toReversed()));
});

test("rows in no order are of the year that is known", () => {
  const rows = ["9/20,A,1.00", "9/14,B,2.00", "9/28,C,3.00", "9/1,D,4.00"];
  const { text } = withWholeDays(table(...rows), 2024);
  expect(text.match(/\/2024,/g)).toHaveLength(4);
});

test("the period above a table says the year, and texts keep their lines and quotes", () => {
  const text =
    'Zeitraum;28.12.2025 - 05.01.2026\n\nBuchungstag;Text;Betrag\n31.12.;"Kern; Söhne\nNord";-1,00\n02.01.;Miete;-2,00\n';
  expect(withWholeDays(text).text).toBe(
    text.replace("31.12.;", "31.12.2025;").replace("02.01.;", "02.01.2026;"),
  );
});

test("days of a statement that lose their year have it again, once that of the newest is known", () => {
  const DAY = 86_400_000;
  const gaps = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 11 });
  const first = fc.integer({ min: Date.UTC(2023, 0) / DAY, max: Date.UTC(2026, 0) / DAY });
  fc.assert(
    fc.property(first, gaps, fc.boolean(), (start, steps, isNewestFirst) => {
      let last = start;
      const days = [start, ...steps.map((step) => (last += step))].map((day) =>
        new Date(day * DAY).toISOString().slice(0, 10).split("-"),
      );
      const rows = (withYear: boolean) => {
        const lines = days.map(
          ([year, month, day]) => `${day}.${month}.${withYear ? year : ""};Moonbean;-4,50`,
        );
        return ["Buchungstag;Text;Betrag", ...(isNewestFirst ? lines.toReversed() : lines), ""];
      };
      const year = new Date(last * DAY).getUTCFullYear();
      expect(withWholeDays(rows(false).join("\n"), year).text).toBe(rows(true).join("\n"));
    }),
    { numRuns: samples(100) },
  );
});
