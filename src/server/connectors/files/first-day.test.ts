import { expect, test } from "vitest";
import { addFile } from "./add-file.ts";

/** A statement of MT940 whose days begin and end with the balances. */
const statement = (opening: number, rows: readonly [day: number, amount: number][]) => {
  const fields = rows.map(
    ([day, amount]) =>
      `:61:2609${day}09${day}${amount < 0 ? "D" : "C"}${Math.abs(amount)},00NTRFNONREF\n:86:METRO\n`,
  );
  const closing = rows.reduce((sum, [, amount]) => sum + amount, opening);
  const last = rows.at(-1)?.[0] ?? 1;
  return `:20:S\n:25:NL20INGB0001234567\n:28C:1\n:60F:C2609${rows[0]?.[0]}EUR${opening},00\n${fields.join("")}:62F:C2609${last}EUR${closing},00\n-\n`;
};
const add = (text: string, state: string | null) =>
  addFile({
    ...{ file: Buffer.from(text).toString("base64"), state, bank: "First Bank", now: 0 },
    ...{ samplesOnly: false, newKey: "new", acceptsGuess: true },
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
