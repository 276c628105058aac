import { describe, expect, test } from "vitest";
import { matchesOf } from "../../../domain/items/renewed-accounts.ts";
import { NOW } from "./authorization-server.fixture.ts";
import { berlinBank } from "./berlin-bank.fixture.ts";
import { dayBefore } from "./books.fixture.ts";
import { bookedRows, connectedTo, PERIOD, readRows } from "./linked.fixture.ts";

/** The banks whose accounts and rows equal the books, with the connection's declared deviations. */
const READ: [deviation: string, declared?: object][] = [
  ["none"],
  ["links-as-texts"],
  ["links-without-host"],
  ["links-of-a-gateway"],
  ["links-at-the-root"],
  ["last-page-links-to-itself"],
  ["no-pending-list"],
  ["null-lists"],
  ["no-content"],
  ["empty-body"],
  ["pending-in-both"],
  ["entry-references-only"],
  ["no-ids"],
  ["structured-text"],
  ["text-in-a-list"],
  ["amounts-as-numbers"],
  ["short-decimals"],
  ["value-date-only"],
  ["times-as-days"],
  ["times-without-zone"],
  ["expected-only"],
  ["older-balances"],
  ["unknown-balance-type"],
  ["problem-json"],
  ["no-approach-header"],
  ["consent-200"],
  ["no-request-id"],
  ["no-currency"],
  ["nulls"],
  ["oldest-first"],
  ["ignores-period"],
  ["byte-order-mark"],
  ["psu-id-forbidden"],
  ["psu-id-type-needed", { headers: { "psu-id-type": "DE_ONLB_DB" } }],
  ["address-always", { unattendedAddress: "203.0.113.9" }],
  ["no-global-consent"],
  ["global-consent-only", { consent: "global" }],
  ["status-comes-late"],
];

describe.each(["oauth", "redirect"] as const)("by %s", (approach) => {
  describe.each(READ)("a bank of the Berlin Group with %s", (deviation, deviations = {}) => {
    test("is linked, and a year of it equals its books", async () => {
      const bank = berlinBank([deviation], approach);
      const { link, connector } = connectedTo(bank, "berlin-group", { approach, deviations });
      const { accounts, login } = await link();
      const isExpected = deviation === "expected-only";
      expect(
        accounts.map(({ key, type, balances, numbers }) => ({ key, type, balances, numbers })),
      ).toMatchObject([
        {
          key: "a1",
          type: "depository",
          balances: {
            current: 1234.56,
            available: isExpected ? null : 1200,
            iso_currency_code: "EUR",
          },
        },
        { key: "a2", type: "depository", balances: { current: 500 } },
      ]);
      const rows = await connector.transactions(login, PERIOD);
      // A row in the booked list is booked.
      expect(readRows(rows).map((row) => row.replace(/ (true|false)$/, ""))).toEqual(
        bookedRows(bank.books).map((row) => row.replace(/ (true|false)$/, "")),
      );
      expect(rows.filter(({ name }) => name.trim() === "")).toEqual([]);
    });
  });
});

test("rows that a bank refuses to list while they are pending are missing, and no others", async () => {
  const bank = berlinBank(["booked-only"], "redirect");
  const deviations = { bookingStatus: "booked" };
  const { link, connector } = connectedTo(bank, "berlin-group", {
    approach: "redirect",
    deviations,
  });
  const { login } = await link();
  expect(readRows(await connector.transactions(login, PERIOD))).toEqual(
    bookedRows(bank.books, { hasPending: false }),
  );
});

test.each(["multi-currency", "one-iban-of-two-currencies", "account-without-iban"])(
  "accounts of a bank with %s are read each in its currency",
  async (deviation) => {
    const bank = berlinBank([deviation], "redirect");
    const { link, connector } = connectedTo(bank, "berlin-group", { approach: "redirect" });
    const { accounts, login } = await link();
    expect(accounts.map(({ key }) => key).toSorted()).toEqual(Object.keys(bank.books));
    const rows = await connector.transactions(login, PERIOD);
    expect(readRows(rows)).toEqual(bookedRows(bank.books));
    for (const { accountKey, iso_currency_code } of rows)
      expect(iso_currency_code).toBe(accountKey === "a3" ? "USD" : "EUR");
  },
);

