import { expect, test } from "vitest";
import { addFile } from "./add-file.ts";

/** An MT940 statement whose days begin and end with balances. */
const statement = (opening: number, rows: readonly [day: number, amount: number][]) => {
  const fields = rows.map(
    ([day, amount]) =>
      `:61:2609${day}09${day}${amount < 0 ? "D" : "C"}${Math.abs(amount)},00NTRFNONREF\n:86:METRO\n`,
  );
  const closing = rows.reduce((sum, [, amount]) => sum + amount, opening);
  const last = rows.at(-1)?.[0] ?? 1;
  return `:20:S\n:25:NL20INGB0001234567\n:28C:1\n:60F:C2609${rows[0]?.[0]}EUR${opening},00\n${fields.join("")}:62F:C2609${last}EUR${closing},00\n-\n`;
};
const add = (text: string, state: string | null, account?: string) =>
  addFile({
    ...{ file: Buffer.from(text).toString("base64"), state, bank: "First Bank", now: 0 },
    ...{ samplesOnly: false, newKey: "new", acceptsGuess: true, account },
  });
const FIRST = statement(100, [
  [14, -2],
  [15, -2],
]);

test("an opening balance before the stored rows of a day says that a file has all of the day", async () => {
  const first = await add(FIRST, null);
  if (first.at !== "done") throw new Error("the file was not added");
  const rows: [number, number][] = [
    [15, -2],
    [15, -2],
    [16, 50],
  ];
  expect(await add(statement(98, rows), first.state)).toMatchObject({ at: "done", added: 2 });
});

test("another opening balance leaves open if files meet in the middle of a day", async () => {
  const first = await add(FIRST, null);
  if (first.at !== "done") throw new Error("the file was not added");
  for (const opening of [96, 97])
    expect(await add(statement(opening, [[15, -2]]), first.state)).toMatchObject({
      at: "questions",
      questions: [{ date: "2026-09-15", amount: "-2" }],
    });
});

test("the balances of a table's lines say the same, and rows that move nothing leave it open", async () => {
  const table = (...rows: string[]) => ["Date,Text,Amount (EUR),Balance", ...rows].join("\n");
  const rows = ["2026-09-14,METRO,-2.00,98.00", "2026-09-15,METRO,-2.00,96.00"];
  const [, second = ""] = rows;
  const newer = "2026-09-16,SALARY,50.00,144.00";
  const first = await add(table(...rows), null);
  if (first.at !== "done") throw new Error("the file was not added");
  const [key] = first.keys;
  const twice = [second, "2026-09-15,METRO,-2.00,94.00", newer];
  expect(await add(table(...twice), first.state, key)).toMatchObject({ at: "done", added: 2 });
  const later = ["2026-09-15,METRO,-2.00,94.00", newer];
  expect(await add(table(...later), first.state, key)).toMatchObject({ at: "questions" });
  const refunded = [...rows, "2026-09-15,METRO,2.00,98.00"];
  const back = await add(table(...refunded), null);
  if (back.at !== "done") throw new Error("the file was not added");
  const again = table(...refunded.slice(1), "2026-09-16,SALARY,50.00,148.00");
  expect(await add(again, back.state, back.keys[0])).toMatchObject({ at: "questions" });
});
