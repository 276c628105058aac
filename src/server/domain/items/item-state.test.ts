import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENVIRONMENTS } from "../../../protocol/vocabulary.ts";
import { Fault } from "../fault.ts";
import type { Item } from "./item.ts";
import {
  type AccessLevel,
  EXPIRY_NOTICE_MS,
  ITEM_STATES,
  type ItemState,
  itemError,
  itemState,
  recordAfter,
  requireAccess,
  SANDBOX_LOGIN_LIFETIME_MS,
} from "./item-state.ts";

const NOW = Date.parse("2026-01-15T12:00:00Z");
const DAY = 86_400_000;
const sandbox = { environment: "sandbox", now: NOW } as const;

const itemWith = (changes: Partial<Item> = {}): Item => ({
  itemId: "item",
  clientId: "client",
  userId: null,
  institutionId: "ins_1",
  accessTokenDigest: "digest",
  accessTokenGeneration: 0,
  products: ["auth"],
  consentedProducts: ["auth"],
  consentBinds: false,
  authMethod: null,
  webhook: null,
  sealedLogin: "",
  error: null,
  consentEnd: null,
  consentExpiresAt: null,
  reconfirmableUntil: null,
  reconfirmedAt: null,
  createdAt: NOW,
  loggedInAt: NOW,
  removedAt: null,
  ...changes,
});

const IN_STATE: Record<ItemState, Item> = {
  good: itemWith(),
  expiring: itemWith({ consentExpiresAt: NOW + DAY }),
  login_required: itemWith({ error: "ITEM_LOGIN_REQUIRED" }),
  revoked: itemWith({ error: "USER_PERMISSION_REVOKED" }),
  removed: itemWith({ removedAt: NOW }),
};
const states = Object.keys(ITEM_STATES) as ItemState[];

test.each(states)("an Item as it is recorded when it is %s is in this state", (state) => {
  expect(itemState(IN_STATE[state], sandbox)).toBe(state);
});

describe("deadlines of an Item", () => {
  test("a login expires after 30 days in the sandbox only", () => {
    const item = itemWith({ loggedInAt: NOW - SANDBOX_LOGIN_LIFETIME_MS });
    expect(itemState(item, { ...sandbox, now: NOW - 1 })).toBe("good");
    expect(itemState(item, sandbox)).toBe("login_required");
    expect(itemError(item, sandbox)).toBe("ITEM_LOGIN_REQUIRED");
    for (const environment of ["development", "production"] as const)
      expect(itemState(item, { environment, now: NOW })).toBe("good");
  });

  test("a consent expires, and counts as expiring 7 days before", () => {
    const item = itemWith({ consentExpiresAt: NOW });
    const at = (now: number) => itemState(item, { environment: "production", now });
    expect([at(NOW - EXPIRY_NOTICE_MS - 1), at(NOW - EXPIRY_NOTICE_MS)]).toEqual([
      "good",
      "expiring",
    ]);
    expect([at(NOW - 1), at(NOW)]).toEqual(["expiring", "login_required"]);
  });
});

test("each state allows exactly the access it declares", () => {
  const reaches: AccessLevel[] = ["record", "renewal", "cached", "institution"];
  const table = states.map((state) => [
    state,
    ...reaches.map((reach) => toRefusal(IN_STATE[state], reach)),
  ]);
  const noItem = "ITEM_NOT_FOUND";
  const revocation = "USER_PERMISSION_REVOKED";
  expect(table).toEqual([
    ["good", null, null, null, null],
    ["expiring", null, null, null, null],
    ["login_required", null, null, null, "ITEM_LOGIN_REQUIRED"],
    ["revoked", null, revocation, revocation, revocation],
    ["removed", noItem, noItem, noItem, noItem],
  ]);
});

test("events lead to the states in the table, as recorded", () => {
  for (const state of states)
    for (const event of ["LOGIN_LOST", "LOGIN_RENEWED", "REVOKED"] as const) {
      const changes = recordAfter(IN_STATE[state], event, sandbox);
      const next = ITEM_STATES[state].moves[event];
      if (changes === null) expect(next).toBeUndefined();
      else
        expect([
          state,
          event,
          itemState({ ...IN_STATE[state], ...changes, consentExpiresAt: null }, sandbox),
        ]).toEqual([state, event, next]);
    }
});

test("no event restores a removed or revoked Item", () => {
  const events = fc.array(fc.constantFrom("LOGIN_LOST", "LOGIN_RENEWED", "REVOKED"));
  const starts = fc.constantFrom("revoked" as const, "removed" as const);
  const moments = fc.record({ environment: fc.constantFrom(...ENVIRONMENTS), now: fc.nat() });
  fc.assert(
    fc.property(starts, events, moments, (start, events, moment) => {
      const item = { ...IN_STATE[start] };
      for (const event of events) Object.assign(item, recordAfter(item, event, moment));
      expect(itemState(item, moment)).toBe(start);
    }),
  );
});

test("a renewed login starts its lifetime again", () => {
  const old = itemWith({ loggedInAt: NOW - SANDBOX_LOGIN_LIFETIME_MS });
  const afterRenewal = { ...old, ...recordAfter(old, "LOGIN_RENEWED", sandbox) };
  const almost = { ...sandbox, now: NOW + SANDBOX_LOGIN_LIFETIME_MS - 1 };
  expect(itemState(afterRenewal, almost)).toBe("good");
  expect(itemState(afterRenewal, { ...almost, now: almost.now + 1 })).toBe("login_required");
});

function toRefusal(item: Item, reach: AccessLevel): string | null {
  try {
    requireAccess(item, reach, sandbox);
    return null;
  } catch (refusal) {
    return refusal instanceof Fault ? refusal.code : "something else";
  }
}
