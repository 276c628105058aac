import { expect, test } from "vitest";
import {
  HARMFUL,
  HOSTILE_CURRENCIES,
  HOSTILE_TEXT,
} from "../../../../../testing/hostile-values.ts";
import { listFields } from "../../parse-response.ts";
import { FdxAccount } from "./account.ts";
import { FdxContact, toOwners } from "./contact.ts";
import { bankAccountOf, parseAccount, toTransaction } from "./fdx.fixture.ts";

const CLEAN = "Corner include /etc/passwd Shop";

/** The texts of a value, with those of its fields. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

test("the texts of an account, its owners and a transaction are on one line", () => {
  const account = bankAccountOf({
    nickname: HOSTILE_TEXT,
    productName: HOSTILE_TEXT,
    accountNumberDisplay: HOSTILE_TEXT,
  });
  expect(account).toMatchObject({ name: CLEAN, official_name: CLEAN });
  const transaction = toTransaction({
    description: HOSTILE_TEXT,
    payee: HOSTILE_TEXT,
    checkNumber: "7\u202e\u20288",
    category: HOSTILE_TEXT,
    transactionType: HOSTILE_TEXT,
  });
  expect(transaction).toMatchObject({
    name: CLEAN,
    original_description: CLEAN,
    payment_meta: { reference_number: "7 8" },
    codes: { merchantCode: CLEAN, transactionType: CLEAN, checkNumber: "7 8" },
  });
  const owners = toOwners(
    FdxContact.parse({
      holders: [{ name: { first: HOSTILE_TEXT, last: HOSTILE_TEXT } }],
      emails: ["a\u202e@b.example", "a@b\u2028.example", "a@b.example"],
      addresses: [{ line1: HOSTILE_TEXT, city: HOSTILE_TEXT }],
    }),
  );
  expect(owners[0]?.emails.map(({ data }) => data)).toEqual(["a@b.example"]);
  for (const text of textsIn([account, transaction, owners])) expect(text).not.toMatch(HARMFUL);
});

test("a long text is cut", () => {
  expect(bankAccountOf({ nickname: "x".repeat(5000) }).name).toHaveLength(500);
});

test.each(["a\u202eb", "a\u2028b", "a\nb", "x".repeat(300)])(
  "the id %j is refused",
  (accountId) => {
    expect(FdxAccount.safeParse({ accountId }).success).toBe(false);
  },
);

test.each(HOSTILE_CURRENCIES)("the currency %j is refused, and its field is named", (text) => {
  const { error } = FdxAccount.safeParse({ accountId: "a", currency: { currencyCode: text } });
  expect(error && listFields(error)).toEqual(["currency.currencyCode: custom"]);
});

test("an unofficial currency of letters and digits goes out as one", () => {
  const currency = { currencyCode: "points5" };
  const codes = { iso_currency_code: null, unofficial_currency_code: "POINTS5" };
  expect(bankAccountOf({ currency }).balances).toMatchObject(codes);
  expect(toTransaction({}, { currency })).toMatchObject(codes);
  expect(parseAccount({ currency: { currencyCode: "" } }).currency).toBeNull();
});
