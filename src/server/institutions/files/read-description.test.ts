import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readDescription } from "./read-description.ts";

const MERCURY = readFileSync(new URL("../../../../banks/mercury.json", import.meta.url), "utf8");

/** The problems of a description after a text replacement. */
const problemsAfter = (before: string, after: string) => {
  expect(MERCURY).toContain(before);
  const result = readDescription(MERCURY.replace(before, after));
  return "problems" in result ? result.problems : [];
};
const toLine = (text: string) => MERCURY.slice(0, MERCURY.indexOf(text)).split("\n").length;

test.each<[string, string, string, string]>([
  [
    '"path": "/accounts"',
    '"path": "accounts?a=b"',
    '"path": "/accounts"',
    "accounts.path must be a path like /accounts/{account}/transactions, without a query",
  ],
  [
    '"amount": "amount"',
    '"amount": "amount + 1"',
    '"amount": "amount"',
    "transactions.fields.amount must be a dotted path",
  ],
  [
    '"amount": "amount"',
    '"amount": { "of": "amount", "eval": "x" }',
    '"amount": "amount"',
    "transactions.fields.amount must be a dotted path",
  ],
  [
    '"id": "id",\n      "amount"',
    '"amount"',
    '"fields": {\n      "id": "id",\n      "amount"',
    "transactions.fields.id is missing",
  ],
  [
    '"money_out": "negative"',
    '"money_out": "up"',
    '"money_out"',
    'transactions.money_out must be "negative", "positive"',
  ],
  [
    '"base": "https://',
    '"base": "http://',
    '"base"',
    "base must begin with https://, or with http:// on this machine",
  ],
  [
    '"token": "{token}"',
    '"token": "{password}"',
    '"authentication"',
    "authentication.token has the unknown name {password}",
  ],
  [
    '"limit": "500"',
    '"limit": "{account.x} {now}"',
    '"query"',
    "transactions.query.limit has the unknown name {now}",
  ],
  [
    '"depository/savings"',
    '"deposit"',
    '"kind"',
    'accounts.fields.kind must be {"text"} or {"of","map"} with values of depository/checking',
  ],
  [
    '"protocol": "token"',
    '"protocol": "magic"',
    '"protocol"',
    'protocol must have a protocol: "token" or "simplefin"',
  ],
  ['"by": "offset"', '"by": "scroll"', '"by": "offset"', "transactions.page.by"],
  [
    '"skip": { "of": "status", "is": ["archived',
    '"hop": { "of": "status", "is": ["archived',
    '"skip": { "of": "status", "is": ["archived',
    "accounts.hop is not a known field",
  ],
  [
    '"country_codes": ["US"]',
    '"country_codes": ["USA"]',
    '"country_codes"',
    "country_codes[0] must be two letters of ISO 3166, like UA",
  ],
  [
    '"scheme": "bearer", "token": "{token}"',
    '"scheme": "header", "name": "Host", "value": "{token}"',
    '"authentication"',
    "authentication.name must be the name of a header, and none that HTTP itself sets",
  ],
])("%s as %s is refused with its line", (before, after, place, problem) => {
  const [first] = problemsAfter(before, after);
  expect(first?.problem).toContain(problem);
  expect(first?.line).toBe(toLine(place));
});

test("text that is no JSON is refused with its line", () => {
  expect(problemsAfter('"list": "accounts",', '"list" "accounts",')).toEqual([
    { line: toLine('"list": "accounts"'), problem: "is not valid JSON" },
  ]);
  expect(readDescription("")).toEqual({ problems: [{ line: 1, problem: "is not valid JSON" }] });
  expect(readDescription("[]")).toMatchObject({ problems: [{ line: 1 }] });
});
