import { describe, expect, test } from "vitest";
import { readStatements } from "../index.ts";
import { transaction } from "../statement.fixture.ts";

const read = (text: string) => readStatements(Buffer.from(text)).statements;

const GERMAN = `:20:STARTUMSE
:25:50010517/0123456789EUR
:28C:00001/001
:60F:C251230EUR1000,00
:61:2512310101D84,14NDDTKREF123//B1
:86:105?00FOLGELASTSCHRIFT?109248?20EREF+4711?21KREF+123?22SVWZ+Rech
nung 4711 vom De?23zember?30COBADEFFXXX?31DE89370400440532013000?32ST
ADTWERKE?33 AG?34992
:61:260102C2500,NTRFNONREF
:86:166?00GUTSCHR. UEBERWEISUNG?20Lohn Januar?32ARBEIT GMBH
:61:2601030103RD10,00NRTINONREF
:62F:C260103EUR3425,86
:64:C260103EUR3400,00
:86:A note on the statement
-
`;

describe("files as banks make them", () => {
  test("a German one, whose field 86 has subfields", () => {
    const { formats, statements } = readStatements(Buffer.from(GERMAN));
    expect(formats).toEqual(["mt940"]);
    expect(statements).toEqual([
      {
        account: {
          id: "0123456789",
          iban: null,
          bankId: "50010517",
          name: null,
          type: null,
          currency: "EUR",
        },
        from: "2026-01-01",
        to: "2026-01-03",
        balances: [
          { kind: "opening", amount: "1000", date: "2025-12-30" },
          { kind: "closing", amount: "3425.86", date: "2026-01-03" },
          { kind: "available", amount: "3400", date: "2026-01-03" },
        ],
        transactions: [
          transaction({
            date: "2026-01-01",
            valueDate: "2025-12-31",
            amount: "-84.14",
            id: "B1",
            reference: "4711",
            code: "105",
            description: "Rechnung 4711 vom Dezember",
            payee: "STADTWERKE AG",
            memo: "FOLGELASTSCHRIFT",
            counterpartyAccount: "DE89370400440532013000",
            line: 5,
          }),
          transaction({
            date: "2026-01-02",
            valueDate: "2026-01-02",
            amount: "2500",
            code: "166",
            description: "Lohn Januar",
            payee: "ARBEIT GMBH",
            memo: "GUTSCHR. UEBERWEISUNG",
            line: 9,
          }),
          transaction({
            date: "2026-01-03",
            valueDate: "2026-01-03",
            amount: "10",
            code: "NRTI",
            line: 11,
          }),
        ],
      },
    ]);
  });

  test("a Dutch one, in a SWIFT envelope and with statements for each day", () => {
    const day = (
      date: string,
      opening: string,
      closing: string,
    ) => `{1:F01INGBNL2ABXXX0000000000}{2:I940INGBNL2AXXXN}{4:
:20:P${date}
:25:NL69INGB0123456789EUR
:28C:00000
:60F:C${date}EUR${opening}
:61:${date}${date.slice(2)}D1,57NTRFEREF//00000000001005
/TRCD/00100/
:86:/EREF/EV12341REP1231456T1234//CNTP/NL32INGB0000012345/INGBNL2A/ING
 BANK N.V./AMSTERDAM///REMI/USTD//Factuur 17/
:62F:C${date}EUR${closing}
-}
`;
    const [statement, ...others] = read(
      day("260115", "10,00", "8,43") + day("260116", "8,43", "6,86"),
    );
    expect(others).toEqual([]);
    expect(statement?.account).toMatchObject({
      id: "NL69INGB0123456789",
      iban: "NL69INGB0123456789",
    });
    expect(statement?.balances).toEqual([
      { kind: "opening", amount: "10", date: "2026-01-15" },
      { kind: "closing", amount: "6.86", date: "2026-01-16" },
    ]);
    expect(statement?.transactions).toHaveLength(2);
    expect(statement?.transactions[0]).toMatchObject({
      amount: "-1.57",
      description: "Factuur 17",
      payee: "ING BANK N.V.",
      counterpartyAccount: "NL32INGB0000012345",
      id: "00000000001005",
    });
  });

  test("one with free text, and lines before the first field", () => {
    const file = `ABNANL2A
940
ABNANL2A
:20:ABN AMRO BANK NV
:25:123456789
:28:13501/1
:60F:C260114EUR3236,28
:61:2601150115N15,00N426NONREF
:61:2601150115D15,00N426NONREF
:86:BEA   NR:NND130   15.01.26/10.59
ALBERT HEIJN 1521,PAS124
:62F:C260115EUR3221,28
-
`;
    const { statements, leftOut } = readStatements(Buffer.from(file));
    expect(leftOut).toMatchObject({
      count: 1,
      first: [{ message: expect.stringContaining("line 8: the structure is broken (:61:") }],
    });
    const [statement] = statements;
    expect(statement?.transactions).toMatchObject([
      { amount: "-15", description: "BEA NR:NND130 15.01.26/10.59 ALBERT HEIJN 1521,PAS124" },
    ]);
  });
});

/** A statement with a single transaction, from its fields 61 and 86. */
const readRow = (...fields: string[]) =>
  read(`:20:A\n:25:123\n:60F:C260101EUR1,\n${fields.join("\n")}\n:62F:C260131EUR1,\n-\n`)[0]
    ?.transactions[0];

