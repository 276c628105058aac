import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Change, put } from "../../../connectors/data-api/document-banks/changing.fixture.ts";
import { wireBank, wrongIn } from "./wire-check.fixture.ts";

type Row = Record<string, unknown>;
type Case = [what: string, id: string, found: string, ...changes: Change[]];

const ACCOUNTS = /^GET .*\/accounts$/;
const BALANCES = /^GET .*\/balances$/;
const ROWS = /^GET .*\/transactions/;
const CONSENT = /^GET .*consents\/[^/]+$/;
const UK = "Data.Transaction.*";
const BERLIN = "transactions.booked.*";

const named: Record<"uk" | "berlin-group", Case[]> = {
  uk: [
    [
      "a link to balances",
      "paging-link",
      "the link leads to another address",
      put(
        ROWS,
        "Links.Next",
        (link: unknown) => link && String(link).replace(/transactions.*/, "balances"),
      ),
    ],
    [
      "more pages than links",
      "paging-total",
      "Meta.TotalPages is 99, and the links end on page 1",
      put(ROWS, "Meta.TotalPages", 99),
      put(ROWS, "Links.Next", undefined),
    ],
    [
      "credit of unknown size",
      "balance-credit-lines",
      "Amount.Amount is missing",
      put(BALANCES, "Data.Balance.*.CreditLine", [{ Included: true, Type: "Pre-Agreed" }]),
    ],
    [
      "an offset without a colon",
      "transaction-zone",
      "the offset of BookingDateTime has no colon",
      put(ROWS, `${UK}.BookingDateTime`, (time: string) => `${time.slice(0, 19)}+0000`),
    ],
    [
      "a number as an id",
      "transaction-id",
      "TransactionId is a value of type number",
      put(ROWS, `${UK}.TransactionId`, 7),
    ],
    [
      "an id of 300 characters",
      "transaction-id-length",
      "an id has 300 characters",
      put(ROWS, `${UK}.TransactionId`, (id: string) => id.padEnd(300, "x")),
    ],
    [
      "a number as a merchant's code",
      "transaction-merchant",
      "MerchantCategoryCode is a value of type number",
      put(ROWS, `${UK}.MerchantDetails`, { MerchantCategoryCode: 5411 }),
    ],
    [
      "a text as a code",
      "transaction-code",
      'BankTransactionCode is "POS"',
      put(ROWS, `${UK}.BankTransactionCode`, "POS"),
    ],
    [
      "a sign in a row's balance",
      "transaction-balance",
      "Balance.Amount.Amount has a sign",
      put(ROWS, `${UK}.Balance`, { Amount: { Amount: "-1.00" }, CreditDebitIndicator: "Debit" }),
    ],
    [
      "null in an account",
      "data-nulls",
      "Nickname is null",
      put(ACCOUNTS, "Data.Account.*.Nickname", null),
    ],
  ],
  "berlin-group": [
    [
      "a text as a link",
      "paging-href",
      "_links.next is a text",
      put(ROWS, "transactions._links.next", (link: { href?: string } | undefined) => link?.href),
    ],
    [
      "blanks in an IBAN",
      "account-number",
      "the iban is wrong",
      put(ACCOUNTS, "accounts.0.iban", (iban: string) => iban.replace(/(.{4})/g, "$1 ")),
    ],
    [
      "a longer consent than asked for",
      "consent-expiry",
      "validUntil is later than it was asked for",
      put(CONSENT, "validUntil", "9999-12-31"),
    ],
    [
      "an object as a reference",
      "transaction-structured",
      "remittanceInformationStructured is a value of type object",
      put(ROWS, `${BERLIN}.remittanceInformationStructured`, { reference: "RF18" }),
    ],
    [
      "an indicator in place of a sign",
      "transaction-sign",
      "creditDebitIndicator is DBIT, and the amount is positive",
      put(ROWS, BERLIN, (row: Row) => ({
        ...row,
        creditDebitIndicator: "DBIT",
        transactionAmount: { amount: "1.00", currency: "EUR" },
      })),
    ],
    [
      "a time as the day of a balance",
      "balance-day",
      "referenceDate is a time and no day",
      put(BALANCES, "balances.*.referenceDate", "2026-11-01T00:00:00Z"),
    ],
    [
      "a number as a row's balance",
      "transaction-balance",
      "balanceAfterTransaction.balanceAmount.amount is a number",
      put(ROWS, `${BERLIN}.balanceAfterTransaction`, { balanceAmount: { amount: 1 } }),
    ],
    [
      "a number as a merchant's code",
      "transaction-merchant",
      "merchantCategoryCode is a value of type number",
      put(ROWS, `${BERLIN}.merchantCategoryCode`, 5411),
    ],
    [
      "another approach",
      "consent-approach-declared",
      'ASPSP-SCA-Approach is "DECOUPLED", and the connection has --approach oauth',
      async ({ method, url }, response) =>
        method === "POST" && url.pathname.endsWith("/consents")
          ? new Response(await response.text(), {
              status: response.status,
              headers: {
                ...Object.fromEntries(response.headers),
                "aspsp-sca-approach": "DECOUPLED",
              },
            })
          : response,
    ],
  ],
};

/** Right responses that differ from the demo bank's. */
const right: Record<"uk" | "berlin-group", [what: string, ...changes: Change[]][]> = {
  uk: [
    [
      "links of a query alone",
      put(ROWS, "Links.Next", (link: unknown) => link && new URL(String(link)).search),
    ],
    ["accounts without a currency", put(ACCOUNTS, "Data.Account.*.Currency", undefined)],
    [
      "legal names alone",
      put(/^GET .*part(y|ies)$/, "Data.Party.*", (party: Row) => ({
        ...party,
        FullLegalName: party.Name,
        Name: undefined,
      })),
    ],
    [
      "amounts of five decimals",
      put(ROWS, `${UK}.Amount.Amount`, (amount: string) => `${amount}123`),
    ],
    [
      "further numbers of accounts",
      put(ACCOUNTS, "Data.Account.*.Account", (list: Row[]) => [
        ...list,
        { SchemeName: "UK.Lantern.Ref", Identification: "1" },
      ]),
    ],
  ],
  "berlin-group": [
    [
      "amounts without decimals",
      put(ROWS, `${BERLIN}.transactionAmount.amount`, (amount: string) =>
        amount.replace(/\..*/, ""),
      ),
    ],
    [
      "a shorter consent",
      put(CONSENT, "validUntil", new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)),
    ],
    [
      "an account by its bban",
      put(ACCOUNTS, "accounts.0", (account: Row) => ({
        ...account,
        iban: undefined,
        bban: "370400440532013000",
      })),
    ],
    ["standing orders next to rows", put(ROWS, "transactions.information", [])],
  ],
};

describe.each(["uk", "berlin-group"] as const)("a bank of %s", (standard) => {
  let it: Awaited<ReturnType<typeof wireBank>>;
  beforeAll(async () => {
    it = await wireBank(standard);
  });
  afterAll(() => it.bank.close());

  test.each(named[standard])("with %s is named by %s", async (_, id, found, ...changes) => {
    const wrong = wrongIn(await it.check({ changes }));
    expect(wrong).toContainEqual(
      expect.objectContaining({ id, found: expect.stringContaining(found) }),
    );
    expect(wrong.find((result) => result.id === id)?.fix).not.toBe("");
  });

  test.each(right[standard])("with %s is right", async (_, ...changes) => {
    const wrong = wrongIn(await it.check({ changes }));
    expect(wrong.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  });
});
