import fc from "fast-check";
import { expect, test } from "vitest";
import type { State } from "../machine/states.ts";
import {
  after,
  answered,
  challenged,
  chosen,
  formed,
  happenings,
  offered,
  opened,
  refused,
  submitted,
  ways,
} from "./happenings.fixture.ts";
import { layers } from "./layers.ts";

const toForm = [opened, chosen, formed];
const lost = refused("LINK_UNREACHABLE");

const names = (state: State): string[] =>
  state.view === "CLOSED" ? [] : layers(state).map(({ view }) => view);

test("what the user typed stays on the page while it is being checked", () => {
  expect(names(after(...toForm, submitted))).toEqual(["CREDENTIAL", "LOADING"]);
});

test("so do the answers to a challenge, and the credentials before them are gone", () => {
  const asked = [...toForm, submitted, challenged];
  expect(names(after(...asked))).toEqual(["MFA"]);
  expect(names(after(...asked, answered))).toEqual(["MFA", "LOADING"]);
  expect(names(after(...asked, answered, { type: "LEFT" }))).toEqual(["MFA", "LOADING", "EXIT"]);
  expect(names(after(...asked, answered, lost))).toEqual(["MFA", "ERROR"]);
});

test("it stays while Link asks whether to leave", () => {
  expect(names(after(...toForm, { type: "LEFT" }))).toEqual(["CREDENTIAL", "EXIT"]);
  expect(names(after(...toForm, submitted, { type: "LEFT" }))).toEqual([
    "CREDENTIAL",
    "LOADING",
    "EXIT",
  ]);
});

test("it stays behind an error that can be tried again", () => {
  expect(names(after(...toForm, submitted, lost))).toEqual(["CREDENTIAL", "ERROR"]);
});

test("it stays while a captcha holds it back, and while it is sent again", () => {
  const held = [...toForm, submitted, refused("RECAPTCHA_REQUIRED")];
  expect(names(after(...held))).toEqual(["CREDENTIAL", "RECAPTCHA"]);
  expect(names(after(...held, { type: "CAPTCHA_STARTED" }, { type: "CAPTCHA_SOLVED" }))).toEqual([
    "CREDENTIAL",
    "LOADING",
  ]);
  expect(
    names(after(...toForm, submitted, challenged, answered, refused("RECAPTCHA_REQUIRED"))),
  ).toEqual(["MFA", "RECAPTCHA"]);
});

test("nothing lies beneath a view that came before any form", () => {
  expect(names(after(opened))).toEqual(["SELECT_INSTITUTION"]);
  expect(names(after(opened, chosen))).toEqual(["LOADING"]);
});

test("it is gone as soon as it was accepted, or cannot be used any more", () => {
  expect(names(after(...toForm, submitted, offered))).toEqual(["SELECT_ACCOUNT"]);
  expect(names(after(...toForm, submitted, refused("NO_ACCOUNTS")))).toEqual(["ERROR"]);
});

const walk = fc.tuple(
  fc.constantFrom(...ways),
  fc.array(fc.constantFrom(...happenings), { maxLength: 12 }),
);

test("whatever happens, what is seen is on top, and no view is there twice", () => {
  fc.assert(
    fc.property(walk, ([way, further]) => {
      const state = after(...way, ...further);
      if (state.view === "CLOSED") return;
      expect(layers(state).at(-1)).toBe(state);
      expect(new Set(names(state)).size).toBe(names(state).length);
    }),
  );
});
