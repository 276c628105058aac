import fc from "fast-check";
import { expect, test } from "vitest";
import { countTurns } from "../../../testing/count-turns.ts";
import { samples } from "../../../testing/property-samples.ts";
import { jsonInTurns, streamInTurns } from "./json-in-turns.ts";

const fetchText = async (value: unknown): Promise<string[]> => {
  const pieces: string[] = [];
  for await (const piece of jsonInTurns(value)) pieces.push(piece);
  return pieces;
};

test("pieces are the text that JSON.stringify writes", async () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "xsmall", maxDepth: 3 },
      fc.constantFrom<unknown>(undefined, null, true, -0, 1e21, Number.NaN),
      fc.string({ unit: "binary", maxLength: 5 }),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.integer({ min: 99, max: 103 }).map((count) => Array<unknown>(count).fill("each")),
      fc.dictionary(fc.string(), tie("value"), { maxKeys: 4 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(value, async (each) => {
      expect((await fetchText({ each })).join("")).toBe(JSON.stringify({ each }));
    }),
    { numRuns: samples(100) },
  );
});

test("a long list is written in several pieces, wherever it is", async () => {
  const items = [{ accounts: [{ rows: Array(20_000).fill({ name: "Moonbean Coffee" }) }] }];
  const pieces = await fetchText({ items });
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.join("")).toBe(JSON.stringify({ items }));
});

test("a streamed value is written in several turns, as an older version has it", async () => {
  const rows = Array<number>(200_000).fill(1);
  const edit = (value: unknown) => ({ rows: value });
  let text = "";
  const turns = await countTurns(async () => {
    for await (const piece of streamInTurns(rows).stream(edit)) text += piece;
  });
  expect(text).toBe(JSON.stringify({ rows }));
  expect(turns).toBeGreaterThanOrEqual(3);
});
