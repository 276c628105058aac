import { describe, expect, test } from "vitest";
import { ERROR_WORDS } from "../../i18n/errors.ts";
import { SAYINGS, WORDS } from "../../i18n/words.fixture.ts";
import { ERRORS, type ErrorCode, linkError } from "../../protocol/errors.ts";
import type { LoginForm } from "../../protocol/login-form.ts";
import { afterRefusal } from "../machine/after-refusal.ts";
import type { SharedContext, ViewState } from "../machine/states.ts";
import { errorAdvice, errorWords } from "./error-words.ts";
import { institution } from "./events.fixture.ts";

const CODES = Object.keys(ERRORS) as ErrorCode[];

/** Where the button of an error leads. */
const WAYS = { "ERROR.retry": "again", "ERROR.list": "list", "ERROR.leave": "leave" } as const;

const form: LoginForm = {
  institution,
  url: "https://bank.example",
  health: "HEALTHY",
  purpose: "login",
  fields: [],
  consent: null,
};
const contextOf = (update: boolean): SharedContext => ({
  institutions: [],
  query: "",
  lastError: null,
  update,
  offline: false,
});
const challenge = { type: "code", sent_to: null } as const;
const selection = { mode: "several", accounts: [], unfit: [] } as never;

/** Everything that Link may be waiting for when it is refused. */
const waits = [true, false].flatMap((update): ViewState<"LOADING">[] => {
  const wait = { ...contextOf(update), institution };
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

    test("the words of an error offer what its button does, and nothing that no button does", () => {
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

    test("the words above a form that is shown again send nobody away from it", () => {
      let count = 0;
      for (const code of CODES)
        for (const wait of waits) {
          const state = afterRefusal(wait, errorEvent(code));
          if (state.name !== "CREDENTIAL" && state.name !== "MFA") continue;
          count++;
          const words = errorWords(text, errorEvent(code));
          expect(words, code).not.toBe(text.failedHelp);
          expect(wordsCount(words), `${code}: ${words}`).toEqual([]);
        }
      expect(count).toBeGreaterThan(0);
    });

    test("what a button is called is what the advice beside it says", () => {
      expect(text.retry).toMatch(saying.again);
      expect(text.another).toMatch(saying.list);
      expect(text.advice.site).toMatch(saying.again);
    });
  });
