import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WIRE_FAULTS } from "../../../../../demo/bank/faults/switches.mjs";
import { wireBank, wrongIn } from "./wire-check.fixture.ts";

/** Each fault of a demo bank, with the check that names it, and its finding in part. */
const UK: Readonly<Record<string, readonly [id: string, found: string]>> = {
  "uk-client-token-refused": ["consent-client-token", "responds 400 (unauthorized_client)"],
  "uk-consent-refused": ["consent-made", 'responds 400 "UK.OBIE.Field.Unexpected"'],
  "uk-consent-not-created": ["consent-created", "responds 200"],
  "uk-consent-no-id": ["consent-id", "Data.ConsentId is nothing"],
  "uk-consent-unknown-status": ["consent-waiting", 'Data.Status is "Pending"'],
  "uk-consent-stays-waiting": ["consent-authorized", 'Data.Status is "AwaitingAuthorisation"'],
  "uk-consent-fewer-permissions": ["consent-permissions", "lacks ReadAccountsDetail"],
  "uk-consent-more-permissions": [
    "consent-permissions",
    'has "ReadStatementsDetail", which was not asked for',
  ],
  "uk-consent-no-creation-time": ["consent-times", "Data.CreationDateTime is missing"],
  "uk-consent-zone-free-times": ["consent-times", "Data.CreationDateTime has no zone"],
  "uk-consent-end-as-day": ["consent-expiry", "Data.ExpirationDateTime is no time in ISO 8601"],
  "uk-consent-ended-before": ["consent-expiry", "Data.ExpirationDateTime has passed"],
  "uk-consent-for-nothing": ["consent-terms", "responds 201"],
  "uk-consent-unreadable": ["consent-record", "responds 405"],
  "uk-consent-end-refused": ["consent-end", 'responds 405 "UK.OBIE.Unsupported"'],
  "uk-consent-end-with-body": ["consent-end-status", "responds 200"],
  "uk-consent-survives-end": ["consent-over-data", "returns accounts after that"],
  "uk-no-interaction-id": ["request-id", "x-fapi-interaction-id is missing"],
  "uk-other-interaction-id": ["request-id", "x-fapi-interaction-id is another one"],
  "uk-id-token-no-consent": ["id-token-consent", "openbanking_intent_id is missing"],
  "uk-id-token-other-consent": ["id-token-consent", "openbanking_intent_id is another one"],
  "uk-person-headers-refused": [
    "as-declared-accounts",
    'responds 400 "UK.OBIE.Header.Invalid", and takes it with --deviation person-headers=none',
  ],
  "uk-accounts-empty-body": ["data-json", "responds with JSON that cannot be parsed"],
  "uk-accounts-no-list": ["accounts-list", "Data.Account is no list"],
  "uk-accounts-none": ["accounts-present", "the list is empty"],
  "uk-no-self-link": ["accounts-links", "has no Links.Self"],
  "uk-account-no-id": ["account-id", "AccountId is nothing"],
  "uk-account-id-number": ["account-id", "AccountId is a value of type number"],
  "uk-account-same-id": ["account-id-unique", "4 accounts, 1 ids"],
  "uk-account-ids-change": ["account-id-stable", "AccountId is another one later"],
  "uk-account-currency-word": ["account-currency", 'the currency is "Pound"'],
  "uk-account-unknown-status": ["account-status", 'Status is "ACTIVE"'],
  "uk-account-unknown-kind": ["account-type", 'AccountSubType is "Current Account"'],
  "uk-account-no-numbers": ["account-numbers", "Account is nothing"],
  "uk-account-scheme-without-prefix": ["account-numbers", 'SchemeName is "SortCodeAccountNumber"'],
  "uk-account-number-with-dashes": [
    "account-numbers",
    "a sort code and its number have not 14 digits",
  ],
  "uk-account-wrong-iban": ["account-numbers", "the IBAN is wrong"],
  "uk-account-open-pan": ["account-numbers", "a card's number is whole, without ReadPAN"],
  "uk-account-wrong-bic": ["account-servicer", "Servicer.Identification is no BIC"],
  "uk-balances-missing": ["balances-readable", "responds 404"],
  "uk-balances-no-list": ["balances-list", "Data.Balance is no list"],
  "uk-balance-unknown-type": ["balance-type", 'Type is "Current"'],
  "uk-balance-no-direction": ["balance-direction", "CreditDebitIndicator is nothing"],
  "uk-balance-number": ["balance-amount", "Amount.Amount is a number and no text"],
  "uk-balance-negative": ["balance-amount", "Amount.Amount has a sign"],
  "uk-balance-other-currency": [
    "balance-own-currency",
    'an account in "GBP" has balances in "EUR"',
  ],
  "uk-balance-no-currency": ["balance-currency", "Amount.Currency is nothing"],
  "uk-balance-zone-free": ["balance-time", "DateTime has no zone"],
  "uk-credit-line-words": ["balance-credit-lines", 'Included is "Yes"'],
  "uk-balance-twice": ["balance-once", '"InterimBooked" is there twice'],
  "uk-parties-missing": ["owners-readable", "responds 500"],
  "uk-party-no-name": ["owner-names", "Name is missing"],
  "uk-errors-as-success": [
    "data-unknown-account",
    "responds with success for an account that does not exist",
  ],
  "uk-errors-without-code": ["error-code", "Errors[0].ErrorCode is nothing"],
  "uk-transactions-no-list": ["transactions-list", "Data.Transaction is nothing"],
  "uk-transaction-no-id": ["transaction-id", "is missing"],
  "uk-transaction-same-id": ["transaction-id-unique", "rows, "],
  "uk-transaction-ids-change": ["transaction-id-stable", "the id is another one later"],
  "uk-transaction-other-account": ["transaction-account", "AccountId is another one"],
  "uk-transaction-unknown-status": ["transaction-status", 'Status is "Settled"'],
  "uk-transaction-no-direction": ["transaction-direction", "CreditDebitIndicator is nothing"],
  "uk-transaction-direction-letter": ["transaction-direction", 'CreditDebitIndicator is "C"'],
  "uk-transaction-number": ["transaction-amount", "Amount.Amount is a number and no text"],
  "uk-transaction-negative": ["transaction-amount", "Amount.Amount has a sign"],
  "uk-transaction-comma": ["transaction-amount", "Amount.Amount has a comma"],
  "uk-transaction-no-currency": ["transaction-currency", "Amount.Currency is nothing"],
  "uk-transaction-other-currency": [
    "transaction-own-currency",
    'Amount.Currency is "USD" in an account in "GBP"',
  ],
  "uk-transaction-no-time": ["transaction-time", "BookingDateTime is missing"],
  "uk-transaction-local-time": ["transaction-time", "BookingDateTime is no time in ISO 8601"],
  "uk-transaction-zone-free": ["transaction-zone", "BookingDateTime has no zone"],
  "uk-transaction-in-future": ["transaction-not-in-future", "BookingDateTime is to come"],
  "uk-transaction-unknown-mutability": [
    "transaction-mutability",
    "TransactionMutability is a value of type boolean",
  ],
  "uk-transaction-no-text": ["transaction-text", "TransactionInformation is missing"],
  "uk-period-ignored": ["transaction-period", "BookingDateTime is out of the period"],
  "uk-period-refused": [
    "as-declared-transactions",
    'responds 400 "UK.OBIE.Field.Unexpected", and takes it with --deviation period=none',
  ],
  "uk-next-is-self": ["paging-ends", "page 1 leads to itself"],
  "uk-next-elsewhere": ["paging-link", "the link leads to another address"],
  "uk-next-leads-back": ["paging-ends", "page 2 leads back to an earlier one"],
  "uk-page-repeats": ["paging-advances", "page 2 is page 1 again"],
  "uk-page-refused": ["paging-page", "responds 400"],
  "uk-row-on-two-pages": ["transaction-id-unique", "rows, "],
};

describe.each([
  ["uk", UK],
] as const)("a demo bank of %s", (standard, foundBy) => {
  let it: Awaited<ReturnType<typeof wireBank>>;
  beforeAll(async () => {
    it = await wireBank(standard);
  });
  afterEach(() => it.bank.behave());
  afterAll(() => it.bank.close());

  test("has no fault without a check", () => {
    const faults = WIRE_FAULTS[standard].flatMap((group) => group.faults.map(({ name }) => name));
    expect(Object.keys(foundBy)).toEqual(faults);
    expect(faults.length).toBeGreaterThan(70);
  });

  test.each(Object.entries(foundBy))("has the fault %s named by %j", async (fault, [id, words]) => {
    it.bank.misbehave(fault);
    const wrong = wrongIn(await it.check());
    const named = wrong.find((result) => result.id === id);
    expect([wrong.map((result) => result.id), named?.found]).toEqual([
      expect.arrayContaining([id]),
      expect.stringContaining(words),
    ]);
    expect(named?.fix).not.toBe("");
  });
});
