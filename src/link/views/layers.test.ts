import fc from "fast-check";
import { expect, test } from "vitest";
import { linkError } from "../../protocol/errors.ts";
import type { Happening } from "../machine/happening.ts";
import type { State } from "../machine/states.ts";
import { transition } from "../machine/transitions.ts";
import { layers } from "./layers.ts";

const institution = { institution_id: "ins_1", name: "A", mark: "arch", color: "#000000" } as const;
const form = { institution, url: null, health: "HEALTHY" as const, fields: [] };
const account = { id: "a", name: "A", mask: null, type: "other", subtype: null } as const;

const opened: Happening = { type: "OPENED", institutions: [institution] };
const toForm: Happening[] = [
  { type: "INSTITUTION_CHOSEN", institution },
  { type: "FORM_READY", form },
];
const submitted: Happening = { type: "CREDENTIALS_ENTERED", credentials: {} };
const challenged: Happening = { type: "CHALLENGED", challenge: { type: "code", sent_to: null } };
const answered: Happening = { type: "MFA_ENTERED", answers: ["1234"] };
const failed: Happening = { type: "REFUSED", error: linkError("INTERNAL_SERVER_ERROR") };

const after = (...happenings: Happening[]): State =>
  happenings.reduce<State>((state, happening) => transition(state, happening)[0], {
    view: "CLOSED",
  });

const names = (state: State): string[] =>
  state.view === "CLOSED" ? [] : layers(state).map(({ view }) => view);

test("what the user typed stays on the page while it is being checked", () => {
  expect(names(after(opened, ...toForm, submitted))).toEqual(["CREDENTIAL", "LOADING"]);
});

test("so do the answers to a challenge, and the credentials before them are gone", () => {
  const asked = [opened, ...toForm, submitted, challenged];
  expect(names(after(...asked))).toEqual(["MFA"]);
  expect(names(after(...asked, answered))).toEqual(["MFA", "LOADING"]);
  expect(names(after(...asked, answered, { type: "LEFT" }))).toEqual(["MFA", "LOADING", "EXIT"]);
  expect(names(after(...asked, answered, failed))).toEqual(["MFA", "ERROR"]);
});

test("it stays while Link asks whether to leave", () => {
  expect(names(after(opened, ...toForm, { type: "LEFT" }))).toEqual(["CREDENTIAL", "EXIT"]);
  expect(names(after(opened, ...toForm, submitted, { type: "LEFT" }))).toEqual([
    "CREDENTIAL",
    "LOADING",
    "EXIT",
  ]);
});

test("it stays behind an error that can be tried again", () => {
  expect(names(after(opened, ...toForm, submitted, failed))).toEqual(["CREDENTIAL", "ERROR"]);
});

test("nothing lies beneath a view that came before any form", () => {
  expect(names(after(opened))).toEqual(["SELECT_INSTITUTION"]);
  expect(names(after(opened, ...toForm.slice(0, 1)))).toEqual(["LOADING"]);
});

test("it is gone as soon as it was accepted, or cannot be used any more", () => {
  const refused: Happening = { type: "REFUSED", error: linkError("ITEM_LOCKED") };
  const offered: Happening = {
    type: "ACCOUNTS_OFFERED",
    accounts: [{ ...account, balance: null }],
  };
  expect(names(after(opened, ...toForm, submitted, offered))).toEqual(["SELECT_ACCOUNT"]);
  expect(names(after(opened, ...toForm, submitted, refused))).toEqual(["ERROR"]);
});

test("whatever happens, what is seen is on top, and no view is there twice", () => {
  const happening = fc.constantFrom<Happening>(
    opened,
    ...toForm,
    submitted,
    challenged,
    answered,
    failed,
    { type: "REFUSED", error: linkError("INVALID_MFA") },
    { type: "REFUSED", error: linkError("INVALID_CREDENTIALS") },
    { type: "ACCOUNTS_OFFERED", accounts: [{ ...account, balance: null }] },
    { type: "ACCOUNTS_CHOSEN" },
    { type: "ITEM_CONNECTED", connection: { publicToken: "", accounts: [account] } },
    { type: "BACK" },
    { type: "CONTINUED" },
    { type: "LEFT" },
  );
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), (happenings) => {
      const state = after(opened, ...happenings);
      if (state.view === "CLOSED") return;
      expect(layers(state).at(-1)).toBe(state);
      expect(new Set(names(state)).size).toBe(names(state).length);
    }),
  );
});