test.each([
  [":61:260115    D65,00NTRFNONREF", { date: "2026-01-15", amount: "-65" }],
  [":61:260115    DD65,00NTRFNONREF", { date: "2026-01-15", amount: "-65" }],
  [":61:2602300228C1,NINTNONREF", { date: "2026-02-28", valueDate: "2026-02-28" }],
  [":61:2601150115RC1,NTRFNONREF//NONREF", { amount: "-1", id: null, reference: null }],
  [":61:2601150115C1, NTRFNONREF//21", { code: "NTRF", reference: null, id: "21" }],
  [":61:260115C1,N 12REF", { code: "N12", reference: "REF" }],
  [":61:260115C1,NONREF", { code: null, reference: null }],
  [":61:260115C,50NTRFnonref", { amount: "0.5", reference: null }],
  [":61:260115260116C1,NTRFA//B//C", { date: "2026-01-16", reference: "A", id: "B//C" }],
  [":61:260115ED5,NMSC", { amount: "-5" }],
  [
    ":61:260115D000000000010,00N0440121470966      J. Doe",
    { reference: null, payee: "J. Doe", counterpartyAccount: "0121470966" },
  ],
])("the field %s is read", (field, row) => {
  expect(readRow(field)).toMatchObject(row);
});

test.each([
  ["000>10123>20GENERAL >21ACCOUNT>310390123456", { description: "GENERAL ACCOUNT", code: "000" }],
  ["166?20EREF: 4711 SVWZ: Rent?32ANN", { reference: "4711", description: "Rent", payee: "ANN" }],
  [" 020?00Wplata?20FAKTURA 3?32JAN NOWAK", { memo: "Wplata", payee: "JAN NOWAK" }],
  ["020<00Wplata<20FAKTURA 3<32JAN NOWAK", { memo: "Wplata", payee: "JAN NOWAK" }],
  ["020~20Czynsz ~21maj~32JAN NOWAK", { description: "Czynsz maj", payee: "JAN NOWAK" }],
])("the details %s are taken apart", (details, row) => {
  expect(readRow(":61:2601150115D1,NTRFNONREF", `:86:${details}`)).toMatchObject(row);
});

test.each([
  ["row", "2512310101D", "2513310101D", 'line 5: a date is not valid (:61: "251331")'],
  ["balance", "C251230EUR1000,00", "C251230EUR", "line 4: an amount is not valid (:60F:"],
])("a wrong %s is left out, and its line is named", (_, right, wrong, message) => {
  const { statements, leftOut } = readStatements(Buffer.from(GERMAN.replace(right, wrong)));
  expect(leftOut).toMatchObject({
    count: 1,
    first: [{ message: expect.stringContaining(message) }],
  });
  expect(statements[0]?.transactions.at(-1)).toMatchObject({ amount: "10" });
});

test("every field 86 of a row is read, and none behind the balance", () => {
  expect(
    readRow(":61:260115D1,NTRFNONREF", ":86:Terugboeking", ":86:NIET AKKOORD", ":86:OPVANG JUNI"),
  ).toMatchObject({ description: "Terugboeking NIET AKKOORD OPVANG JUNI" });
  const file = `:20:A\n:25:1\n:61:260115D1,NMSC\n:86:Rent\n:62F:C260115EUR1,\n:86:Ad\n-`;
  expect(read(file)[0]?.transactions).toMatchObject([{ description: "Rent" }]);
});

test("a field NS has the bank's own words", () => {
  expect(
    readRow(
      ":61:260115D1,NTRFNONREF",
      ":NS:01Rechnung",
      "02 4711",
      "15ADA",
      "17LASTSCHRIFT",
      "190915",
    ),
  ).toMatchObject({ description: "Rechnung 4711", payee: "ADA", memo: "LASTSCHRIFT" });
  expect(readRow(":61:260115D1,NTRFNONREF", ":86:Rent", ":NS:22Other")).toMatchObject({
    description: "Rent",
  });
});

const BODY = ":25:123EUR\n:28C:1\n:60F:C260101EUR1,\n:61:260101C1,NMSC\n:62F:C260101EUR2,\n";
test.each([
  ["an envelope", `{1:F01AAAABB99AXXX0000000000}{2:O9400000}{4:\n:20:A\n${BODY}-}`],
  ["an envelope on the line of the first field", `{1:F01}{2:I940}{4::20:A\n${BODY}-}{5:{CHK:1}}`],
  ["a byte order mark", `\ufeff:20:A\n${BODY}-`],
  ["the type of the message", `:940:\n:20:A\n${BODY}-`],
  ["lines before it", `BANK EXPORT\n\n2026-01-01 :: all accounts\n:20:A\n${BODY}`],
  ["blanks before each field", `:20:A\n${BODY}`.replaceAll(/^/gm, "  ")],
  ["no field 20", BODY],
  ["no field 25, 28 and 60", `:20:A\n${BODY.split("\n").slice(3).join("\n")}`],
])("a file with %s is read", (_, file) => {
  expect(readStatements(Buffer.from(file))).toMatchObject({
    formats: ["mt940"],
    statements: [{ transactions: [{ amount: "1" }], balances: expect.arrayContaining([]) }],
  });
});
