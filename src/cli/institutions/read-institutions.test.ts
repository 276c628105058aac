import { describe, expect, test } from "vitest";
import { csv, HEADER, institutionFiles } from "./institution-files.fixture.ts";

describe("a file that is no list of institutions is refused with the reason", () => {
  test.each([
    ["list.csv", "", /cannot be imported: it is empty/],
    [
      "list.csv",
      "institution_id,name\nins_1,A\n",
      /it has no column country_codes; the columns are institution_id/,
    ],
    ["list.csv", `${HEADER},colour\n`, /its first row names "colour"; the columns are/],
    ["list.csv", `${HEADER},name\n`, /it has name twice/],
    [
      "list.csv",
      csv('ins_1,"A,US', "ins_2,B,US"),
      /line 3: a quote that is opened here or before is never closed/,
    ],
    ["list.csv", csv('ins_1,"A" B,US'), /line 2: a quote is not allowed here/],
    [
      "list.json",
      '[\n{"institution_id": }]',
      /the element that begins on line 2 is not valid JSON/,
    ],
    [
      "list.json",
      '[{"name": "A"},\n\n{"name": "B}, 7]',
      /the element that begins on line 3 is not valid JSON/,
    ],
    ["list.json", "[1] x", /it is not valid JSON/],
    ["list.json", "{}", /it has to be a list of institutions/],
    ["list.xlsx", "", /its name has to end in \.csv or \.json/],
  ])("%s with %j is refused with its reason", async (name, text, words) => {
    const { run, file, stored } = institutionFiles();
    const { failure } = await run("import", file(name, text), "--skip-bad");
    expect(failure).toMatch(words);
    expect(await stored()).toEqual([]);
  });

  test("a missing file is refused by its name", async () => {
    const { run, path } = institutionFiles();
    for (const name of ["none.csv", "none.json"])
      expect((await run("import", path(name))).failure).toMatch(/none\.\w+ cannot be read: ENOENT/);
  });
});
