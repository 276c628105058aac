import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WIRE_FAULTS } from "../../../../../demo/bank/faults/switches.mjs";
import { BERLIN_GROUP, BY_FORM, IN_APP, UK } from "./planted-faults.fixture.ts";
import { wireBank, wrongIn } from "./wire-check.fixture.ts";

describe.each([
  ["uk", UK],
  ["berlin-group", BERLIN_GROUP],
] as const)("a demo bank of %s", (standard, foundBy) => {
  test("has no fault without a check", () => {
    const faults = WIRE_FAULTS[standard].flatMap((group) => group.faults.map(({ name }) => name));
    const byUser = standard === "uk" ? {} : { ...IN_APP, ...BY_FORM };
    expect(Object.keys({ ...foundBy, ...byUser }).toSorted()).toEqual(faults.toSorted());
    expect(faults.length).toBeGreaterThan(70);
  });
});

describe.each([
  ["uk", "oauth", UK],
  ["berlin-group", "oauth", BERLIN_GROUP],
  ["berlin-group", "decoupled", IN_APP],
  ["berlin-group", "embedded", BY_FORM],
] as const)("a demo bank of %s by %s", (standard, approach, foundBy) => {
  let it: Awaited<ReturnType<typeof wireBank>>;
  beforeAll(async () => {
    it = await wireBank(standard, approach);
  });
  afterEach(() => it.bank.behave());
  afterAll(() => it.bank.close());

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
