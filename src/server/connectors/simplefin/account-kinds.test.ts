import { expect, test } from "vitest";
import { toKind } from "./account-kinds.ts";

test.each([
  ["a word of the server before the name", "Savings", "credit_card", [], "credit card"],
  ["a name, where the server's word is none of ours", "Visa", "toString", [], "credit card"],
  ["what the account holds, where the name says nothing", "Account", undefined, [{}], "other"],
  ["none of them", "Account", undefined, [], "other"],
])("the kind of an account follows from %s", (_, name, kind, holdings, subtype) => {
  const extra = kind === undefined ? null : { kind };
  const found = toKind({ name, extra, holdings });
  expect(found.subtype).toBe(subtype);
  expect(found.type === "investment").toBe(holdings.length > 0);
});
