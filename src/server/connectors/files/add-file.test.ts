import { expect, test } from "vitest";
import { MAX_INVESTMENTS } from "../../formats/investments.ts";
import { MAX_ACCOUNTS } from "../../formats/statement.ts";
import { addFile } from "./add-file.ts";
import { openFilesState } from "./files-state.ts";

const statements = (ids: readonly string[]) =>
  `<OFX>${ids.map((id) => `<STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>${id}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>POS<DTPOSTED>20260114<TRNAMT>-4.50<FITID>1<NAME>Moonbean</STMTTRN></BANKTRANLIST></STMTRS>`).join("")}</OFX>`;

const add = (text: string, state: string | null, account?: string) =>
  addFile({
    ...{ file: Buffer.from(text).toString("base64"), state, bank: "First Bank", now: 0 },
    ...{ samplesOnly: false, newKey: "new", acceptsGuess: true, account },
  });

test("an Item has as many accounts as a file at most, whatever the number of its files", async () => {
  const ids = Array.from({ length: MAX_ACCOUNTS }, (_, at) => `${1000 + at}`);
  const first = await add(statements(ids), null);
  if (first.at !== "done") throw new Error("the file was not added");
  expect(first.accounts).toHaveLength(MAX_ACCOUNTS);
  expect(await add(statements(["1000"]), first.state)).toMatchObject({ at: "done", added: 0 });
  await expect(add(statements(["2000"]), first.state)).rejects.toThrow(
    "the file has too many accounts",
  );
});

test("wallets in several currencies that a file does not name stay apart when a newer file is added to one", async () => {
  const wallets = (...rows: string[]) =>
    ["Date,Description,Amount,Currency,Balance", ...rows].join("\n");
  const rows = [
    "2026-01-14,Moonbean,-4.50,EUR,95.50",
    "2026-01-14,Juniper,50.00,USD,60.00",
    "2026-01-15,Papaya,-5.50,EUR,90.00",
    "2026-01-15,Greenway,-10.00,USD,50.00",
  ];
  const first = await add(wallets(...rows), null);
  if (first.at !== "done") throw new Error("the file was not added");
  const newer = ["2026-01-20,Lantern,-1.00,EUR,89.00", "2026-01-20,Cedar,-2.00,USD,48.00"];
  const next = await add(wallets(...rows, ...newer), first.state, first.keys[0]);
  expect(next).toMatchObject({ at: "done", added: 2, keys: first.keys });
  expect(next).toMatchObject({
    accounts: [
      { account: { currency: "EUR" }, current: { amount: "89" } },
      { account: { currency: "USD" }, current: { amount: "48" } },
    ],
  });
});

test("a file whose days have no year is asked for it, and is added in the year that the user says", async () => {
  const file = "Date,Text,Amount,Currency\n9/14,Moonbean,-4.50,USD\n9/20,Juniper,5.00,USD\n";
  expect(await add(file, null)).toEqual({ at: "year", newest: 1970 });
  const request = { file: Buffer.from(file).toString("base64"), state: null, bank: "First Bank" };
  const answered = { now: 0, samplesOnly: false, newKey: "new", acceptsGuess: true, year: 2024 };
  const done = await addFile({ ...request, ...answered });
  if (done.at !== "done") throw new Error("the file was not added");
  expect(done).toMatchObject({ added: 2 });
  expect(openFilesState(done.state).accounts[0]?.rows.map(({ date }) => date)).toEqual([
    "2024-09-14",
    "2024-09-20",
  ]);
});

const trade = (id: string, total: number) =>
  `<INCOME><INVTRAN>${id && `<FITID>${id}`}<DTTRADE>20260114</INVTRAN><INCOMETYPE>DIV<TOTAL>${total}</INCOME>`;
const invested = (day: string, value: number, ...trades: string[]) =>
  `<OFX><INVSTMTRS><DTASOF>${day}<CURDEF>USD<INVACCTFROM><ACCTID>9</INVACCTFROM><INVTRANLIST>${trades.join("")}</INVTRANLIST><INVPOSLIST><POSSTOCK><SECID><UNIQUEID>A<UNIQUEIDTYPE>X</SECID><UNITS>1<MKTVAL>${value}</POSSTOCK></INVPOSLIST></INVSTMTRS></OFX>`;

test("an older file of investments adds its trades, and the positions of the newest day stay", async () => {
  const first = await add(
    invested("20260131", 7, trade("T1", 1), trade("", 2), trade("", 2)),
    null,
  );
  if (first.at !== "done") throw new Error("the file was not added");
  expect(first).toMatchObject({ added: 3, accounts: [{ current: { amount: "7" } }] });
  const older = invested("20260120", 5, trade("T0", 9), trade("T1", 3), trade("", 2));
  const next = await add(older, first.state);
  if (next.at !== "done") throw new Error("the file was not added");
  expect(next).toMatchObject({ added: 1, accounts: [{ current: { amount: "7" } }] });
  const [account] = openFilesState(next.state).accounts;
  expect(account?.investments).toMatchObject({ day: "2026-01-31", holdings: [{ value: 7 }] });
  const amounts = account?.investments?.transactions.map(({ amount }) => amount);
  expect(amounts?.toSorted((a, b) => a - b)).toEqual([-9, -3, -2, -2]);
});

test("an Item has no more trades than are read at once", async () => {
  const trades = Array.from({ length: MAX_INVESTMENTS }, (_, at) => trade(`T${at}`, 1));
  await expect(add(invested("20260131", 7, ...trades), null)).rejects.toThrow(
    "too many transactions; expected at most 20000 of investments",
  );
});
