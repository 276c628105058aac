import { expect, test } from "vitest";
import { type FileFormat, toFile } from "./institution-file.ts";
import { readInstitutions } from "./read-institutions.ts";

const read = (format: FileFormat, text: string) =>
  readInstitutions(toFile(format, text), { now: 5, taken: new Map(), tell: () => undefined });

/** Returns the problems of a file's first row. */
const fetchProblems = async (format: FileFormat, text: string) =>
  (await read(format, text)).bad[0]?.problems;

const HEADER = "institution_id,name,country_codes";
const record = (fields: object) =>
  JSON.stringify([
    { institution_id: "ins_5", name: "Hill Bank", country_codes: ["US"], ...fields },
  ]);

test("millions of unclosed quotes, brackets or characters are read in linear time", async () => {
  for (const text of [
    `["${'\\"'.repeat(400_000)}`,
    `["${'\\"\n'.repeat(300_000)}`,
    `[{"a": "${"\\\n".repeat(300_000)}`,
  ])
    await expect(read("json", text)).rejects.toThrow(/is not valid JSON$/);
  for (const text of ["[".repeat(400_000), '{"a":'.repeat(300_000)])
    await expect(read("json", text)).rejects.toThrow("it is nested more deeply");
  const name = "a".repeat(500_000);
  expect(await fetchProblems("json", record({ name }))).toEqual([
    "it has more than 20,000 characters",
  ]);
  await expect(read("csv", `${HEADER}\nins_5,"${name}"\n`)).rejects.toThrow(
    "line 2: its row has more than 20,000 characters",
  );
});

test("a file of more rows than there are institutions is refused before they are validated", async () => {
  await expect(read("json", `[${"0,".repeat(200_000)}0]`)).rejects.toThrow(
    "it has more than 100,000 rows; split it",
  );
  await expect(read("json", `{"institutions":[${"{},".repeat(100_000)}{}]}`)).rejects.toThrow(
    "it has more than 100,000 rows; split it",
  );
});

test("a row's names cannot reach a prototype, and too many of them are not listed", async () => {
  const odd = `[{"institution_id": "ins_5", "__proto__": {"name": "Hill"}, "country_codes": ["US"]}]`;
  expect(await fetchProblems("json", odd)).toEqual(["name is missing", "__proto__ is not known"]);
  const cells = `${HEADER},oauth\nins_5,Hill Bank,US,constructor\n`;
  expect(await fetchProblems("csv", cells)).toEqual(["oauth must be true or false"]);
  const fields = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`k${at}`, 1]));
  expect(await fetchProblems("json", record(fields))).toEqual([
    "it has 903 fields, which are too many",
  ]);
  for (const row of ["a".repeat(900), Array.from({ length: 900 }, () => 1), 1, null])
    expect(await fetchProblems("json", JSON.stringify([row]))).toEqual(["it must be an object"]);
  const names = Array.from({ length: 900 }, (_, at) => `k${at}`).join(",");
  await expect(read("csv", `${names}\n`)).rejects.toThrow(/"k9" and 890 more; the columns are/);
});

test.each([
  ["half of a character", "Hill \ud800Bank"],
  ["nothing that can be seen", "\u200b\u2060"],
  ["joiners alone", "\u200d"],
  ["a mark on nothing", "\u0301"],
  ["a change of direction", "Hill \u202eknaB"],
])("a name with %s is refused", async (_, name) => {
  expect(await fetchProblems("json", record({ name }))).toEqual([
    expect.stringMatching(/^name must /),
  ]);
});

test("names of all scripts are accepted, including those with joiners", async () => {
  for (const name of ["بانک\u200cملی", "株式会社", "Crédit Mutuel", "🏦 Bank", "Cafe\u0301"])
    expect((await read("json", record({ name }))).institutions[0]?.name).toBe(name);
});

test("an address with a user name in it, which disguises its host, is refused", async () => {
  const url = "https://bank.example:x@evil.example/";
  expect(await fetchProblems("json", record({ url }))).toEqual([
    "url must have no user name or password in it",
  ]);
});

test("a file in UTF-16 is reported as being in another encoding", async () => {
  const text = Buffer.from(`\ufeff${HEADER}\n`, "utf16le").toString("utf8");
  await expect(read("csv", text)).rejects.toThrow("it is not in UTF-8; save it as");
});
