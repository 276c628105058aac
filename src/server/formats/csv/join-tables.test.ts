import { expect, test } from "vitest";
import { guessCsv, readStatements } from "../index.ts";

const HEADER = "Datum;Text;Betrag";
const table = (titles: readonly string[], rows: readonly string[], header = HEADER): string =>
  [...titles, "", header, ...rows, "", ""].join("\n");

/** The accounts of a text: the number or name, the ordered amounts, and the closing balances. */
const listAccounts = (text: string) =>
  readStatements(Buffer.from(text)).statements.map(({ account, transactions, balances }) => [
    account.id,
    transactions.map(({ amount }) => amount),
    balances.filter(({ kind }) => kind === "closing").map(({ amount }) => amount),
  ]);
const unclear = expect.objectContaining({ problem: "UNCLEAR_ACCOUNTS" });

const SHOP = ["14.09.2026;Bäckerei;-12,50", "15.09.2026;Lohn;900,00"];
const TAXI = ["16.09.2026;Taxi;-20,00"];

test("balances of accounts with columns of money out and in keep their signs", () => {
  const header = "Datum;Text;Soll;Haben";
  const text =
    table(
      ["Girokonto", "Neuer Kontostand;637,50"],
      ["15.09.2026;Lohn;;900,00", "16.09.2026;Miete;1250,00;"],
      header,
    ) + table(["Tagesgeld", "Neuer Kontostand;-5,00"], ["15.09.2026;Zins;;5,00"], header);
  expect(listAccounts(text)).toEqual([
    ["Girokonto", ["900", "-1250"], ["637.5"]],
    ["Tagesgeld", ["5"], ["-5"]],
  ]);
});

test("a balance is no row, also if the newest row has no word", () => {
  const text =
    table(
      ["Girokonto", "Saldo;100,00"],
      ["14.09.2026;Strom Abschlag;-2,50", "15.09.2026;ATM 4711;-1,50"],
    ) +
    table(
      ["Tagesgeld", "Saldo;200,00"],
      ["14.09.2026;Gutschrift Zins;2,50", "15.09.2026;DKB 12;-1,50"],
    );
  expect(listAccounts(text)).toEqual([
    ["Girokonto", ["-2.5", "-1.5"], ["100"]],
    ["Tagesgeld", ["2.5", "-1.5"], ["200"]],
  ]);
  expect(guessCsv(Buffer.from(text))?.preview[0]).toContain("Strom Abschlag");
});

test.each([
  [["Januar 2026"], ["Februar 2026"]],
  [["Februar 2026"], ["Januar 2026"]],
  [["2025"], ["2026"]],
  [["01.01.2026 - 31.01.2026"], ["01.02.2026 - 28.02.2026"]],
  [["Zeitraum: 01.01.2026 bis 31.01.2026"], ["Zeitraum: 01.02.2026 bis 28.02.2026"]],
  [["Kontoauszug Januar 2026"], ["Kontoauszug Februar 2026"]],
  [["Giro", "Kontonummer;12345678"], ["Februar 2026"]],
  [
    ["Giro", "Kontonummer;12345678"],
    ["Giro", "Kontonummer;12345678"],
  ],
])("blocks %j and %j are of one account, which has the balance of its newest day", (one, other) => {
  const newest = table([...other, "Neuer Kontostand;80,00"], TAXI);
  const [account, ...others] = listAccounts(
    table([...one, "Neuer Kontostand;100,00"], SHOP) + newest,
  );
  expect(account?.slice(1)).toEqual([["-12.5", "900", "-20"], ["80"]]);
  expect(others).toEqual([]);
});

test("an account has no balance if its newest day is in two blocks", () => {
  const text =
    table(["Januar 2026", "Neuer Kontostand;100,00"], SHOP) +
    table(["Februar 2026", "Neuer Kontostand;80,00"], ["15.09.2026;Taxi;-20,00"]);
  expect(listAccounts(text)).toEqual([[null, ["-12.5", "900", "-20"], []]]);
});

test("accounts in blocks by month have a balance each", () => {
  const blocks = ["11111111", "22222222"].flatMap((number, at) => [
    table([`Kontonummer;${number}`, `Saldo;${at}1,00`], SHOP),
    table([`Kontonummer;${number}`, `Saldo;${at}2,00`], TAXI),
  ]);
  expect(listAccounts(blocks.join(""))).toEqual([
    ["11111111", ["-12.5", "900", "-20"], ["2"]],
    ["22222222", ["-12.5", "900", "-20"], ["12"]],
  ]);
});

