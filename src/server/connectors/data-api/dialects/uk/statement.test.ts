import { expect, test } from "vitest";
import { UkStatement } from "./statement.ts";

test("a statement without an id is left out, and one without an end is no statement", () => {
  const statement = { StatementId: "s-1", EndDateTime: "2026-01-31T23:59:59+00:00" };
  expect(UkStatement.parse(statement)).toEqual({ key: "s-1", date: "2026-01-31" });
  expect(UkStatement.parse({ ...statement, StatementId: undefined })).toBeNull();
  expect(UkStatement.safeParse({ StatementId: "s-1" }).success).toBe(false);
});
