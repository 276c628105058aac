import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { SIGNED_FAULTS, WIRE_FAULTS } from "../../../../../demo/bank/faults/switches.mjs";
import { CARDS, UK_DEBTS } from "./planted-debts.fixture.ts";
import { BERLIN_GROUP, BY_FORM, DETACHED, IN_APP, SIGNED, UK } from "./planted-faults.fixture.ts";
import { wireBank, wrongIn } from "./wire-check.fixture.ts";

const OF_UK = { ...UK, ...UK_DEBTS };

describe.each([
  ["uk", OF_UK],
  ["berlin-group", BERLIN_GROUP],
] as const)("a demo bank of %s", (standard, foundBy) => {
  test("has no fault without a check", () => {
    const faults = WIRE_FAULTS[standard].flatMap((group) => group.faults.map(({ name }) => name));
    const byUser = standard === "uk" ? {} : { ...IN_APP, ...BY_FORM, ...CARDS };
    expect(Object.keys({ ...foundBy, ...byUser }).toSorted()).toEqual(faults.toSorted());
    expect(faults.length).toBeGreaterThan(70);
  });
});

/** A user who has already signed in is not asked for a password. */
const { "berlin-password-refused": _, ...AFTER_SIGN_IN } = BY_FORM;

describe.each([
  ["uk", "oauth", OF_UK, false],
  ["berlin-group", "oauth", BERLIN_GROUP, false],
  ["berlin-group", "oauth with cards", CARDS, false],
  ["berlin-group", "decoupled", IN_APP, false],
  ["berlin-group", "embedded", BY_FORM, false],
  ["berlin-group", "decoupled after a sign-in", IN_APP, true],
  ["berlin-group", "embedded after a sign-in", AFTER_SIGN_IN, true],
] as const)("a demo bank of %s by %s", (standard, words, foundBy, preStep) => {
  const approach = (["oauth", "decoupled", "embedded"] as const).find((each) =>
    words.startsWith(each),
  );
  let it: Awaited<ReturnType<typeof wireBank>>;
  beforeAll(async () => {
    it = await wireBank(standard, approach, { preStep, cardAccounts: words.endsWith("cards") });
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

test("no fault of signed responses is without a check", () => {
  const faults = SIGNED_FAULTS.flatMap((group) => group.faults.map(({ name }) => name));
  expect(Object.keys({ ...SIGNED, ...DETACHED }).toSorted()).toEqual(faults.toSorted());
});

describe.each([
  ["hybrid", { ...SIGNED, ...DETACHED }],
  ["jarm", SIGNED],
] as const)("a demo bank of the UK that signs its responses by %s", (response, foundBy) => {
  let it: Awaited<ReturnType<typeof wireBank>>;
  beforeAll(async () => {
    it = await wireBank("uk", "oauth", { response });
  });
  afterEach(() => it.bank.behave());
  afterAll(() => it.close());

  test.each(Object.entries(foundBy))("has the fault %s named by %j", async (fault, [id, words]) => {
    it.bank.misbehave(fault);
    const named = wrongIn(await it.check()).find((result) => result.id === id);
    expect([named?.id, named?.found, named?.fix]).toEqual([
      ...[id, expect.stringContaining(words), expect.stringMatching(/\w/)],
    ]);
  });
});
