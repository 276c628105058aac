import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { readStatements } from "../index.ts";
import {
  anyStatement,
  joined,
  statement,
  transaction,
  withoutLines,
} from "../statement.fixture.ts";
import type { Statement, StatementTransaction } from "../statement.ts";
import { WRITERS } from "../writers.ts";

const read = (text: string) => readStatements(Buffer.from(text)).statements;

test("an account with its opening balance, a check, a split and a transfer", () => {
  const file = `!Option:AutoSwitch
!Account
NChecking
TBank
^
!Type:Cat
NFood
DGroceries
^
!Type:Bank
D1/ 1'26
T1,000.00
CX
POpening Balance
L[Checking]
^
D1/15'26
U-84.14
T-84.14
N1042
PCorner Shop
MWeekly
LFood
SFood
$-80.00
SHousehold
$-4.14
^
D1/28'26
T250.00
NDEP
PTransfer
L[Savings]
^
`;
  const { formats, statements } = readStatements(Buffer.from(file));
  expect(formats).toEqual(["qif"]);
  expect(statements).toEqual([
    {
      account: {
        id: null,
        iban: null,
        bankId: null,
        name: "Checking",
        type: "checking",
        currency: null,
      },
      from: "2026-01-15",
      to: "2026-01-28",
      balances: [{ kind: "opening", amount: "1000", date: "2026-01-01" }],
      transactions: [
        transaction({
          date: "2026-01-15",
          amount: "-84.14",
          checkNumber: "1042",
          payee: "Corner Shop",
          memo: "Weekly",
          category: "Food",
          line: 17,
        }),
        transaction({
          date: "2026-01-28",
          amount: "250",
          code: "DEP",
          payee: "Transfer",
          category: "[Savings]",
          line: 29,
        }),
      ],
    },
  ]);
});

test.each([
  ["31/12/2025", "-1.234,56", "2025-12-31", "-1234.56"],
  ["31.12.25", "-1234.56", "2025-12-31", "-1234.56"],
  ["2025-12-31", "1,234.5", "2025-12-31", "1234.5"],
  ["12/31'2025", "5", "2025-12-31", "5"],
  ["31-Dec-1999", "5.00", "1999-12-31", "5"],
])("the date %s and the amount %s are read", (day, amount, date, exact) => {
  const [statement] = read(`!Type:CCard\nD${day}\nT${amount}\nPShop\n^\n`);
  expect(statement?.account.type).toBe("credit card");
  expect(statement?.transactions).toMatchObject([{ date, amount: exact }]);
});

test("a file whose days and months may change places asks for their order", () => {
  const bytes = Buffer.from("!Type:Bank\nD01/02/2026\nT1.00\n^\n");
  expect(() => readStatements(bytes)).toThrow(
    expect.objectContaining({ problem: "AMBIGUOUS_DATES" }),
  );
  const { statements } = readStatements(bytes, { dateOrder: "DMY" });
  expect(statements[0]?.transactions[0]?.date).toBe("2026-02-01");
});

test.each([
  ["a date", "D13/13/2026\nT1.00\n^", 'line 5: a date is not valid (D "13/13/2026")'],
  ["an amount", "D01/15/2026\nT1.0.0\n^", 'line 5: an amount is not valid (T "1.0.0")'],
  ["a missing amount", "D01/15/2026\n^", "line 5: a field is missing (T)"],
])("a record with a wrong %s is left out, and its first line is named", (_, record, message) => {
  const bytes = Buffer.from(`!Type:Bank\nD01/15/2026\nT1.00\n^\n${record}\n`);
  const { statements, leftOut } = readStatements(bytes);
  expect(leftOut).toMatchObject({
    count: 1,
    first: [{ message: expect.stringContaining(message) }],
  });
  expect(statements[0]?.transactions).toHaveLength(1);
});

const RECORDS = "D15/09/2026\nT-12.00\nPShop\n^\nD16/09/2026\nT5.00\nPRefund\n^\n";
test.each([
  ["no line of its type", RECORDS],
  ["blanks before each line", RECORDS.replaceAll(/^(?=.)/gm, "  ")],
  ["blank lines first", `\n\n${RECORDS}`],
  ["a type in another language", `!Type:Banque\n${RECORDS}`],
  ["another spelling of the type", `!type:bank \n${RECORDS}`],
  ["a German type", `!Typ:Bank\n${RECORDS}`],
  ["no mark behind the last record", `!Type:Bank\n${RECORDS.replace(/\^\n$/, "")}`],
  ["a list before it", `!Type:Cat\nNFood\nE\n^\n!Type:Bank\n${RECORDS}`],
])("a file with %s is read", (_, text) => {
  expect(readStatements(Buffer.from(text))).toMatchObject({
    formats: ["qif"],
    statements: [
      {
        transactions: [
          { date: "2026-09-15", amount: "-12" },
          { date: "2026-09-16", amount: "5" },
        ],
      },
    ],
  });
});

