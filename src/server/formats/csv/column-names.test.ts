import { expect, test } from "vitest";
import { readStatements } from "../index.ts";

test("a second column of the description is the memo", () => {
  const text = [
    "Transaction Date,Description 1,Description 2,Amount",
    "01/15/2026,CONTACTLESS PURCHASE,TIM HORTONS,-4.57",
    "01/16/2026,PAYROLL DEPOSIT,ACME LTD,1850.00",
  ].join("\n");
  const [statement] = readStatements(Buffer.from(text)).statements;
  expect(statement?.transactions.map(({ description, memo }) => [description, memo])).toEqual([
    ["CONTACTLESS PURCHASE", "TIM HORTONS"],
    ["PAYROLL DEPOSIT", "ACME LTD"],
  ]);
});
