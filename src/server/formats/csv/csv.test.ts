import { describe, expect, test } from "vitest";
import { guessCsv, readStatements } from "../index.ts";

/** The rows of a file, with the fields that the column's names determine. */
const readRows = (bytes: Uint8Array) =>
  readStatements(bytes).statements.flatMap(({ transactions }) =>
    transactions.map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(([, value]) => value !== null && value !== false),
      ),
    ),
  );

describe("files as banks make them", () => {
  test("a German file with a preamble, decimal commas and windows-1252", () => {
    const file = `Umsätze Girokonto;;Zeitraum: 30 Tage;
Kontostand vom 31.01.2026:;1.234,56 EUR

"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Begünstigter";"Verwendungszweck";"Kontonummer";"BLZ";"Betrag (EUR)";
"30.01.2026";"30.01.2026";"Lastschrift";"STADTWERKE MÜNCHEN";"RNR 4711; KD 12";"DE89370400440532013000";"COBADEFFXXX";"-1.084,50";
"02.01.2026";"03.01.2026";"Gutschrift";"ARBEIT GMBH";"LOHN";"DE02120300000000202051";"BYLADEM1001";"2.500,00";
`;
    expect(readRows(Buffer.from(file, "latin1"))).toEqual([
      {
        date: "2026-01-30",
        valueDate: "2026-01-30",
        amount: "-1084.5",
        payee: "STADTWERKE MÜNCHEN",
        description: "RNR 4711; KD 12",
        memo: "Lastschrift",
        counterpartyAccount: "DE89370400440532013000",
        line: 5,
      },
      expect.objectContaining({
        date: "2026-01-02",
        amount: "2500",
        payee: "ARBEIT GMBH",
        line: 6,
      }),
    ]);
  });

  test("a French file with columns of money out and in, spaces between thousands and a footer", () => {
    const file = `Date;Date de valeur;Libellé;Débit;Crédit
15/01/2026;16/01/2026;CARTE X1234 MONOPRIX;-1 234,56;
05/01/2026;05/01/2026;VIR SALAIRE;;2 500,00
;;Total;-1 234,56;2 500,00
Solde au début;;;;1 000,00
`;
    expect(readRows(Buffer.from(file))).toMatchObject([
      { date: "2026-01-15", amount: "-1234.56", description: "CARTE X1234 MONOPRIX" },
      { date: "2026-01-05", amount: "2500", description: "VIR SALAIRE" },
    ]);
  });

  test("an American card's file with MM/DD and a closing balance", () => {
    const file = `Transaction Date,Post Date,Description,Category,Type,Amount,Balance
01/13/2026,01/14/2026,"UBER   *TRIP, HELP",Travel,Sale,-24.50,$975.50
01/02/2026,01/03/2026,PAYMENT,,Payment,"1,000.00","$1,000.00"
`;
    const [read] = readStatements(Buffer.from(file)).statements;
    expect(read?.balances).toEqual([{ kind: "closing", amount: "975.5", date: "2026-01-14" }]);
    expect(read?.transactions).toMatchObject([
      {
        date: "2026-01-14",
        madeDate: "2026-01-13",
        amount: "-24.5",
        description: "UBER   *TRIP, HELP",
        category: "Travel",
      },
      { date: "2026-01-03", amount: "1000" },
    ]);
  });

  test("a Dutch file whose direction is a word", () => {
    const file = `"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen"
"20260115";"Albert Heijn";"NL69INGB0123456789";"";"BA";"Af";"12,34";"Betaalautomaat";"Pasvolgnr 001"
"20260116";"J Jansen";"NL69INGB0123456789";"NL20INGB0001234567";"GT";"Bij";"100,00";"Online bankieren";"Huur"
"20260117";"Kruidvat";"NL69INGB0123456789";"";"BA";"Af";"5,00";"Betaalautomaat";"Pasvolgnr 001"
`;
    const [read] = readStatements(Buffer.from(file)).statements;
    expect(read?.account).toMatchObject({ id: "NL69INGB0123456789", iban: "NL69INGB0123456789" });
    expect(read?.transactions).toMatchObject([
      { date: "2026-01-15", amount: "-12.34", payee: "Albert Heijn", description: "Pasvolgnr 001" },
      { amount: "100", counterpartyAccount: "NL20INGB0001234567" },
      { amount: "-5" },
    ]);
  });

  test("a file with a statement for each currency, pending and reverted rows", () => {
    const file = `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
CARD_PAYMENT,Current,2026-01-14 10:22:33,2026-01-15 03:00:00,Cafe,-4.14,0.00,EUR,COMPLETED,95.86
CARD_PAYMENT,Current,2026-01-16 10:22:33,,Cab,-20.00,0.00,EUR,PENDING,
EXCHANGE,Current,2026-01-17 09:00:00,2026-01-17 09:00:00,To USD,50.00,0.00,USD,COMPLETED,50.00
CARD_PAYMENT,Current,2026-01-18 09:00:00,,Shop,-9.00,0.00,EUR,REVERTED,
`;
    const { statements } = readStatements(Buffer.from(file));
    expect(statements.map(({ account }) => account.currency)).toEqual(["EUR", "USD"]);
    expect(statements[0]?.transactions).toMatchObject([
      { date: "2026-01-15", madeDate: "2026-01-14", amount: "-4.14", pending: false },
      { date: "2026-01-16", amount: "-20", pending: true },
    ]);
  });

  test("a file without names of columns, with amounts in parentheses and a tab between cells", () => {
    const file = `15-Jan-26\tGROCER LTD\t(12.30)\t100.00\n16-Jan-26\tSALARY\t2,000.00\t2,100.00\n`;
    expect(readRows(Buffer.from(file))).toMatchObject([
      { date: "2026-01-15", amount: "-12.3", description: "GROCER LTD" },
      { date: "2026-01-16", amount: "2000", description: "SALARY" },
    ]);
    const sure = { doubts: [], isProven: true, header: [] };
    expect(guessCsv(Buffer.from(file))).toMatchObject(sure);
  });

  test("a file with tax and foreign amounts, words and signs of the direction", () => {
    const file = `Datum,Name,Brutto,Umsatzsteuer,Betrag (Fremdwährung),Fremdwährung,Typ,Kontonummer
05.01.2026,Laden,"-6,19","0,00","-7,00",USD,Eingang,DE89370400440532013000
06.01.2026,Amt,"100,00",,"100,00",EUR,Eingang,DE02120300000000202051
`;
    const { statements } = readStatements(Buffer.from(file));
    expect(statements).toHaveLength(1);
    expect(statements[0]?.account).toMatchObject({ id: null, currency: null });
    expect(statements[0]?.transactions).toMatchObject([
      { date: "2026-01-05", amount: "-6.19", counterpartyAccount: "DE89370400440532013000" },
      { amount: "100", payee: "Amt" },
    ]);
  });

  test("a file without names of columns, with money out and in next to each other", () => {
    const file = "03.11.2025;Miete;-500,00;;\n10.11.2025;Gutschrift;;83,16;\n";
    expect(readRows(Buffer.from(file))).toMatchObject([
      { date: "2025-11-03", amount: "-500" },
      { date: "2025-11-10", amount: "83.16", description: "Gutschrift" },
    ]);
  });

  test("a file in UTF-16", () => {
    const file = Buffer.from("\uFEFFDate,Payee,Amount\n2026-01-15,Café,-1.00\n", "utf16le");
    expect(readRows(file)).toMatchObject([{ payee: "Café", amount: "-1" }]);
  });

  test("the euro sign of ISO-8859-15", () => {
    const file = "Date;Payee;Amount\n2026-01-15;Caf\xe9 \xa4;-1,00\n";
    expect(readRows(Buffer.from(file, "latin1"))).toMatchObject([{ payee: "Café €" }]);
  });
});