test.each([
  "Opening Balance",
  "Solde initial",
  "Solde d'ouverture",
  "Saldo inicial",
  "Saldo iniziale",
  "Anfangssaldo",
  "Eröffnungssaldo",
  "Beginsaldo",
  "Ingående balans",
  "Saldo początkowe",
  "Počáteční zůstatek",
  "Nyitó egyenleg",
  "Начальный остаток",
  "期初余额",
])("a record %j is the opening balance", (words) => {
  const opening = `D14/09/2026\nT2.29\nP${words}\nL[Giro]\n^\n`;
  const [first] = read(`!Type:Bank\n${opening}${RECORDS}`);
  expect(first?.balances).toEqual([{ kind: "opening", amount: "2.29", date: "2026-09-14" }]);
  expect(first?.transactions).toHaveLength(2);
  const [without] = read(`!Type:Bank\n${opening.replace("L[Giro]\n", "")}${RECORDS}`);
  expect(without?.transactions).toHaveLength(2);
});

test("a payment under the words of an opening balance further down is a transaction", () => {
  const [statement] = read(`!Type:Bank\n${RECORDS}D17/09/2026\nT1.00\nPSaldo inicial\n^\n`);
  expect(statement?.transactions).toHaveLength(3);
});

test("a faulty trade next to a bank account is left out, and said", () => {
  const bytes = Buffer.from(`!Type:Bank\n${RECORDS}!Type:Invst\nD15/09/2026\nNBuy\n^\n`);
  const { statements, leftOut } = readStatements(bytes);
  expect(statements[0]?.transactions).toHaveLength(2);
  expect(leftOut.first).toMatchObject([{ line: 11, problem: "MISSING_FIELD" }]);
});

test.each([
  [
    "on one very long line",
    `!Type:Bank ${"D01/15/2026 T1.00 ^ ".repeat(11_000)}`,
    "VALUE_TOO_LONG",
  ],
])("a file %s is refused", (_, text, problem) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ problem }));
});

test.each([
  ["Food:Groceries", "Food:Groceries"],
  ["date :61:", "date:61"],
  ["a::b", "a:b"],
  [" : [Savings]", "Savings]"],
  ["::", undefined],
])("the category %j is written as %j, whose levels all have a name", async (category, written) => {
  const transactions = [transaction({ category })];
  const text = await joined(
    WRITERS.qif.write([statement({ transactions })], { day: "2026-02-01" }),
  );
  expect(/^L(.*)$/m.exec(text)?.[1]).toBe(written);
});

test("a statement that is written is read as it was, as far as QIF can carry it", async () => {
  const withRows = anyStatement.filter(({ transactions }) =>
    transactions.some(({ pending }) => !pending),
  );
  await fc.assert(
    fc.asyncProperty(withRows, async (written) => {
      const text = await joined(WRITERS.qif.write([written], { day: "2026-02-01" }));
      const { statements } = readStatements(Buffer.from(text), { dateOrder: "MDY" });
      expect(statements.map(withoutLines)).toEqual([withoutLines(carried(written))]);
    }),
    { numRuns: samples(500) },
  );
});

/** The statement that QIF can represent. */
function carried({ account, balances, transactions }: Statement): Statement {
  const rows = transactions.filter(({ pending }) => !pending).map(carriedRow);
  const days = rows.map(({ date }) => date).toSorted();
  const isKept = account.type === "credit card" || account.type === "cash";
  return {
    account: {
      id: null,
      iban: null,
      bankId: null,
      name: account.name ?? account.id,
      type: isKept ? account.type : "checking",
      currency: null,
    },
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    balances: ["opening", "closing"].flatMap((own) =>
      balances.filter(({ kind, date }) => kind === own && date !== null).slice(0, 1),
    ),
    transactions: rows,
  };
}

function carriedRow(row: StatementTransaction): StatementTransaction {
  const memo = [row.payee === null ? null : row.description, row.memo].filter(
    (text) => text !== null,
  );
  return transaction({
    date: row.date,
    amount: row.amount,
    checkNumber: row.checkNumber,
    payee: row.payee ?? row.description,
    memo: memo.join(" ") || null,
    category: row.category,
  });
}
