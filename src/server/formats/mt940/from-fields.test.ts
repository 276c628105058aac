import { expect, test } from "vitest";
import { readStatements } from "../index.ts";

const read = (text: string) => readStatements(Buffer.from(text)).statements;

const IBAN = "DE89370400440532013000";
test.each([
  ["SAMPHUHB/SAMPLE12345678/HUF", { id: "SAMPLE12345678", bankId: "SAMPHUHB", currency: "HUF" }],
  [`${IBAN}/EUR`, { id: IBAN, iban: IBAN, bankId: null, currency: "EUR" }],
  [`${IBAN}EUR`, { id: IBAN, iban: IBAN, bankId: null, currency: "EUR" }],
  ["DE89 3704 0044 0532 0130 00 EUR", { id: IBAN, iban: IBAN, currency: "EUR" }],
  [`COBADEFFXXX/${IBAN}`, { id: IBAN, bankId: "COBADEFFXXX", currency: "CHF" }],
  [`${IBAN}/COBADEFFXXX`, { id: IBAN, bankId: "COBADEFFXXX" }],
  ["50050201/0123456789EUR", { id: "0123456789", bankId: "50050201", currency: "EUR" }],
  ["50050201/0123456789 EUR", { id: "0123456789", bankId: "50050201", currency: "EUR" }],
  ["50050201/123456/USD", { id: "123456", bankId: "50050201", currency: "USD" }],
  ["/PL12102010260000012345678901", { id: "PL12102010260000012345678901", bankId: null }],
  ["SAMPLE.12.345EUR", { id: "SAMPLE.12.345", bankId: null, currency: "EUR" }],
  ["123456789", { id: "123456789", bankId: null, currency: "CHF" }],
  [`${IBAN}\nCOBADEFFXXX`, { id: IBAN, bankId: "COBADEFFXXX" }],
  ["", { id: null, bankId: null, currency: "CHF" }],
])("the account of the field 25 %j is %j", (field, account) => {
  const file = `:20:A\n:25:${field}\n:60F:C260101CHF1,\n:61:260101C1,NMSC\n:62F:C260101CHF2,\n-`;
  const [statement, ...others] = read(file);
  expect(others).toEqual([]);
  expect(statement?.account).toMatchObject(account);
});

test("two accounts of one bank in one file stay two", () => {
  const page = (account: string) =>
    `:20:A\n:25:SAMPHUHB/${account}/HUF\n:60F:C260101HUF1,\n:61:260101C1,NMSC\n:62F:C260101HUF2,\n-\n`;
  expect(read(page("1111") + page("2222")).map(({ account: { id } }) => id)).toEqual([
    "1111",
    "2222",
  ]);
});

test("the pages of an account are one statement, though some lack the currency", () => {
  const file = `:20:A\n:25:123\n:28C:1/1\n:60F:C260101EUR1,\n:61:260101C1,NMSC\n:62M:C260101EUR2,\n-
:20:A\n:25:123\n:28C:1/2\n:60M:C2601012,\n:61:260102C1,NMSC\n:62M:C2601013,\n-
:20:A\n:25:123\n:28C:1/3\n:60M:C2601023,\n:61:260103C1,NMSC\n:62F:C260103EUR4,\n-\n`;
  const { statements, mismatches } = readStatements(Buffer.from(file));
  expect(statements).toMatchObject([
    {
      account: { currency: "EUR" },
      balances: [
        { kind: "opening", amount: "1" },
        { kind: "closing", amount: "4" },
      ],
      transactions: [{}, {}, {}],
    },
  ]);
  expect(mismatches).toEqual([]);
});
