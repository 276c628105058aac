import { expect, test } from "vitest";
import { DAY_MS } from "../calendar.ts";
import { EUROPEAN_BANKS } from "../institutions/european-banks.ts";
import type { CatalogueInstitution } from "../institutions/institution.ts";
import { reconfirmableUntil } from "./consent.ts";
import type { Consent } from "./link-session.ts";

const GIVEN = Date.parse("2026-01-15T12:00:00Z");

const toRecord = (days: number): Consent => ({
  ...{ linkSessionId: "s", itemId: "i", clientId: "c", institutionId: "ins_1", version: "1" },
  ...{ scope: [], givenAt: GIVEN, expiresAt: GIVEN + days * DAY_MS },
});

const bank = (changes: Partial<CatalogueInstitution> = {}) =>
  ({ institutionId: "ins_1", purpose: "login", ...changes }) as CatalogueInstitution;

const PRODUCTION = { environment: "production" } as const;

test("a yes renews a British consent until the bank's own end, or without one for ever", () => {
  const end = GIVEN + 400 * DAY_MS;
  expect(reconfirmableUntil(toRecord(90), end, bank(), PRODUCTION)).toBe(end);
  expect(reconfirmableUntil(toRecord(90), null, bank(), PRODUCTION)).toBeGreaterThan(end);
});

test("only a sign-in renews other consents, files and the short logins of the sandbox", () => {
  const SANDBOX = { environment: "sandbox" } as const;
  const european = bank({ institutionId: `ins_${EUROPEAN_BANKS.history}` });
  expect(reconfirmableUntil(null, null, bank(), PRODUCTION)).toBeNull();
  expect(reconfirmableUntil(toRecord(180), null, bank(), PRODUCTION)).toBeNull();
  expect(reconfirmableUntil(toRecord(90), null, bank({ purpose: "file" }), PRODUCTION)).toBeNull();
  expect(reconfirmableUntil(toRecord(90), null, bank(), SANDBOX)).toBeNull();
  expect(reconfirmableUntil(toRecord(90), null, european, SANDBOX)).not.toBeNull();
});
