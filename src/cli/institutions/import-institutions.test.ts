import { describe, expect, test } from "vitest";
import { institutionsCsv, madeUpInstitutions } from "../../../bench/institutions.mjs";
import { COUNTRY_CODES } from "../../protocol/vocabulary.ts";
import { csv, HEADER, institutionFiles } from "./institution-files.fixture.ts";

describe("a valid file", () => {
  test("a valid file is imported whole, with defaults for the columns that it leaves out", async () => {
    const { run, file, stored } = institutionFiles();
    const output = await run("import", file("list.csv", csv("ins_500001,Elder Bank,US CA")));
    expect(output).toEqual({
      out: "1 new, 0 changed, 0 left out\n",
      err: "1 row read from list.csv\n1 institution written\n",
      failure: "",
    });
    expect(await stored()).toEqual([
      {
        institutionId: "ins_500001",
        name: "Elder Bank",
        aliases: [],
        products: ["transactions", "auth", "identity", "income", "assets", "balance"],
        countryCodes: ["US", "CA"],
        routingNumbers: [],
        oauth: false,
        url: null,
        supported: true,
        logoShape: null,
        color: null,
        addedAt: expect.any(Number),
      },
    ]);
  });

  test("a file may have its columns in any order, lists in either form, and a byte order mark", async () => {
    const { run, file, stored } = institutionFiles();
    const rows = [
      "\ufeffaliases, name ,routing_numbers,country_codes,products,institution_id,oauth,supported,url,primary_color,mark",
      '"EB; ""The Elder"" ","Elder, Bank",804654979;805322543,US;CA, auth balance ,ins_1,TRUE,false,https://elder.example/,#0B5C6B,tide',
      "",
      ",Younger Bank,,GB,,ins_2,,,,,",
    ];
    const { failure } = await run("import", file("list.csv", rows.join("\r\n")));
    expect(failure).toBe("");
    expect(await stored()).toMatchObject([
      {
        institutionId: "ins_1",
        name: "Elder, Bank",
        aliases: ["EB", '"The Elder"'],
        routingNumbers: ["804654979", "805322543"],
        countryCodes: ["US", "CA"],
        products: ["auth", "balance"],
        oauth: true,
        supported: false,
        url: "https://elder.example/",
        color: "#0b5c6b",
        logoShape: "tide",
      },
      {
        institutionId: "ins_2",
        products: ["transactions", "auth", "identity", "balance"],
        supported: true,
      },
    ]);
  });

  test("a file may be JSON, as a list or as an object with a list", async () => {
    const { run, file, stored } = institutionFiles();
    const one = { institution_id: "ins_1", name: "A", country_codes: ["US"] };
    const two = { ...one, institution_id: "ins_2", aliases: ["B"], oauth: true };
    await run("import", file("one.json", JSON.stringify([one])));
    await run("import", file("two.json", JSON.stringify({ institutions: [two] })));
    expect(await stored()).toMatchObject([
      { institutionId: "ins_1", oauth: false },
      { institutionId: "ins_2", aliases: ["B"], oauth: true },
    ]);
  });

  test("a file of twelve thousand institutions is imported, and imported again in its place", async () => {
    const { run, file, stored } = institutionFiles();
    const many = madeUpInstitutions(12_000);
    const path = file("many.csv", institutionsCsv(many));
    expect(await run("import", path)).toMatchObject({
      out: "12000 new, 0 changed, 0 left out\n",
      err: "12,000 rows read from many.csv\n12,000 institutions written\n",
    });
    expect((await stored()).map(({ name }) => name)).toEqual(many.map(({ name }) => name));
    const again = await run("import", path);
    expect(again.out).toBe("0 new, 12000 changed, 0 left out\n");
    expect(await stored()).toHaveLength(12_000);
  });
});

