import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WORDS } from "../../i18n/all-words.ts";
import { ERROR_WORDS } from "../../i18n/errors.ts";
import { en, fr, SAYINGS } from "../../i18n/words.fixture.ts";
import type { LinkAccount } from "../../protocol/account.ts";
import { ERRORS, type ErrorCode, linkError } from "../../protocol/errors/errors.ts";
import type { LoginForm } from "../../protocol/link/login-form.ts";
import type { AccountType } from "../../protocol/vocabulary.ts";
import { afterRefusal } from "../machine/after-refusal.ts";
import type { SharedContext, ViewState } from "../machine/states.ts";
import { errorAdvice } from "./error-texts.ts";
import { institution } from "./events.fixture.ts";
import {
  accountKind,
  errorText,
  formatBalance,
  formatDay,
  healthNotice,
  inSentence,
  siteDomain,
  totalOf,
} from "./texts.ts";

const CODES = Object.keys(ERRORS) as ErrorCode[];

/** The button of an error. */
const WAYS = { "ERROR.retry": "again", "ERROR.list": "list", "ERROR.leave": "leave" } as const;

const form: LoginForm = {
  institution,
  url: "https://bank.example",
  health: "HEALTHY",
  purpose: "login",
  fields: [],
  consent: null,
};
const toContext = (update: boolean): SharedContext => ({
  institutions: [],
  query: "",
  lastError: null,
  update,
  offline: false,
});
const challenge = { type: "code", sent_to: null } as const;
const selection = { mode: "several", accounts: [], unavailable: [] } as never;

/** Every waiting state in which Link may be refused. */
const waits = [true, false].flatMap((update): ViewState<"LOADING">[] => {
  const wait = { ...toContext(update), institution };
  return [
    { ...wait, name: "LOADING.institution" },
    { ...wait, name: "LOADING.consent", form },
    { ...wait, name: "LOADING.credentials", form, credentials: {} },
    { ...wait, name: "LOADING.mfa", form, challenge, answers: [] },
    { ...wait, name: "LOADING.accounts", form, selection, accountIds: [] },
  ];
});

for (const text of Object.values(WORDS))
  describe(`in ${text.language}`, () => {
    const errorEvent = (code: ErrorCode) =>
      linkError(code, { display: ERROR_WORDS[text.language]?.[code] });
    const saying = SAYINGS[text.language];
    const wordsCount = (words: string) =>
      Object.entries(saying).flatMap(([way, pattern]) => (pattern.test(words) ? way : []));

    test("an error's advice offers its button's action, and nothing else", () => {
      let count = 0;
      for (const code of CODES)
        for (const wait of waits) {
          const state = afterRefusal(wait, errorEvent(code));
          if (!("error" in state)) continue;
          count++;
          const words = errorAdvice(text, state);
          expect(wordsCount(words), `${code} ${wait.name}: ${words}`).toEqual([WAYS[state.name]]);
        }
      expect(count).toBeGreaterThan(CODES.length);
    });

    test("the refusal above a form does not send the user away from it", () => {
      let count = 0;
      for (const code of CODES)
        for (const wait of waits) {
          const state = afterRefusal(wait, errorEvent(code));
          if (state.name !== "CREDENTIAL" && state.name !== "MFA") continue;
          count++;
          const words = errorText(text, errorEvent(code));
          expect(words, code).not.toBe(text.failedHelp);
          expect(wordsCount(words), `${code}: ${words}`).toEqual([]);
        }
      expect(count).toBeGreaterThan(0);
    });

    test("an error's advice uses the words of its button", () => {
      expect(text.retry).toMatch(saying.again);
      expect(text.another).toMatch(saying.list);
      expect(text.advice.site).toMatch(saying.again);
    });
  });

const text = en;
const words = (health: "HEALTHY" | "DEGRADED" | "DOWN") =>
  healthNotice(
    { institution, url: null, health, purpose: "login", fields: [], consent: null },
    text,
  );

