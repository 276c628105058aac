import { expect, test } from "vitest";
import { appearanceOf } from "./appearance.ts";
import { InstitutionRow } from "./institution.ts";

const ids = Array.from({ length: 4096 }, (_, at) => `ins_${500_000 + at}`);

test("an id looks the same for ever", () => {
  expect(appearanceOf("ins_500000")).toEqual({ mark: "arch", color: "#4b2a7b" });
  expect(appearanceOf("ins_500001")).toEqual({ mark: "tide", color: "#355070" });
});

test("the looks are spread over ids that follow each other", () => {
  const counts = new Map<string, number>();
  for (const id of ids) {
    const look = appearanceOf(id);
    InstitutionRow.parse({ institution_id: id, name: "Bank", ...look });
    const key = `${look.mark} ${look.color}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  expect(counts.size).toBe(8 * 16);
  // 32 each, if they were spread evenly.
  expect(Math.max(...counts.values())).toBeLessThan(64);
});
