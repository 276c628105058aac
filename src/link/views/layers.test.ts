import fc from "fast-check";
import { expect, test } from "vitest";
import { type State, viewOf } from "../machine/states.ts";
import { transitionTable } from "../machine/transition-table.ts";
import {
  after,
  events,
  loadForm,
  offerAccounts,
  open,
  refuse,
  requireMfa,
  select,
  submitCredentials,
  submitMfa,
  ways,
} from "./events.fixture.ts";
import { layers } from "./layers.ts";

const toForm = [open, select, loadForm];
const outage = refuse("LINK_UNREACHABLE");

const names = (state: State): string[] =>
  state.name === "CLOSED" ? [] : layers(state).map(viewOf);

test("the form stays in the page while its input is checked", () => {
  expect(names(after(...toForm, submitCredentials))).toEqual(["CREDENTIAL", "LOADING"]);
});

test("the answers to a challenge stay in the page, and the credentials before them are gone", () => {
  const question = [...toForm, submitCredentials, requireMfa];
  expect(names(after(...question))).toEqual(["MFA"]);
  expect(names(after(...question, submitMfa))).toEqual(["MFA", "LOADING"]);
  expect(names(after(...question, submitMfa, { type: "exit.requested" }))).toEqual([
    "MFA",
    "LOADING",
    "EXIT",
  ]);
  expect(names(after(...question, submitMfa, outage))).toEqual(["MFA", "ERROR"]);
});

test("the form stays drawn while Link asks whether to leave", () => {
  expect(names(after(...toForm, { type: "exit.requested" }))).toEqual(["CREDENTIAL", "EXIT"]);
  expect(names(after(...toForm, submitCredentials, { type: "exit.requested" }))).toEqual([
    "CREDENTIAL",
    "LOADING",
    "EXIT",
  ]);
});

test("the form stays drawn behind an error that can be tried again", () => {
  expect(names(after(...toForm, submitCredentials, outage))).toEqual(["CREDENTIAL", "ERROR"]);
});

test("the form stays drawn while a captcha holds it back, and while it is sent again", () => {
  const captcha = [...toForm, submitCredentials, refuse("RECAPTCHA_REQUIRED")];
  expect(names(after(...captcha))).toEqual(["CREDENTIAL", "RECAPTCHA"]);
  expect(names(after(...captcha, { type: "captcha.started" }, { type: "captcha.solved" }))).toEqual(
    ["CREDENTIAL", "LOADING"],
  );
  expect(
    names(after(...toForm, submitCredentials, requireMfa, submitMfa, refuse("RECAPTCHA_REQUIRED"))),
  ).toEqual(["MFA", "RECAPTCHA"]);
});

test("nothing lies beneath a view that came before any form", () => {
  expect(names(after(open))).toEqual(["SELECT_INSTITUTION"]);
  expect(names(after(open, select))).toEqual(["LOADING"]);
});

test("the form is gone as soon as it was accepted, or cannot be used any more", () => {
  expect(names(after(...toForm, submitCredentials, offerAccounts))).toEqual(["SELECT_ACCOUNT"]);
  expect(names(after(...toForm, submitCredentials, refuse("NO_ACCOUNTS")))).toEqual(["ERROR"]);
});

const walk = fc.tuple(
  fc.constantFrom(...ways),
  fc.array(fc.constantFrom(...events), { maxLength: 12 }),
);

test("in any state the visible view is on top, and no view is there twice", () => {
  fc.assert(
    fc.property(walk, ([way, further]) => {
      const state = after(...way, ...further);
      if (state.name === "CLOSED") return;
      expect(layers(state).at(-1)).toBe(state);
      expect(new Set(names(state)).size).toBe(names(state).length);
    }),
  );
});

test("a state holds the user's input only while it is sent or waits for a captcha", () => {
  const isSent = (state: State): boolean =>
    state.name === "EXIT"
      ? isSent(state.from)
      : ["LOADING.credentials", "LOADING.mfa", "RECAPTCHA.idle", "RECAPTCHA.solving"].includes(
          state.name,
        );
  const has = (state: object): boolean =>
    Object.entries(state).some(
      ([name, value]) =>
        name === "credentials" ||
        name === "answers" ||
        (value !== null && typeof value === "object" && has(value)),
    );
  fc.assert(
    fc.property(walk, ([way, further]) => {
      const state = after(...way, ...further);
      expect(has(state)).toBe(isSent(state));
    }),
  );
});

test("the property tests reach every state", () => {
  const states = ways.flatMap((way) => events.map((event) => after(...way, event).name));
  const { ANY, ...rows } = transitionTable;
  expect(new Set(states)).toEqual(new Set(Object.keys(rows)));
});
