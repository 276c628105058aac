import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { institutionsCsv, madeUpInstitutions } from "../../bench/institutions.mjs";
import { COUNTRY_CODES, MARKS, PRODUCTS } from "../protocol/vocabulary.ts";
import type { CustomInstitution } from "../server/domain/ports.ts";
import { sqlite } from "../server/store/dialects/sqlite.ts";
import { openStore } from "../server/store/open-store.ts";
import { readInstitutions } from "./institution-files/read-institutions.ts";
import * as written from "./institution-files/write-institutions.ts";
import { institutions } from "./institutions.ts";

/** The command in a data folder of its own, with what it said and the files it works with. */
const workshop = (variables: Record<string, string> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-institutions-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const data = join(folder, "data");
  const run = async (...args: string[]) => {
    const said = { out: "", err: "", failure: "" };
    const hear = (where: "out" | "err") => ({
      write: (text: string) => {
        said[where] += text.replaceAll(`${folder}/`, "");
      },
    });
    await institutions([...args, "--data", data], variables, {
      out: hear("out"),
      err: hear("err"),
    }).catch((error: unknown) => {
      said.failure = String(error instanceof Error ? error.message : error).replaceAll(
        `${folder}/`,
        "",
      );
    });
    return said;
  };
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const stored = async () => {
    const store = await openStore(sqlite(join(data, "service-link.db")));
    const all = await store.institutions.all();
    await store.close();
    return all;
  };
  return { run, file, stored, path: (name: string) => join(folder, name) };
};

const HEADER = "institution_id,name,country_codes";
const csv = (...rows: string[]) => `${[HEADER, ...rows].join("\n")}\n`;

describe("a file that is right", () => {
  test("is put in whole, with what it leaves out filled in", async () => {
    const { run, file, stored } = workshop();
    const said = await run("import", file("list.csv", csv("ins_500001,Elder Bank,US CA")));
    expect(said).toEqual({
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
        mark: null,
        color: null,
        addedAt: expect.any(Number),
      },
    ]);
  });

  test("may have its columns in any order, lists in either form, and a byte order mark", async () => {
    const { run, file, stored } = workshop();
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
        mark: "tide",
      },
      {
        institutionId: "ins_2",
        products: ["transactions", "auth", "identity", "balance"],
        supported: true,
      },
    ]);
  });

  test("may be JSON, a list by itself or in an object", async () => {
    const { run, file, stored } = workshop();
    const one = { institution_id: "ins_1", name: "A", country_codes: ["US"] };
    const two = { ...one, institution_id: "ins_2", aliases: ["B"], oauth: true };
    await run("import", file("one.json", JSON.stringify([one])));
    await run("import", file("two.json", JSON.stringify({ institutions: [two] })));
    expect(await stored()).toMatchObject([
      { institutionId: "ins_1", oauth: false },
      { institutionId: "ins_2", aliases: ["B"], oauth: true },
    ]);
  });

  test("of twelve thousand is put in, and again in place of itself", async () => {
    const { run, file, stored } = workshop();
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

  test("written out and read again is the same", async () => {
    const text = fc
      .stringMatching(/^[!-~ÀÉßœ]([ -~ÀÉßœ]{0,20}[!-~ÀÉßœ])?$/)
      .map((name) => name.replaceAll(";", "."));
    const anyOwn: fc.Arbitrary<CustomInstitution> = fc.record({
      institutionId: fc.integer({ min: 1, max: 1e15 - 1 }).map((id) => `ins_${id}`),
      name: text,
      aliases: fc.uniqueArray(text, { maxLength: 3 }),
      products: fc.subarray([...PRODUCTS], { minLength: 1 }),
      countryCodes: fc.subarray([...COUNTRY_CODES], { minLength: 1 }),
      routingNumbers: fc.subarray(["804654979", "805322543", "807999194"]),
      oauth: fc.boolean(),
      url: fc.option(fc.webUrl({ validSchemes: ["https"] }), { nil: null }),
      supported: fc.boolean(),
      mark: fc.option(fc.constantFrom(...MARKS), { nil: null }),
      color: fc.option(fc.stringMatching(/^#[0-9a-f]{6}$/), { nil: null }),
      addedAt: fc.constant(5),
    });
    const { file } = workshop();
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyOwn, { selector: ({ institutionId }) => institutionId, maxLength: 5 }),
        async (own) => {
          const reading = { now: 5, taken: new Map<string, string>(), tell: () => undefined };
          for (const [name, text] of [
            ["a.csv", written.institutionsCsv(own)],
            ["a.json", written.institutionsJson(own)],
          ] as const)
            expect(await readInstitutions(file(name, text), reading)).toEqual({
              institutions: own,
              bad: [],
            });
        },
      ),
    );
  });
});