describe("the closing balance", () => {
  const readBalance = (...rows: string[]) =>
    readStatements(Buffer.from(["Date,Description,Amount,Balance", ...rows].join("\n")))
      .statements[0]?.balances;

  test("is that of the first line if the newest of one day come first", () => {
    const rows = ["17.09.2026,a,20,878.47", "17.09.2026,b,-103,858.47", "17.09.2026,c,-75,961.47"];
    expect(readBalance(...rows)).toEqual([
      { kind: "closing", amount: "878.47", date: "2026-09-17" },
    ]);
    expect(readBalance(...rows.toReversed())).toEqual(readBalance(...rows));
  });

  test("counts the rows behind the last line that has one", () => {
    const rows = [
      "01.09.2026,a,428,528",
      "14.09.2026,b,-20,",
      "14.09.2026,c,-8,500",
      "15.09.2026,d,-5,",
    ];
    expect(readBalance(...rows)).toEqual([{ kind: "closing", amount: "495", date: "2026-09-15" }]);
  });
});

describe("a guess", () => {
  const guessOf = (rows: readonly string[]) =>
    guessCsv(Buffer.from(["Date,Description,Amount", ...rows, ""].join("\n")));

  test("takes the order of dates from any row of the file", () => {
    const rows = Array.from({ length: 3000 }, () => "05/06/2026,Cafe,-1.00");
    expect(guessOf([...rows, "13/06/2026,Cafe,-1.00"])).toMatchObject({
      mapping: { dateOrder: "DMY" },
      doubts: [],
      confidence: 1,
    });
    expect(guessOf([...rows, "06/13/2026,Cafe,-1.00"])?.mapping.dateOrder).toBe("MDY");
  });

  test("takes the order of dates in which the rows go one way in time", () => {
    const rows = [
      "01/02/2026",
      "02/02/2026",
      "05/02/2026",
      "09/02/2026",
      "01/03/2026",
      "04/03/2026",
    ];
    expect(guessOf(rows.map((day) => `${day},Cafe,-1.00`))).toMatchObject({
      mapping: { dateOrder: "DMY" },
      doubts: [],
    });
  });

  test("is in doubt if day and month may change places, and without a sign", () => {
    expect(guessOf(["05/06/2026,Cafe,1.00"])).toMatchObject({
      mapping: { dateOrder: "MDY", isNegated: false },
      doubts: ["dateOrder", "sign"],
      confidence: 1 / 3,
      header: ["Date", "Description", "Amount"],
      preview: [["05/06/2026", "Cafe", "1.00"]],
    });
  });

  test("is corrected by the user", () => {
    const bytes = Buffer.from("Date,Description,Amount\n05/06/2026,Cafe,1.00\n");
    const guess = guessCsv(bytes);
    if (!guess) throw new Error("no guess");
    const csv = { ...guess.mapping, dateOrder: "DMY" as const, isNegated: true };
    expect(readStatements(bytes, { csv }).statements[0]?.transactions).toMatchObject([
      { date: "2026-06-05", amount: "-1" },
    ]);
  });

  test("is not made of a file in another format", () => {
    expect(guessCsv(Buffer.from("<OFX></OFX>"))).toBeNull();
  });
});

