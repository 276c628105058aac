import { describe, expect, test } from "vitest";
import { asksConsent, COUNTRY_CODES, type CountryCode } from "../../../../protocol/vocabulary.ts";
import { SANDBOX_INSTITUTIONS } from "../catalogue/index.ts";
import { routingSchemeOf } from "../connector.ts";
import { householdOf } from "../transactions/household.ts";
import { movementsIn } from "../transactions/month.ts";
import { TEST_USERS } from "./account-plan.ts";
import { bankAccounts } from "./bank-accounts.ts";
import { region } from "./region.ts";

const [bank] = SANDBOX_INSTITUTIONS;
if (!bank) throw new Error("there are institutions");
const MONTH = 2025 * 12 + 3;
const NOW = Date.UTC(2026, 0, 15, 12);

const CURRENCIES: { [C in CountryCode]?: [currency: string, unit: number] } = {
  US: ["USD", 1],
  CA: ["CAD", 1],
  GB: ["GBP", 1],
  SE: ["SEK", 10],
  DK: ["DKK", 7],
  PL: ["PLN", 4],
  NO: ["NOK", 11],
};

describe.each(COUNTRY_CODES)("in %s", (country) => {
  const institution = { ...bank.institution, countryCodes: [country], routingNumbers: [] };
  const ownBank = { ...bank, institution, routingScheme: routingSchemeOf(institution) };

  test("an institution has accounts, money and people of the country", () => {
    const [currency, unit] = CURRENCIES[country] ?? ["EUR", 1];
    expect(region(country)).toMatchObject({ currency, unit });
    for (const user of TEST_USERS) {
      const accounts = bankAccounts(ownBank, user, user, { now: NOW, extraChanges: [] });
      expect(accounts.length).toBeGreaterThan(0);
      for (const { balances } of accounts) expect(balances.iso_currency_code).toBe(currency);
      const household = householdOf(ownBank, user, user);
      expect(household.home.place.country).toBe(country);
      expect(household.unit).toBe(unit);
      expect(movementsIn(household, MONTH).length).toBeGreaterThan(20);
    }
  });
});

test("people of every country but the United States and Canada are asked for consent", () => {
  expect(COUNTRY_CODES.filter((country) => !asksConsent(country))).toEqual(["US", "CA"]);
});
