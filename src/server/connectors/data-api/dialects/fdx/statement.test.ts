import { expect, test } from "vitest";
import { FdxStatement } from "./statement.ts";

test("a statement without a day, or that the bank failed to make, is left out", () => {
  const statement = { statementId: "s-1", statementDate: "2026-01-31T00:00:00Z" };
  expect(FdxStatement.parse(statement)).toEqual({ key: "s-1", date: "2026-01-31" });
  expect(FdxStatement.parse({ statementId: "s-1" })).toBeNull();
  expect(FdxStatement.parse({ ...statement, status: "FAILED" })).toBeNull();
  expect(FdxStatement.safeParse({ statementDate: "2026-01-31" }).success).toBe(false);
});