test("an account that the bank has blocked stops no other", async () => {
  const bank = berlinBank(["blocked-account"], "redirect");
  const { link, connector } = connectedTo(bank, "berlin-group", { approach: "redirect" });
  const { login } = await link();
  expect(readRows(await connector.transactions(login, PERIOD))).toEqual(bookedRows(bank.books));
});

test("a consent ends when the bank says, not when we have asked for", async () => {
  const bank = berlinBank(["shortens-consents"], "redirect");
  const { link } = connectedTo(bank, "berlin-group", { approach: "redirect" });
  const { consentExpiresAt } = await link();
  expect(new Date(consentExpiresAt ?? 0).toISOString().slice(0, 10)).toBe(dayBefore(NOW, -30));
});

test("a bank that makes consents of 90 days alone is linked", async () => {
  const bank = berlinBank(["consents-of-90-days-only"], "redirect");
  const deviations = { consentDays: 90 };
  const { link } = connectedTo(bank, "berlin-group", { approach: "redirect", deviations });
  const { consentExpiresAt } = await link();
  expect(consentExpiresAt).toBeLessThanOrEqual(NOW + 91 * 86_400_000);
});

test("a bank whose consents need a start of their own is linked", async () => {
  const bank = berlinBank(["explicit-start"], "redirect");
  const { link, connector } = connectedTo(bank, "berlin-group", { approach: "redirect" });
  const { login } = await link();
  expect(readRows(await connector.transactions(login, PERIOD))).toEqual(bookedRows(bank.books));
});

test("a link to OAuth without a host is followed", async () => {
  const bank = berlinBank(["relative-oauth-link"], "oauth");
  const { link, connector } = connectedTo(bank, "berlin-group");
  const { login } = await link();
  expect(readRows(await connector.transactions(login, PERIOD))).toEqual(bookedRows(bank.books));
});

test("a short history is read as far as it goes", async () => {
  const bank = berlinBank(["history-of-90-days"], "redirect");
  const { link, connector } = connectedTo(bank, "berlin-group", { approach: "redirect" });
  const { login } = await link();
  const rows = readRows(await connector.transactions(login, PERIOD));
  expect(rows).toEqual(expect.arrayContaining(bookedRows(bank.books, { from: "2026-03-20" })));
});

test("a spent quota is said", async () => {
  const bank = berlinBank(["too-many"], "redirect");
  const { link, connector } = connectedTo(bank, "berlin-group", { approach: "redirect" });
  const { login } = await link();
  await expect(connector.transactions(login, PERIOD)).rejects.toMatchObject({
    code: "INSTITUTION_RATE_LIMIT",
  });
});

test.each([
  ["none"],
  ["problem-json"],
  ["one-message"],
  ["ended-consents-are-403"],
  ["unauthorized-without-body"],
])("an ended consent at a bank with %s asks for a new sign-in", async (deviation) => {
  const bank = berlinBank([deviation], "redirect");
  const { link, connector } = connectedTo(bank, "berlin-group", { approach: "redirect" });
  const { login } = await link();
  bank.expire();
  await expect(connector.transactions(login, PERIOD)).rejects.toMatchObject({
    code: "ITEM_LOGIN_REQUIRED",
  });
});

test.each(["none", "deletes-with-200", "deletes-with-202"])(
  "a consent at a bank with %s ends with the Item",
  async (deviation) => {
    const bank = berlinBank([deviation], "redirect");
    const { link, connector } = connectedTo(bank, "berlin-group", { approach: "redirect" });
    const { login } = await link();
    await connector.revoke?.(login);
    expect([...bank.consents.values()].map(({ status }) => status)).toEqual(["terminatedByTpp"]);
  },
);

test("accounts keep who they are if a new consent gives them other ids", async () => {
  const bank = berlinBank(["ids-of-the-consent"], "redirect");
  const { link } = connectedTo(bank, "berlin-group", { approach: "redirect" });
  const first = await link();
  const second = await link();
  const existing = first.accounts.map(({ key, numbers, ...rest }) => ({
    ...{ key, numbers, itemId: "item", verification: null },
    account: { account_id: key, ...rest },
  }));
  expect(second.accounts.map(({ key }) => key)).not.toEqual(existing.map(({ key }) => key));
  expect([...matchesOf(existing, second.accounts).keys()]).toEqual(second.accounts);
});
