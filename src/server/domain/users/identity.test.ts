import fc from "fast-check";
import { expect, test } from "vitest";
import {
  Identity,
  isCountry,
  LegacyIdentity,
  requirePlausibleBirth,
  upgradeIdentity,
} from "./identity.ts";

const GOOD = {
  name: { given_name: "Ann", family_name: "Example" },
  date_of_birth: "1992-02-29",
  emails: [{ data: "ann@mail.example", primary: true }],
  phone_numbers: [{ data: "+14155550010", primary: true }],
  addresses: [
    {
      street_1: "1 Main Street",
      city: "Paris",
      region: null,
      country: "FR",
      postal_code: "75001",
      primary: true,
    },
  ],
  id_numbers: [{ value: "6789", type: "us_ssn_last_4" }],
};
const isGood = (identity: unknown): boolean => Identity.safeParse(identity).success;

test("an identity survives sealing unchanged", () => {
  expect(Identity.parse(GOOD)).toEqual(GOOD);
  const { id_numbers: _, ...without } = GOOD;
  expect(Identity.parse(without)).toEqual(without);
});

const [address] = GOOD.addresses;
test.each([
  { ...GOOD, name: { given_name: "Ann" } },
  { ...GOOD, name: { ...GOOD.name, given_name: " " } },
  { ...GOOD, name: { ...GOOD.name, given_name: "x".repeat(101) } },
  { ...GOOD, name: { ...GOOD.name, given_name: "A\u0000nn" } },
  { ...GOOD, date_of_birth: "1990-02-30" },
  { ...GOOD, date_of_birth: "23.04.1990" },
  { ...GOOD, date_of_birth: null },
  { ...GOOD, emails: [{ data: "ann", primary: true }] },
  { ...GOOD, phone_numbers: [{ data: "415 555 0010", primary: true }] },
  { ...GOOD, phone_numbers: [{ data: "+04155550010", primary: true }] },
  { ...GOOD, addresses: [{ ...address, country: "XX" }] },
  { ...GOOD, addresses: [{ ...address, country: "us" }] },
  { ...GOOD, addresses: [{ ...address, city: undefined }] },
  { ...GOOD, id_numbers: [{ value: "123456789", type: "us_ssn_last_4" }] },
  { ...GOOD, id_numbers: [{ value: "123", type: "us_ssn_last_4" }] },
  { ...GOOD, id_numbers: [{ value: "6789", type: "us_ssn" }] },
  { ...GOOD, id_numbers: [...GOOD.id_numbers, ...GOOD.id_numbers] },
  { ...GOOD, ssn: "123456789" },
])("an identity that cannot be right is refused: %#", (identity) => {
  expect(isGood(identity)).toBe(false);
});

const LISTS = ["emails", "phone_numbers", "addresses"] as const;

test("each list of an identity has at most one primary element, and is bounded", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LISTS),
      fc.array(fc.boolean(), { maxLength: 14 }),
      (name, primaries) => {
        const list = primaries.map((primary) => ({ ...GOOD[name][0], primary }));
        const isRight = list.length <= 10 && primaries.filter((primary) => primary).length <= 1;
        expect(isGood({ ...GOOD, [name]: list })).toBe(isRight);
      },
    ),
  );
});

test("a phone number is one of E.164", () => {
  const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 18 });
  fc.assert(
    fc.property(
      fc.oneof(
        digits.map((number) => `+${number}`),
        fc.string(),
      ),
      (data) => {
        const isRight = /^\+[1-9][0-9]{5,14}$/.test(data);
        expect(isGood({ ...GOOD, phone_numbers: [{ data, primary: true }] })).toBe(isRight);
      },
    ),
  );
});

test("a date of birth is a day of the calendar", () => {
  const part = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, "0"));
  fc.assert(
    fc.property(fc.integer({ min: 1900, max: 2026 }), part(14), part(33), (year, month, day) => {
      const date = `${year}-${month}-${day}`;
      const time = new Date(`${date}T00:00:00Z`);
      const isDay = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
      expect(isGood({ ...GOOD, date_of_birth: date })).toBe(isDay);
    }),
  );
});

test("refuses births in the future, and before 1900", () => {
  const now = Date.parse("2026-01-15T23:59:59Z");
  const born = (date: string) => () => requirePlausibleBirth("identity", date, now);
  for (const date of ["1900-01-01", "1990-04-23", "2026-01-15"]) expect(born(date)).not.toThrow();
  for (const date of ["1899-12-31", "0001-01-01", "2026-01-16", "9999-12-31"])
    expect(born(date)).toThrow(
      expect.objectContaining({
        code: "INVALID_USER_IDENTITY_DATA",
        message: expect.stringContaining("identity.date_of_birth"),
      }),
    );
});

test("no refusal repeats the request's values", () => {
  const secret = "sssecret";
  for (const identity of [
    { ...GOOD, name: { given_name: { secret }, family_name: "Example" } },
    { ...GOOD, emails: [{ data: secret, primary: true }] },
    { ...GOOD, phone_numbers: [{ data: secret, primary: true }] },
    { ...GOOD, addresses: [{ ...address, country: secret }] },
    { ...GOOD, id_numbers: [{ value: secret, type: secret }] },
  ]) {
    const { error } = Identity.safeParse(identity);
    expect(error).toBeDefined();
    expect(JSON.stringify(error?.issues)).not.toContain(secret);
  }
});

test("there are 249 countries", () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((letter) => letters.map((two) => `${letter}${two}`));
  expect(codes.filter(isCountry)).toHaveLength(249);
});

test("every legacy identity is an identity of the new schema", () => {
  const text = fc.constantFrom("Ann", "Example Ltd.", "Łódź");
  const legacy = fc.record({
    first_name: text,
    last_name: text,
    date_of_birth: fc.constantFrom("1990-04-23", "2000-02-29"),
    emails: fc.array(fc.constant("ann@mail.example"), { maxLength: 10 }),
    phone_numbers: fc.array(fc.constant("+14155550010"), { maxLength: 10 }),
    primary_address: fc.record({
      street: text,
      city: text,
      region: fc.option(text),
      country: fc.constantFrom("US", "FR"),
      postal_code: fc.option(text),
    }),
    ssn_last_4: fc.option(fc.constantFrom("0000", "6789")),
  });
  fc.assert(
    fc.property(legacy, (body) => {
      const newIdentity = upgradeIdentity(LegacyIdentity.parse(body));
      expect(Identity.parse(newIdentity)).toEqual(newIdentity);
    }),
  );
});
