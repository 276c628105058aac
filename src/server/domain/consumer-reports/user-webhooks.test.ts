import { expect, test } from "vitest";
import { webhookGenerations, webhookUserId } from "./user-webhooks.ts";

const LEGACY_USER = { userId: "user-sandbox-1", legacyUserId: "7hQx" };
const NEW_USER = { userId: "usr_1", legacyUserId: null };
const ON = { legacyUserApi: true };
const OFF = { legacyUserApi: false };
const BEFORE = Date.parse("2026-03-31T23:59:59.999Z");
const FROM = Date.parse("2026-04-01T00:00:00Z");

test.each([
  ["a legacy client's legacy user, before April 2026", LEGACY_USER, ON, BEFORE, ["legacy"]],
  ["a legacy client's legacy user, from April 2026 on", LEGACY_USER, ON, FROM, ["legacy", "new"]],
  ["a legacy client's new user, before April 2026", NEW_USER, ON, BEFORE, ["new"]],
  ["a legacy client's new user, from April 2026 on", NEW_USER, ON, FROM, ["new"]],
  ["a new client's user, before April 2026", NEW_USER, OFF, BEFORE, ["new"]],
  ["a new client's user, from April 2026 on", NEW_USER, OFF, FROM, ["new"]],
  ["a legacy user of a client that left the legacy API", LEGACY_USER, OFF, BEFORE, ["new"]],
  ["the same from April 2026 on", LEGACY_USER, OFF, FROM, ["new"]],
])("%s: %j %j at %d gets codes %j", (_, user, client, now, generations) => {
  expect(webhookGenerations(user, client, now)).toEqual(generations);
});

test("new codes have the id that endpoints take, legacy codes the id of the legacy API's response", () => {
  expect(webhookUserId(LEGACY_USER, "new")).toBe("user-sandbox-1");
  expect(webhookUserId(LEGACY_USER, "legacy")).toBe("7hQx");
  expect(webhookUserId(NEW_USER, "new")).toBe("usr_1");
});
