import { expect, test } from "vitest";
import { guessCsv, readStatements } from "./index.ts";
import { joined, statement } from "./statement.fixture.ts";
import { WRITERS } from "./writers.ts";
import { zip } from "./zip.fixture.ts";

const CSV = "Date,Payee,Amount\n2026-01-15,Cafe,-1.00\n";

test("the files of an archive are read together, without folders and hidden files", async () => {
  const ofx = await joined(WRITERS.ofx.write([statement()], { day: "2026-02-01" }));
  const archive = zip(
    { name: "a.ofx", content: ofx },
    { name: "folder/", content: "" },
    { name: "__MACOSX/._a.ofx", content: "\0" },
    { name: "folder/b.csv", content: CSV },
  );
  const { formats, statements } = readStatements(archive);
  expect(formats).toEqual(["ofx", "csv"]);
  expect(statements.map(({ transactions }) => transactions[0]?.amount)).toEqual(["-4.14", "-1"]);
  expect(guessCsv(archive)?.header).toEqual(["Date", "Payee", "Amount"]);
});

test("the error of a file in an archive names the file", () => {
  const content = CSV.replace("-1.00", "x");
  expect(() =>
    readStatements(zip({ name: "b.csv", content: CSV + CSV.replace("-15", "-45") })),
  ).toThrow(/^b\.csv: line 4: /);
  expect(() => readStatements(zip({ name: "b.csv", content }))).toThrow(/^b\.csv: /);
});

const whole = zip({ name: "b.csv", content: CSV });
test.each([
  ["claims 4 GB", zip({ name: "b.csv", content: CSV, size: 0xfffffff0 }), "FILE_TOO_LARGE"],
  [
    "is larger than it claims",
    zip({ name: "b.csv", content: "0".repeat(1e7), size: 10 }),
    "INVALID_ARCHIVE",
  ],
  [
    "inflates to more than is allowed",
    zip({ name: "b", content: "0".repeat(70_000_000) }),
    "FILE_TOO_LARGE",
  ],
  ["has a password", zip({ name: "b.csv", content: CSV, flags: 1 }), "INVALID_ARCHIVE"],
  [
    "has too many files",
    zip(...Array.from({ length: 101 }, (_, at) => ({ name: `${at}`, content: CSV }))),
    "FILE_TOO_LARGE",
  ],
  ["ends early", whole.subarray(0, whole.length - 30), "INVALID_ARCHIVE"],
  ["is a spreadsheet", zip({ name: "[Content_Types].xml", content: "<Types/>" }), "UNKNOWN_FORMAT"],
  ["has no file", zip(), "EMPTY_FILE"],
  [
    "has an archive in it",
    zip({ name: "c.zip", content: whole.toString("latin1") }),
    "INVALID_ENCODING",
  ],
])("an archive that %s is refused", (_, archive, problem) => {
  expect(() => readStatements(archive)).toThrow(expect.objectContaining({ problem }));
});

test("no archive with changed bytes is read as anything else", () => {
  for (let at = 0; at < whole.length; at += 1) {
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(at) ^ 0x41, at);
    try {
      expect(readStatements(changed).statements).toEqual(readStatements(whole).statements);
    } catch (failure) {
      expect(failure).toMatchObject({ problem: expect.any(String) });
    }
  }
});
