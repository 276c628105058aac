import fc from "fast-check";
import { expect, test } from "vitest";
import { type Appearance, makeAppearance } from "../link/appearance.ts";
import { LOGO_SHAPES } from "../vocabulary.ts";
import { compact, expand, type SearchableRow } from "./compact-institutions.ts";

const word = fc.oneof(
  fc.constantFrom("Bank", "Credit", "Union", "of", ""),
  fc.string({ unit: "grapheme", maxLength: 6 }),
);
const looksOf = ({ logoShape: mark, color }: Appearance) => ({ mark, color });
const row: fc.Arbitrary<SearchableRow> = fc
  .record({
    institution_id: fc.oneof(
      fc.integer({ min: 0, max: 1e15 - 1 }).map((number) => `ins_${number}`),
      fc.stringMatching(/^(ins_0\d{1,4}|ins_\d{16}|bank-\w{3})$/),
    ),
    name: fc.array(word, { maxLength: 4 }).map((words) => words.join(" ")),
    appearance: fc.option(
      fc.record({
        logoShape: fc.constantFrom(...LOGO_SHAPES),
        color: fc.stringMatching(/^#[0-9a-f]{6}$/),
      }),
      { nil: undefined },
    ),
    trouble: fc.constantFrom(undefined, "DEGRADED" as const, "DOWN" as const),
    label: fc.constantFrom(undefined, "Another way"),
    aliases: fc.array(fc.string({ unit: "grapheme" }), { maxLength: 2 }),
    byHand: fc.boolean(),
  })
  .map(({ appearance, trouble, label, ...rest }) => ({
    ...rest,
    ...looksOf(appearance ?? makeAppearance(rest.institution_id)),
    ...(trouble && { trouble }),
    ...(label && { label }),
  }));

test("expand reverses compact, by way of JSON", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
      const expansion = expand(JSON.parse(JSON.stringify(compact(rows))));
      expect(expansion.texts).toEqual(rows.map(({ name, aliases }) => [name, ...aliases]));
      expect(rows.map((_, at) => expansion.row(at))).toEqual(
        rows.map(({ aliases: _, byHand: __, ...row }) => row),
      );
      expect(expansion.byHand).toEqual(rows.flatMap(({ byHand }, at) => (byHand ? [at] : [])));
    }),
    { numRuns: 500 },
  );
});

test("words that many names share are sent once", () => {
  const rows = Array.from({ length: 20 }, (_, at): SearchableRow => {
    const institution_id = `ins_${at + 1}`;
    const name = `Place${at} Credit Union`;
    const looks = looksOf(makeAppearance(institution_id));
    return { institution_id, name, ...looks, aliases: [], byHand: false };
  });
  const compactRows = compact(rows);
  expect(compactRows.templates).toEqual([" Credit Union"]);
  expect(compactRows.others).toEqual([]);
  expect(compactRows.words.split(" ")[19]).toBe("Place19");
});

test("another version is refused", () => {
  expect(() => expand(JSON.parse('{"version":2}'))).toThrow("another version");
});
