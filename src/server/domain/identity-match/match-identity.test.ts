import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Owner } from "../../../protocol/account.ts";
import { samples } from "../../../testing/property-samples.ts";
import { matchIdentity } from "./match-identity.ts";

const owner = (parts: Partial<Owner>): Owner => ({
  names: [],
  phone_numbers: [],
  emails: [],
  addresses: [],
  ...parts,
});

const named = (...names: string[]) => [owner({ names })];

describe("a legal name", () => {
  test.each([
    ["Thomas Castellan", "THOMAS CASTELLAN", 100],
    ["Castellan, Thomas", "Mr Thomas Castellan", 100],
    ["José Müller", "JOSE MUELLER", 100],
    ["Thomas Castellan", "Thomas James Castellan", 95],
    ["Bob Smith", "Robert Smith", 95],
    ["Thomas Castelan", "Thomas Castellan", 93],
    ["T Castellan", "Thomas Castellan", 75],
    ["Ann Castellan", "Thomas Castellan", 50],
    ["Ann Example", "Thomas Castellan", 0],
    ["Sergei Zhukov", "Сергей Жуков", 100],
    ["Eleni Nikolaou", "ΝΙΚΟΛΑΟΥ ΕΛΕΝΗ", 100],
    ["Christian Castellan", "Christina Castellan", 50],
    ["Paul Castellan", "Paula Castellan", 50],
    ["Jean Castellan", "Joan Castellan", 50],
  ])("%s against %s has the score %i", (legal_name, name, score) => {
    expect(matchIdentity({ legal_name }, named(name)).legal_name.score).toBe(score);
    expect(matchIdentity({ legal_name: name }, named(legal_name)).legal_name.score).toBe(score);
  });

  test("says if a name is the same, short for the other, or a company's", () => {
    const match = (legal_name: string, ...names: string[]) =>
      matchIdentity({ legal_name }, named(...names)).legal_name;
    expect(match("Bob Smith", "Ann Example", "Robert Smith")).toEqual({
      score: 95,
      is_first_name_or_last_name_match: true,
      is_nickname_match: true,
      is_business_name_detected: false,
    });
    expect(match("Ann Example", "Lantern Holdings LLC")).toMatchObject({
      score: 0,
      is_first_name_or_last_name_match: false,
      is_business_name_detected: true,
    });
  });
});

test("a number is the same with and without its country; mail to a tag of a box is nearly the same", () => {
  const owners = [
    owner({
      phone_numbers: [{ data: "+15555555227", primary: true, type: "mobile" }],
      emails: [{ data: "T.Castellan@mail.example", primary: true, type: "primary" }],
    }),
  ];
  const phone = (phone_number: string) => matchIdentity({ phone_number }, owners).phone_number;
  const email = (email_address: string) => matchIdentity({ email_address }, owners).email_address;
  expect(phone("+1 (555) 555-5227")).toEqual({ score: 100 });
  expect(phone("555-555-5227")).toEqual({ score: 90 });
  expect(phone("5227")).toEqual({ score: 0 });
  expect(phone("001 (0)555 555 5227")).toEqual({ score: 100 });
  expect(email("t.castellan@MAIL.example")).toEqual({ score: 100 });
  expect(email("t.castellan+bank@mail.example")).toEqual({ score: 90 });
  expect(email("castellan@mail.example")).toEqual({ score: 0 });
});

test("an address counts by the parts that both have", () => {
  const data = {
    street: "225 Tinker Street Apt 4",
    city: "Madison",
    region: "WI",
    postal_code: "53703-1234",
    country: "US",
  };
  const owners = [owner({ addresses: [{ data, primary: true }] })];
  const match = (address: object) => matchIdentity({ address }, owners).address;
  expect(match({ ...data, street: "225 tinker st. apartment 4", postal_code: "53703" })).toEqual({
    score: 100,
    is_postal_code_match: true,
  });
  for (const street of ["227 Tinker Street Apt 4", "225 Tinker Street Apt 5"])
    expect(match({ ...data, street }).score).toBeLessThan(70);
  expect(match({ ...data, street: "225 Tinker St. # 4" }).score).toBe(100);
  expect(match({ postal_code: "53704" })).toEqual({ score: 0, is_postal_code_match: false });
  expect(match({ city: "Madison" })).toEqual({ score: 100, is_postal_code_match: null });
});

test("a part that one of both lacks has the score null", () => {
  const nothing = matchIdentity({}, named("Ann Example"));
  expect(nothing.legal_name.score).toBe(null);
  expect(matchIdentity({ legal_name: "Ann Example", phone_number: "1" }, [])).toEqual({
    ...nothing,
  });
});

test("a score of any texts is a whole number from 0 to 100, and the same both ways", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
      const score = matchIdentity({ legal_name: a }, named(b)).legal_name.score ?? 0;
      expect(score).toBe(matchIdentity({ legal_name: b }, named(a)).legal_name.score ?? 0);
      expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
    }),
    { numRuns: samples(200) },
  );
});