describe("a file with rows that are wrong", () => {
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

  test("is refused whole, each row with its line and what is wrong", async () => {
    const { run, file, stored } = workshop();
    const said = await run("import", file("list.csv", rows));
    expect(said.err.trim().split("\n").slice(1)).toEqual(PROBLEMS);
    expect(said.failure).toMatch(/^6 of 8 rows cannot be imported, so nothing was;/);
    expect(await stored()).toEqual([]);
  });

  test("is put in without them with --skip-bad, which is a failure all the same", async () => {
    const { run, file, stored } = workshop();
    const said = await run("import", file("list.csv", rows), "--skip-bad");
    expect(said.err.split("\n").slice(1, 7)).toEqual(PROBLEMS);
    expect(said.out).toBe("2 new, 0 changed, 6 left out\n");
    expect(said.failure).toBe("6 of 8 rows were left out");
    expect((await stored()).map(({ name }) => name)).toEqual(["Elder Bank", "Fine Bank"]);
  });

  test("names the line that a row begins on, also where rows go on over several", async () => {
    const { run, file } = workshop();
    for (const end of ["\n", "\r\n"]) {
      const rows = csv('ins_500001,"Two', 'Lines",US', "500002,Bare Number,US");
      const said = await run("import", file("list.csv", rows.replaceAll("\n", end)));
      expect(said.err).toContain("list.csv:2: name must not");
      expect(said.err).toContain("list.csv:4: institution_id must be");
    }
  });

  test("names the lines of JSON as well, however it is written", async () => {
    const { run, file } = workshop();
    const text = `{ "note": ["not", "these"], "institutions": [
      { "institution_id": "ins_1",
        "name": "A [\\"odd\\"], {name}", "country_codes": ["US"] }, 7,
      { "institution_id": "ins_2", "name": "B",

        "country_codes": [] },
      [], {"institution_id": "ins_3", "nam": "C", "country_codes": ["US"]}
    ] }`;
    const { note: _, ...plain } = JSON.parse(text);
    const said = await run(
      "import",
      file("list.json", text.replace('"note": ["not", "these"], ', "")),
    );
    expect(plain.institutions).toHaveLength(5);
    expect(said.err.trim().split("\n").slice(1)).toEqual([
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
    ["an address that is none", "url", "javascript:alert(1)", /url must be an http or https URL/],
    [
      "a colour that is none",
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
  ])("%s is told of", async (_, column, cell, problem) => {
    const { run, file } = workshop();
    const text = `${HEADER},${column}\nins_500001,Elder Bank,US,${cell}\n`;
    const said = await run("import", file("list.csv", text));
    expect(said.err).toMatch(problem);
    expect(said.failure).toMatch(/nothing was/);
  });

  test("an id of the sandbox is free elsewhere", async () => {
    const { run, file, stored } = workshop({ SERVICE_ENV: "production" });
    await run("import", file("list.csv", csv("ins_109508,Second Platypus,US")));
    expect(await stored()).toMatchObject([{ name: "Second Platypus" }]);
  });
});

describe("what is no file of institutions is refused in words that say why", () => {
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
    ["list.csv", csv('ins_1,"A" B,US'), /line 2: a quote stands where none can be/],
    ["list.json", '[\n{"institution_id": }]', /what begins on line 2 is not valid JSON/],
    ["list.json", '[{"name": "A"},\n\n{"name": "B}, 7]', /what begins on line 3 is not valid JSON/],
    ["list.json", "[1] x", /it is not valid JSON/],
    ["list.json", "{}", /it has to be a list of institutions/],
    ["list.xlsx", "", /its name has to end in \.csv or \.json/],
  ])("%s: %j", async (name, text, words) => {
    const { run, file, stored } = workshop();
    const { failure } = await run("import", file(name, text), "--skip-bad");
    expect(failure).toMatch(words);
    expect(await stored()).toEqual([]);
  });

  test("nor is a file that is not there", async () => {
    const { run, path } = workshop();
    for (const name of ["none.csv", "none.json"])
      expect((await run("import", path(name))).failure).toMatch(/none\.\w+ cannot be read: ENOENT/);
  });
});

describe("the other actions", () => {
  test("list them, write them out and remove them", async () => {
    const { run, file, path, stored } = workshop();
    expect((await run("list")).out).toBe("no institutions of your own\n");
    const header = `${HEADER},supported\n`;
    await run("import", file("a.csv", `${header}ins_1,A,US GB,\nins_22,"B ""x""",FR,false\n`));
    expect((await run("list")).out).toBe(
      'ins_1   A (US, GB)\nins_22  B "x" (FR, no longer supported)\n',
    );
    const shown = await run("export");
    expect(shown.out.split("\n")[2]).toBe(
      'ins_22,"B ""x""",FR,transactions auth identity balance,,,,,,false,false',
    );
    expect((await run("export", path("b.json"))).out).toBe("2 institutions written to b.json\n");
    const before = await stored();
    expect((await run("remove", "ins_1")).out).toBe("ins_1 removed\n");
    expect(await stored()).toHaveLength(1);
    await run("import", path("b.json"));
    expect(JSON.parse(readFileSync(path("b.json"), "utf8"))).toHaveLength(2);
    expect((await stored()).map(({ name }) => name).sort()).toEqual(
      before.map(({ name }) => name).sort(),
    );
  });

  test("say what they cannot do", async () => {
    const { run, path } = workshop();
    const failure = async (...args: string[]) => (await run(...args)).failure;
    expect(await failure()).toBe("say what to do: institutions import | export | list | remove");
    expect(await failure("burn")).toMatch(/^say what to do/);
    expect(await failure("import")).toBe("write it like: institutions import FILE");
    expect(await failure("list", "all")).toBe("write it like: institutions list");
    expect(await failure("remove", "ins_1", "ins_2")).toMatch(/institutions remove ID/);
    expect(await failure("remove", "ins_1")).toBe("there is no ins_1 of your own");
    expect(await failure("remove", "ins_109508")).toMatch(/First Platypus Bank, which is the/);
    expect(await failure("export", path("x.txt"))).toMatch(/has to end in \.csv or \.json/);
    expect(await failure("list", "--all")).toMatch(/--all/);
  });
});
