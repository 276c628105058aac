import type { PrintableStatement } from "../../domain/connectors/printable-statement.ts";
import { accountTitle, isDebt, money, monthName, printedDate } from "./printed-text.ts";
import { createSheet, rule, type Sheet } from "./sheet.ts";
import { type Column, type Fact, factColumns, writeBoxes, writeTable } from "./tables.ts";
import { COLOR, ellipsize, PAGE, STYLE, WIDTH, write, writeParagraph } from "./typesetting.ts";

/** Renders a statement as a PDF. The same statement always has the same bytes. */
export const renderStatementPdf = (statement: PrintableStatement): Buffer => {
  const { bank, owners, period, number, note } = statement;
  const name = `Statement of ${monthName(period.to)}`;
  const sheet = createSheet(
    {
      name: `${bank.name}: ${name}`,
      reportId: number,
      generatedAt: Date.parse(`${period.to}T00:00:00Z`),
      about: owners[0]?.names[0] ?? null,
      foot: { note, reference: `Statement ${number}` },
    },
    bank.name,
  );
  letterhead(sheet, statement, name);
  summary(sheet, statement);
  writeTable(sheet, listColumns(statement), toRows(statement));
  closingNote(sheet, statement);
  const pieces = [...sheet.pieces()];
  sheet.end();
  return Buffer.concat([...pieces, ...sheet.pieces()]);
};

/** Writes the bank's name, the address of the owners, and the facts of the account. */
function letterhead(sheet: Sheet, statement: PrintableStatement, name: string): void {
  const { bank, account, owners, period, number } = statement;
  const { pdf } = sheet;
  pdf.rect(0, 0, PAGE.width, 10).fill(bank.color);
  pdf.rect(PAGE.left, 43, 6, 26).fill(bank.color);
  const title = ellipsize(pdf, bank.name, STYLE.title, WIDTH - 150);
  write(sheet, title, { x: PAGE.left + 16, y: 44, style: STYLE.title, tag: "P" });
  const end = { right: PAGE.right, tag: "P" } as const;
  write(sheet, "Account statement", { ...end, y: 46, style: STYLE.subheading });
  write(sheet, monthName(period.to), { ...end, y: 60, style: STYLE.small });
  rule(pdf, 86);
  sheet.y = 112;
  const facts: Fact[] = [
    ["Account", account.official_name ?? account.name],
    ["Number", account.mask && `ends in ${account.mask}`],
    ["Period", `${printedDate(period.from)} to ${printedDate(period.to)}`],
    ["Statement number", number],
  ];
  const address = toAddress(owners);
  const height = writeParagraph(sheet, address, {
    ...{ x: PAGE.left, y: sheet.y, width: 260 },
    style: { ...STYLE.body, size: 10 },
  });
  const top = sheet.y;
  factColumns(sheet, [[], facts.slice(0, 2), facts.slice(2)], WIDTH);
  sheet.y = Math.max(sheet.y, top + height) + 22;
  write(sheet, `${name}: ${accountTitle(account)}`, {
    ...{ x: PAGE.left, y: sheet.y },
    ...{ style: STYLE.heading, tag: "H1" },
  });
  sheet.y += 24;
}

/** Returns the names of all owners above the first one's address, as in an envelope's window. */
function toAddress(owners: PrintableStatement["owners"]): string {
  const [first] = owners;
  const place = (first?.addresses.find(({ primary }) => primary) ?? first?.addresses[0])?.data;
  return [
    ...owners.flatMap(({ names }) => names.slice(0, 1)),
    place?.street,
    place && [place.city, place.region, place.postal_code].filter(Boolean).join(" "),
    place?.country,
  ]
    .filter(Boolean)
    .join("\n");
}

/** Writes the opening balance, the sums of both directions, and the closing balance. */
function summary(sheet: Sheet, statement: PrintableStatement): void {
  const { account, opening } = statement;
  const { out, back } = sumsOf(statement);
  const say = (cents: number) => money(cents / 100, statement.currency);
  const closing = say(closingOf(statement));
  writeBoxes(
    sheet,
    isDebt(account)
      ? [
          ["Previous balance", say(opening)],
          ["Charges", say(out)],
          ["Payments and credits", say(back)],
          ["New balance", closing],
        ]
      : [
          ["Opening balance", say(opening)],
          ["Money in", say(back)],
          ["Money out", say(out)],
          ["Closing balance", closing],
        ],
  );
  sheet.y += 10;
}

const sumsOf = ({ transactions }: PrintableStatement): { out: number; back: number } => ({
  out: transactions.reduce((sum, { cents }) => sum + Math.max(cents, 0), 0),
  back: transactions.reduce((sum, { cents }) => sum + Math.max(-cents, 0), 0),
});

/** Returns the balance after the last transaction. */
const closingOf = (statement: PrintableStatement): number => {
  const { out, back } = sumsOf(statement);
  return statement.opening + (isDebt(statement.account) ? out - back : back - out);
};

const RIGHT = { balance: PAGE.right - 6, in: PAGE.right - 84, out: PAGE.right - 156 };

const listColumns = ({ account }: PrintableStatement): Column[] => [
  { name: "Date", x: PAGE.left + 6, upTo: PAGE.left + 72 },
  { name: "Description", x: PAGE.left + 72, upTo: RIGHT.out - 50 },
  { name: isDebt(account) ? "Charge" : "Money out", right: RIGHT.out, room: 70 },
  { name: isDebt(account) ? "Payment" : "Money in", right: RIGHT.in, room: 70 },
  { name: "Balance", right: RIGHT.balance, room: 70 },
];

/**
 * Returns the rows of a statement: the opening balance, each transaction with its balance, and the
 * closing balance.
 */
function toRows(statement: PrintableStatement): string[][] {
  const { account, currency, opening, period, transactions } = statement;
  const say = (cents: number) => money(cents / 100, currency);
  let balance = opening;
  const rows = transactions.map(({ date, text, cents }) => {
    balance += isDebt(account) ? cents : -cents;
    const amount = say(Math.abs(cents));
    return [printedDate(date), text, ...(cents > 0 ? [amount, ""] : ["", amount]), say(balance)];
  });
  return [
    [printedDate(period.from), "Opening balance", "", "", say(opening)],
    ...rows,
    [printedDate(period.to), "Closing balance", "", "", say(balance)],
  ];
}

function closingNote(sheet: Sheet, { account }: PrintableStatement): void {
  const text = isDebt(account)
    ? "Charges and interest raise the balance, payments and credits lower it. Transactions that were not booked by " +
      "the last day are on the next statement."
    : "Transactions that were not booked by the last day are on the next statement. Please compare this statement " +
      "with your own records.";
  sheet.need(40);
  sheet.y += writeParagraph(sheet, text, {
    ...{ x: PAGE.left, y: sheet.y, width: WIDTH },
    style: { ...STYLE.body, color: COLOR.muted },
  });
}