test.each([
  ["a date", "32/01/2026,Cafe,-1.00", 'line 3: a date is not valid (date "32/01/2026")'],
  ["an amount", "14/01/2026,Cafe,1.0.0", 'line 3: an amount is not valid (amount "1.0.0")'],
  ["a missing date", ",Cafe,-1.00\n16/01/2026,Cafe,-1.00", "line 3: a field is missing (date)"],
  ["a missing amount", "14/01/2026,Cafe,", "line 3: a field is missing (amount)"],
  ["a quote", '14/01/2026,"Cafe,-1.00', "line 3: the structure is broken"],
])("the error of %s names the line and the right form", (_, row, message) => {
  const file = `Date,Description,Amount\n15/01/2026,Cafe,-1.00\n${row}\n`;
  expect(() => readStatements(Buffer.from(file))).toThrow(message);
});

test.each([
  ["", "EMPTY_FILE"],
  [" \n", "EMPTY_FILE"],
  ["Dear customer,\nyour statement is ready.", "NO_STATEMENT"],
  ["\u0000\u0001binary\u0000", "INVALID_ENCODING"],
  ["Date,Payee,Amount\n2026-01-15,Caf\xc3\xa9,1.00\n2026-01-15,Caf\xe9,1.00", "INVALID_ENCODING"],
])("the text %j is refused", (text, problem) => {
  expect(() => readStatements(Buffer.from(text, "latin1"))).toThrow(
    expect.objectContaining({ problem }),
  );
});

test("balances before each row do not confirm the opposite signs if the days run forward", () => {
  const file = Buffer.from(
    "123456789\tEUR\t20260910\t1000,00\t954,90\t20260910\t-45,10\tBAKKER BOS\n" +
      "123456789\tEUR\t20260911\t954,90\t966,90\t20260911\t12,00\tMIA PIZZA\n" +
      "123456789\tEUR\t20260914\t966,90\t916,90\t20260914\t-50,00\tTREINKAARTJE\n" +
      "123456789\tEUR\t20260918\t916,90\t3416,90\t20260918\t2500,00\tSALARIS\n",
  );
  expect(guessCsv(file)?.mapping).toMatchObject({ isNegated: false, columns: { balance: 4 } });
  const { statements } = readStatements(file);
  expect(statements[0]?.balances).toMatchObject([{ kind: "closing", amount: "3416.9" }]);
});

test("a note below the table is no part of the last row's text", () => {
  const notes = [";;Page 1 of 1", "Printed on request;;", ";;Total;"];
  for (const note of notes) {
    const file = `Date;Amount;Text\n14.09.2026;-4,50;Moonbean\n${note}\n`;
    const [row] = readRows(Buffer.from(file));
    expect(row?.description).toBe(note === notes[0] ? "Moonbean Page 1 of 1" : "Moonbean");
  }
});