test("columns of one name keep their order", () => {
  const header = "Datum;Text;Betrag;Währung;Betrag;Währung";
  const other = "Datum;Valuta;Text;Betrag;Währung;Betrag;Währung";
  const text =
    table(["Giro", "Saldo;100,00"], ["15.09.2026;Praha;-12,50;EUR;-310,00;CZK"], header) +
    table(["Visa", "Saldo;-20,00"], ["15.09.2026;16.09.2026;Brno;-20,00;EUR;-500,00;CZK"], other);
  expect(guessCsv(Buffer.from(text))?.preview.map((row) => row.slice(2, 6))).toEqual([
    ["-12,50", "EUR", "-310,00", "CZK"],
    ["-20,00", "EUR", "-500,00", "CZK"],
  ]);
});

test.each([
  [
    "one number and two names",
    [
      ["Giro", "Kontonummer;12345678"],
      ["Visa", "Kontonummer;12345678"],
    ],
  ],
  ["one name", [["Giro"], ["Giro"]]],
  ["one name, and a year that may be a card's number", [["Visa 2024"], ["Visa 2025"]]],
  ["a number for the first alone", [["Giro", "Kontonummer;12345678"], ["Visa"]]],
  ["a month as the name of the last", [["Giro"], ["Visa"], ["Februar 2026"]]],
])("tables with %s are refused with a line", (_, titles) => {
  const text = titles.map((each) => table([...each, "Saldo;100,00"], SHOP)).join("");
  expect(() => readStatements(Buffer.from(text))).toThrow(unclear);
  expect(() => readStatements(Buffer.from(text))).toThrow(/^line \d+: the accounts of the tables/);
});

test("a table without a balance after those of two accounts is refused", () => {
  const text =
    table(["Giro", "Saldo;100,00"], SHOP) +
    table(["Visa", "Saldo;5,00"], SHOP) +
    table(["Depot"], TAXI);
  expect(() => readStatements(Buffer.from(text))).toThrow(unclear);
});

test("a column of other parties' accounts does not tell tables apart", () => {
  const header = "Datum;Text;IBAN;Betrag";
  const rows = ["DE02120300000000202051", "DE89370400440532013000"].map(
    (iban) => `14.09.2026;Miete;${iban};-5,00`,
  );
  const text =
    table(["Giro", "Saldo;100,00"], rows, header) + table(["Sparen", "Saldo;5,00"], rows, header);
  expect(() => readStatements(Buffer.from(text))).toThrow(unclear);
});

test("another table between those of accounts is left out and counted", () => {
  const pending = table(
    ["Vorgemerkt"],
    ["16.09.2026;17.09.2026;Taxi;-1,00;-2,00"],
    "Datum;Tag;Text;Betrag;Gebühr",
  );
  const text =
    table(["Giro", "Saldo;100,00"], SHOP) +
    table(["Visa", "Saldo;5,00"], TAXI) +
    pending +
    table(["Sparen", "Saldo;7,00"], TAXI);
  expect(listAccounts(text).map(([id, rows]) => [id, rows])).toEqual([
    ["Giro", ["-12.5", "900"]],
    ["Visa", ["-20"]],
    ["Sparen", ["-20"]],
  ]);
  expect(readStatements(Buffer.from(text)).leftOut.count).toBeGreaterThan(0);
});

test("more than 100 accounts are refused, and as many pages of one are read", () => {
  const pages = (write: (at: number) => string[]) =>
    Array.from({ length: 101 }, (_, at) => table(write(at), TAXI)).join("");
  expect(() =>
    readStatements(Buffer.from(pages((at) => [`Kontonummer;1000${at}`, "Saldo;1,00"]))),
  ).toThrow(expect.objectContaining({ problem: "TOO_MANY_ACCOUNTS" }));
  const one = pages((at) => ["Kontonummer;12345678", `Seite ${at}`, "Saldo;1,00"]);
  expect(listAccounts(one).map(([id, rows]) => [id, rows?.length])).toEqual([["12345678", 101]]);
});

test("accounts of tables with more columns than are looked at are refused", () => {
  const header = `${HEADER};${Array.from({ length: 4000 }, () => "a").join(";")}`;
  const text =
    table(["Giro", "Saldo;100,00"], SHOP, header) + table(["Visa", "Saldo;5,00"], TAXI, header);
  expect(() => readStatements(Buffer.from(text))).toThrow(unclear);
});
