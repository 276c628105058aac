import { expect, test } from "vitest";
import { DOWNLOAD_PATHS } from "./download-paths.ts";

test("each way to a bank's file names a public page, its day, and names that a user types", () => {
  for (const { bank, names, path, source, readOn } of DOWNLOAD_PATHS) {
    expect(source, bank).toMatch(/^https:\/\/[\w.-]+\/\S+$/);
    expect(readOn, bank).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(path.length, bank).toBeLessThan(80);
    for (const name of names) expect(name, bank).toMatch(/^[\p{Ll}\d]+( [\p{Ll}\d]+)*$/u);
  }
  const names = DOWNLOAD_PATHS.flatMap((each) => each.names);
  expect(new Set(names).size).toBe(names.length);
});
