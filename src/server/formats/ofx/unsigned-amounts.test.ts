import { expect, test } from "vitest";
import { readStatements } from "../index.ts";

const typed = (rows: readonly (readonly [type: string, amount: string])[]) =>
  rows
    .map(
      ([type, amount], at) =>
        `<STMTTRN><TRNTYPE>${type}<DTPOSTED>2026011${at}<TRNAMT>${amount}<FITID>F${at}<NAME>Row ${at}</STMTTRN>`,
    )
    .join("");

test.each([
  ["debits alone", "STMTRS", { DEBIT: ["20.00", "30.00"] }, ["20", "30"]],
  ["debits alone on a card", "CCSTMTRS", { DEBIT: ["20.00", "30.00"] }, ["20", "30"]],
  [
    "money in and out",
    "STMTRS",
    { DEBIT: ["20.00", "30.00"], CREDIT: ["50.00"], PAYMENT: ["7.00"] },
    ["-20", "-30", "50", "-7"],
  ],
  [
    "payments of a card",
    "CCSTMTRS",
    { DEBIT: ["20.00", "30.00"], PAYMENT: ["50.00"], INT: ["2.00"] },
    ["-20", "-30", "50", "-2"],
  ],
  [
    "a minus of one row",
    "STMTRS",
    { DEBIT: ["20.00", "30.00"], CREDIT: ["50.00"], FEE: ["-1.00"] },
    ["20", "30", "50", "-1"],
  ],
])("%s in amounts without signs are read by what a file proves", (_, wrapper, types, amounts) => {
  const rows = Object.entries(types).flatMap(([type, each]) =>
    each.map((amount) => [type, amount] as const),
  );
  const file = `<OFX><${wrapper}><CURDEF>USD<BANKTRANLIST>${typed(rows)}</BANKTRANLIST></${wrapper}></OFX>`;
  expect(
    readStatements(Buffer.from(file)).statements[0]?.transactions.map(({ amount }) => amount),
  ).toEqual(amounts);
});
