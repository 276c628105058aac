import { expect, test } from "vitest";
import { InstitutionRow } from "../institution.ts";
import { makeAppearance } from "./appearance.ts";

const ids = Array.from({ length: 4096 }, (_, at) => `ins_${500_000 + at}`);

test("an id always has the same appearance", () => {
  expect(makeAppearance("ins_500000")).toEqual({ logoShape: "arch", color: "#4b2a7b" });
  expect(makeAppearance("ins_500001")).toEqual({ logoShape: "tide", color: "#355070" });
});

test("consecutive ids have varied appearances", () => {
  const counts = new Map<string, number>();
  for (const id of ids) {
    const look = makeAppearance(id);
    InstitutionRow.parse({
      institution_id: id,
      name: "Bank",
      mark: look.logoShape,
      color: look.color,
    });
    const key = `${look.logoShape} ${look.color}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  expect(counts.size).toBe(8 * 16);
  // An even distribution would give 32 each.
  expect(Math.max(...counts.values())).toBeLessThan(64);
});
