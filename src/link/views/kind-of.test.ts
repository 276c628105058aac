import { expect, test } from "vitest";
import type { LinkAccount } from "../../protocol/account.ts";
import { enLater } from "../i18n/en-later.ts";
import { fr } from "../i18n/fr.ts";
import { kindOf } from "./kind-of.ts";

const account = (name: string, subtype: LinkAccount["subtype"] = "checking"): LinkAccount => ({
  id: "a",
  name,
  mask: null,
  type: "depository",
  subtype,
});

test("an account's kind is said where its name does not", () => {
  expect(kindOf(account("Everyday"), enLater.subtypes)).toBe("Checking");
  expect(kindOf(account("Checking"), enLater.subtypes)).toBe("");
  expect(kindOf(account("PREMIUM CHECKING"), enLater.subtypes)).toBe("");
  expect(kindOf(account("Checking"), fr.subtypes)).toBe("Compte courant");
  expect(kindOf(account("compte d’epargne", "savings"), fr.subtypes)).toBe("");
});

test("an account of no known kind is an account", () => {
  expect(kindOf(account("Everyday", null), enLater.subtypes)).toBe("Account");
});
