import { expect, test } from "vitest";
import { guessMapping } from "./guess-mapping.ts";

const table = (...rows: string[]) => ["Date,Text,Charge,Payment,Balance", ...rows].join("\n");

test("a row without an amount contradicts a reading if its balance moves", () => {
  const text = table(
    "2026-09-02,Cafe Elm,-4.00,,96.00",
    "2026-09-09,Taxi Oak,-16.00,,80.00",
    "2026-09-20,Refund,,see note,100.00",
  );
  expect(guessMapping(text)).toMatchObject({ isProven: false, doubts: ["balance"] });
});

test("a row without an amount confirms a reading if its balance stays", () => {
  const text = table(
    "2026-09-01,Brought on,,,100.00",
    "2026-09-02,Cafe Elm,-4.00,,96.00",
    "2026-09-09,Taxi Oak,-16.00,,80.00",
    "2026-09-20,Note,,see note,80.00",
  );
  expect(guessMapping(text)).toMatchObject({ isProven: true, doubts: [] });
});