describe("a file with wrong rows", () => {
  const rows = csv(
    "ins_500001,Elder Bank,US",
    "500002,Bare Number,US",
    "ins_500003,,US",
    "ins_500004,Nowhere Bank,XX",
    "ins_500005,Short Row",
    "ins_500001,Elder Again,US",
    "ins_109508,Second Platypus,US",
    "ins_500006,Fine Bank,GB",
  );
  const PROBLEMS = [
    "list.csv:3: institution_id must be ins_ and a number of at most 15 digits, e.g. ins_500001",
    "list.csv:4: name is missing",
    `list.csv:5: country_codes[0] must be one of ${COUNTRY_CODES.join(", ")}`,
    "list.csv:6: it has 2 cells, and there are 3 columns",
    "list.csv:7: ins_500001 is on line 2 already",
    "list.csv:8: ins_109508 is First Platypus Bank; Second Platypus needs another id",
  ];

  test("a file with wrong rows is refused whole, with the line and the problems of each", async () => {
    const { run, file, stored } = institutionFiles();
    const output = await run("import", file("list.csv", rows));
    expect(output.err.trim().split("\n").slice(1)).toEqual(PROBLEMS);
    expect(output.failure).toMatch(/^6 of 8 rows cannot be imported, so nothing was;/);
    expect(await stored()).toEqual([]);
  });

  test("--skip-bad imports the valid rows of a file, and still fails", async () => {
    const { run, file, stored } = institutionFiles();
    const output = await run("import", file("list.csv", rows), "--skip-bad");
    expect(output.err.split("\n").slice(1, 7)).toEqual(PROBLEMS);
    expect(output.out).toBe("2 new, 0 changed, 6 left out\n");
    expect(output.failure).toBe("6 of 8 rows were left out");
    expect((await stored()).map(({ name }) => name)).toEqual(["Elder Bank", "Fine Bank"]);
  });

  test("a wrong row is named with its first line, even if rows span several lines", async () => {
    const { run, file } = institutionFiles();
    for (const end of ["\n", "\r\n"]) {
      const rows = csv('ins_500001,"Two', 'Lines",US', "500002,Bare Number,US");
      const output = await run("import", file("list.csv", rows.replaceAll("\n", end)));
      expect(output.err).toContain("list.csv:2: name must not");
      expect(output.err).toContain("list.csv:4: institution_id must be");
    }
  });

  test("a wrong row of JSON is named with its line, in every layout of the file", async () => {
    const { run, file } = institutionFiles();
    const text = `{ "note": ["not", "these"], "institutions": [
      { "institution_id": "ins_1",
        "name": "A [\\"odd\\"], {name}", "country_codes": ["US"] }, 7,
      { "institution_id": "ins_2", "name": "B",

        "country_codes": [] },
      [], {"institution_id": "ins_3", "nam": "C", "country_codes": ["US"]}
    ] }`;
    const { note: _, ...plain } = JSON.parse(text);
    const output = await run(
      "import",
      file("list.json", text.replace('"note": ["not", "these"], ', "")),
    );
    expect(plain.institutions).toHaveLength(5);
    expect(output.err.trim().split("\n").slice(1)).toEqual([
      "list.json:3: it must be an object",
      "list.json:4: country_codes must have at least 1 element",
      "list.json:7: it must be an object",
      "list.json:7: name is missing; nam is not known",
    ]);
  });

  test.each([
    [
      "a routing number with a wrong digit",
      "routing_numbers",
      "804654978",
      /routing_numbers\[0\] has a wrong digit/,
    ],
    [
      "a routing number that is too short",
      "routing_numbers",
      "8046",
      /routing_numbers\[0\] must be nine digits/,
    ],
    ["a product that nobody offers", "products", "auth gold", /products\[1\] must be one of/],
    ["an invalid address", "url", "javascript:alert(1)", /url must be an http or https URL/],
    [
      "an invalid colour",
      "primary_color",
      "red",
      /primary_color must be # and six hexadecimal digits/,
    ],
    ["a mark that nobody drew", "mark", "star", /mark must be one of arch/],
    ["neither true nor false", "oauth", "perhaps", /oauth must be true or false/],
    ["what cannot be seen", "aliases", "\u202eknaB", /aliases\[0\] must not have characters/],
    [
      "a text in another encoding",
      "aliases",
      "Cr\ufffddit",
      /aliases\[0\] must not have characters/,
    ],
  ])("a row with %s is refused with its reason", async (_, column, cell, problem) => {
    const { run, file } = institutionFiles();
    const text = `${HEADER},${column}\nins_500001,Elder Bank,US,${cell}\n`;
    const output = await run("import", file("list.csv", text));
    expect(output.err).toMatch(problem);
    expect(output.failure).toMatch(/nothing was/);
  });

  test("an id of the sandbox is free in production", async () => {
    const { run, file, stored } = institutionFiles({ SERVICE_ENV: "production" });
    await run("import", file("list.csv", csv("ins_109508,Second Platypus,US")));
    expect(await stored()).toMatchObject([{ name: "Second Platypus" }]);
  });
});
