import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WIRE_FAULTS } from "../../../../../demo/bank/faults/switches.mjs";
import { wireBank, wrongIn } from "./wire-check.fixture.ts";

/** Each fault of a demo bank, with the check that names it, and its finding in part. */
const UK: Readonly<Record<string, readonly [id: string, found: string]>> = {
  "uk-client-token-refused": ["consent-client-token", "responds 400 (unauthorized_client)"],
  "uk-assertion-for-token-endpoint": [
    "as-declared-tokens",
    '400 "invalid_client", and takes it with --deviation assertion-audience=token_endpoint',
  ],
  "uk-metadata-of-oauth": ["as-declared-metadata", "404, and takes it with --deviation metadata="],
  "uk-consent-refused": ["consent-made", 'responds 400 "UK.OBIE.Field.Unexpected"'],
  "uk-consent-not-created": ["consent-created", "responds 200"],
  "uk-consent-no-id": ["consent-id", "Data.ConsentId is nothing"],
  "uk-consent-unknown-status": ["consent-waiting", 'Data.Status is "Pending"'],
  "uk-consent-stays-waiting": ["consent-authorized", 'Data.Status is "AwaitingAuthorisation"'],
  "uk-consent-fewer-permissions": ["consent-permissions", "lacks ReadAccountsDetail"],
  "uk-consent-more-permissions": [
    "consent-permissions",
    'has "ReadOffers", which was not asked for',
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
  "uk-financial-id-needed": ["consent-made", 'responds 400 "UK.OBIE.Header.Missing"'],
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
  // The first row is a payment or income, by the day.
  "uk-transaction-direction-letter": ["transaction-direction", 'CreditDebitIndicator is "'],
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

const BERLIN_GROUP: typeof UK = {
  "berlin-consent-refused": ["consent-made", 'responds 401 "CERTIFICATE_INVALID"'],
  "berlin-consent-not-created": ["consent-created", "responds 200"],
  "berlin-consent-no-id": ["consent-id", "consentId is nothing"],
  "berlin-consent-id-number": ["consent-id", "consentId is a value of type number"],
  "berlin-consent-no-links": ["consent-links", "_links has none that goes on"],
  "berlin-consent-link-as-text": ["consent-links", "_links.scaOAuth has no href"],
  "berlin-consent-valid-at-once": ["consent-waiting", 'consentStatus is "valid"'],
  "berlin-no-approach": ["consent-approach", "ASPSP-SCA-Approach is missing"],
  "berlin-unknown-approach": ["consent-approach", 'ASPSP-SCA-Approach is "OAuth2"'],
  "berlin-consent-unknown-status": ["consent-authorized", 'consentStatus is "VALID"'],
  "berlin-consent-stays-received": ["consent-authorized", 'consentStatus is "received"'],
  "berlin-consent-no-access": ["consent-access", "access is nothing"],
  "berlin-consent-end-moment": ["consent-expiry", "validUntil is a time and no day"],
  "berlin-consent-no-end": ["consent-expiry", "validUntil is missing"],
  "berlin-consent-ended-before": ["consent-expiry", "validUntil has passed"],
  "berlin-consent-frequency-text": ["consent-frequency", 'frequencyPerDay is "4"'],
  "berlin-consent-once": ["consent-recurring", "recurringIndicator is false"],
  "berlin-consent-recurring-text": ["consent-recurring", 'recurringIndicator is "true"'],
  "berlin-consent-no-last-action": ["consent-last-action", "lastActionDate is missing"],
  "berlin-consent-for-nothing": ["consent-terms", "responds 201"],
  "berlin-consent-unreadable": ["consent-record", "responds 405"],
  "berlin-consent-end-refused": ["consent-end", 'responds 405 "SERVICE_INVALID"'],
  "berlin-consent-end-later": ["consent-end-status", "responds 202"],
  "berlin-consent-survives-end": ["consent-over-data", "returns accounts after that"],
  "berlin-no-request-id": ["request-id", "x-request-id is missing"],
  "berlin-other-request-id": ["request-id", "x-request-id is another one"],
  "berlin-lists-refused": [
    "as-declared-consent",
    'responds 400 "FORMAT_ERROR", and takes it with --deviation consent=global',
  ],
  "berlin-person-headers-refused": [
    "as-declared-accounts",
    'responds 400 "FORMAT_ERROR", and takes it with --deviation person-headers=none',
  ],
  "berlin-date-needed": ["as-declared-consent", "--deviation header:date={date}"],
  "berlin-token-role-needed": ["token-answer", "responds 400 (invalid_request)"],
  "berlin-person-headers-needed": ["data-unattended", "--deviation unattended-address="],
  "berlin-accounts-other-list": ["accounts-list", "accounts is no list"],
  "berlin-accounts-none": ["accounts-present", "the list is empty"],
  "berlin-account-no-id": ["account-id", "resourceId is nothing"],
  "berlin-account-same-id": ["account-id-unique", "4 accounts, 1 ids"],
  "berlin-account-ids-change": ["account-id-stable", "resourceId is another one later"],
  "berlin-account-no-currency": ["account-currency", "the currency is nothing"],
  "berlin-account-currency-small": ["account-currency", 'the currency is "eur"'],
  "berlin-account-no-number": ["account-number", "iban, bban, msisdn and maskedPan are missing"],
  "berlin-account-wrong-iban": ["account-number", "the iban is wrong"],
  "berlin-account-open-pan": ["account-number", "maskedPan has a card's whole number"],
  "berlin-account-wrong-bic": ["account-bic", "bic is no BIC"],
  "berlin-account-unknown-kind": ["account-type", 'cashAccountType is "CurrentAccount"'],
  "berlin-account-unknown-status": ["account-status", 'status is "ACTIVE"'],
  "berlin-account-unknown-usage": ["account-usage", 'usage is "private"'],
  "berlin-account-no-links": ["account-links", "_links lacks balances or transactions"],
  "berlin-account-no-owner": ["account-owner", "ownerName is missing"],
  "berlin-balances-missing": ["balances-readable", "responds 404"],
  "berlin-balances-no-list": ["balances-list", "balances is no list"],
  "berlin-balances-none": ["balances-list", "the list is empty"],
  "berlin-balance-unknown-type": ["balance-type", 'balanceType is "ITBD"'],
  "berlin-balance-number": ["balance-amount", "balanceAmount.amount is a number and no text"],
  "berlin-balance-comma": ["balance-amount", "balanceAmount.amount has a comma"],
  "berlin-balance-no-currency": ["balance-currency", "balanceAmount.currency is nothing"],
  "berlin-balance-other-currency": [
    "balance-own-currency",
    'an account in "EUR" has balances in "CHF"',
  ],
  "berlin-balance-limit-text": ["balance-credit-limit", 'creditLimitIncluded is "false"'],
  "berlin-balance-zone-free": ["balance-time", "lastChangeDateTime has no zone"],
  "berlin-balance-twice": ["balance-once", '"interimBooked" is there twice'],
  "berlin-errors-as-success": [
    "data-unknown-account",
    "responds with success for an account that does not exist",
  ],
  "berlin-errors-without-code": ["error-code", "tppMessages[0].code is nothing"],
  "berlin-errors-as-warnings": ["error-category", 'category is "WARNING"'],
  "berlin-transactions-flat": ["transactions-list", "transactions.booked is nothing"],
  "berlin-pending-no-list": ["transactions-list", "transactions.pending is a value of type object"],
  "berlin-transactions-in-file": ["transactions-in-body", "has _links.download and no list"],
  "berlin-transaction-no-id": ["transaction-id", "is missing"],
  "berlin-transaction-same-id": ["transaction-id-unique", "rows, "],
  "berlin-transaction-ids-change": ["transaction-id-stable", "the id is another one later"],
  "berlin-transaction-number": [
    "transaction-amount",
    "transactionAmount.amount is a number and no text",
  ],
  "berlin-transaction-comma": ["transaction-amount", "transactionAmount.amount has a comma"],
  "berlin-transaction-no-amount": ["transaction-amount", "transactionAmount.amount is missing"],
  "berlin-transaction-unsigned": ["transaction-signs", "is negative"],
  "berlin-transaction-sign-reversed": ["transaction-sign", "a payment from a debtor is negative"],
  "berlin-transaction-no-currency": [
    "transaction-currency",
    "transactionAmount.currency is nothing",
  ],
  "berlin-transaction-other-currency": [
    "transaction-own-currency",
    'transactionAmount.currency is "SEK" in an account in "EUR"',
  ],
  "berlin-transaction-no-date": ["transaction-date", "bookingDate is missing"],
  "berlin-transaction-date-moment": ["transaction-date", "bookingDate is a time and no day"],
  "berlin-transaction-date-local": ["transaction-date", "bookingDate is no day"],
  "berlin-transaction-value-moment": ["transaction-value-date", "valueDate is a time and no day"],
  "berlin-transaction-in-future": ["transaction-not-in-future", "bookingDate is to come"],
  "berlin-transaction-code-word": ["transaction-code", 'bankTransactionCode is "Transfer"'],
  "berlin-transaction-no-text": [
    "transaction-text",
    "remittanceInformationUnstructured is missing",
  ],
  "berlin-transaction-text-list": [
    "transaction-text",
    "remittanceInformationUnstructured is a value of type array",
  ],
  "berlin-period-ignored": ["transaction-period", "bookingDate is out of the period"],
  "berlin-history-short": ["as-declared-transactions", "--deviation history-days=90"],
  "berlin-pending-refused": [
    "as-declared-transactions",
    'responds 400 "PARAMETER_NOT_SUPPORTED", and takes it with --deviation booking-status=booked',
  ],
  "berlin-period-refused": [
    "as-declared-transactions",
    'responds 400 "PARAMETER_NOT_SUPPORTED", and takes it with --deviation period=none',
  ],
  "berlin-next-is-self": ["paging-ends", "page 1 leads to itself"],
  "berlin-next-elsewhere": ["paging-link", "the link leads to another address"],
  "berlin-next-leads-back": ["paging-ends", "page 2 leads back to an earlier one"],
  "berlin-page-repeats": ["paging-advances", "page 2 is page 1 again"],
  "berlin-page-refused": ["paging-page", "responds 400"],
  "berlin-row-on-two-pages": ["transaction-id-unique", "rows, "],
};

describe.each([
  ["uk", UK],
  ["berlin-group", BERLIN_GROUP],
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
