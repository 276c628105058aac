import { expect, test } from "vitest";
import { en, fr } from "../../i18n/words.fixture.ts";
import type { LinkAccount } from "../../protocol/account.ts";
import { kindOf } from "./kind-of.ts";

const account = (name: string, subtype: LinkAccount["subtype"] = "checking"): LinkAccount => ({
  id: "a",
  name,
  mask: null,
  type: "depository",
  subtype,
});

test("an account's kind is said where its name does not", () => {
  expect(kindOf(account("Everyday"), en.subtypes)).toBe("Checking");
  expect(kindOf(account("Checking"), en.subtypes)).toBe("");
  expect(kindOf(account("PREMIUM CHECKING"), en.subtypes)).toBe("");
  expect(kindOf(account("Checking"), fr.subtypes)).toBe("Compte courant");
  expect(kindOf(account("compte d’epargne", "savings"), fr.subtypes)).toBe("");
});

test("an account of no known kind is an account", () => {
  expect(kindOf(account("Everyday", null), en.subtypes)).toBe("Account");
});