test("an unhealthy institution has a notice by its severity, a healthy one has none", () => {
  expect(words("HEALTHY")).toBeNull();
  expect(words("DEGRADED")).toBe(text.degraded("A"));
  expect(words("DOWN")).toBe(text.down("A"));
});

const account = (name: string, subtype: LinkAccount["subtype"] = "checking"): LinkAccount => ({
  id: "a",
  name,
  mask: null,
  type: "depository",
  subtype,
});

test("an account's kind is shown unless its name contains it", () => {
  expect(accountKind(account("Everyday"), en.subtypes)).toBe("Checking");
  expect(accountKind(account("Checking"), en.subtypes)).toBe("");
  expect(accountKind(account("PREMIUM CHECKING"), en.subtypes)).toBe("");
  expect(accountKind(account("Checking"), fr.subtypes)).toBe("Compte courant");
  expect(accountKind(account("compte d’epargne", "savings"), fr.subtypes)).toBe("");
});

test("an account without a subtype is shown as an account", () => {
  expect(accountKind(account("Everyday", null), en.subtypes)).toBe("Account");
});

test("a balance is formatted for its language", () => {
  expect(formatBalance("en", { amount: -410.5, currency: "USD" })).toBe("-$410.50");
  expect(formatBalance("fr", { amount: 21034.5, currency: "EUR" })).toMatch(/^21\s034,50\s€$/);
});

test("a currency without an ISO code keeps its name", () => {
  expect(formatBalance("en", { amount: 1200, currency: "POINTS" })).toBe("1,200 POINTS");
});

const noon = Date.parse("2026-11-21T12:00:00Z");

test("the last day of a consent is formatted for its language", () => {
  expect(formatDay("en", 180, noon)).toBe("May 20, 2027");
  expect(formatDay("fr", 90, noon)).toBe("19 février 2027");
});

test("an institution's domain is that of its site, without www", () => {
  const domainOf = (url: string | null) => siteDomain({ ...form, url });
  expect(domainOf("https://www.lantern.example/login?a=b")).toBe("lantern.example");
  expect(domainOf("https://lantern.example:8443")).toBe("lantern.example");
  expect(domainOf("lantern")).toBeNull();
  expect(domainOf(null)).toBeNull();
});

test("a label inside a sentence begins in lower case, unless it has other capitals", () => {
  expect(inSentence("Password")).toBe("password");
  expect(inSentence("Numéro client")).toBe("numéro client");
  expect(inSentence("PIN")).toBe("PIN");
  expect(inSentence("User ID")).toBe("User ID");
});

test("only the first character of a label changes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (label) => {
      // A capital such as İ is two characters in lower case.
      expect(inSentence(label).endsWith(label.slice(1))).toBe(true);
    }),
  );
});

describe("the total of accounts", () => {
  const usd = (amount: number, type: AccountType = "depository") => ({
    type,
    balance: { amount, currency: "USD" },
  });
  const unknown = { type: "depository", balance: null } as const;
  const euros = { type: "depository", balance: { amount: 1, currency: "EUR" } } as const;

  test("the total of accounts is the sum of the user's own money", () => {
    expect(totalOf([usd(1.5), usd(2, "investment"), usd(-0.5)])).toEqual({
      ...{ amount: 3, currency: "USD" },
    });
  });

  test.each([
    ["of no account", []],
    ["of one account", [usd(1)]],
    ["in two currencies", [usd(1), euros]],
    ["with an unknown balance", [usd(1), unknown]],
    ["with an unknown first balance", [unknown, usd(1)]],
    ["with a credit card", [usd(1), usd(2, "credit")]],
    ["with a loan", [usd(1, "loan"), usd(2)]],
    ["with an account of another type", [usd(1), usd(2, "other")]],
  ])("there is no total %s", (_, accounts) => {
    expect(totalOf(accounts)).toBeNull();
  });
});
