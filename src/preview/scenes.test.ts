import { expect, test } from "vitest";
import type { State, ViewState } from "../link/machine/states.ts";
import { transition } from "../link/machine/transition.ts";
import { transitionTable } from "../link/machine/transition-table.ts";
import { LANGUAGES } from "../protocol/vocabulary.ts";
import { scenesIn } from "./scenes.ts";

/** Every state of Link. A missing state is a type error. */
const STATES: Record<ViewState["name"], true> = {
  SELECT_INSTITUTION: true,
  "SELECT_INSTITUTION.trust": true,
  "SELECT_INSTITUTION.ways": true,
  CONSENT: true,
  CREDENTIAL: true,
  "OAUTH.ready": true,
  "OAUTH.waiting": true,
  "RECAPTCHA.idle": true,
  "RECAPTCHA.solving": true,
  MFA: true,
  SELECT_ACCOUNT: true,
  "LOADING.start": true,
  "LOADING.institution": true,
  "LOADING.consent": true,
  "LOADING.credentials": true,
  "LOADING.mfa": true,
  "LOADING.accounts": true,
  CONNECTED: true,
  "ERROR.retry": true,
  "ERROR.list": true,
  "ERROR.leave": true,
  EXIT: true,
};

test.each(LANGUAGES)(
  "the scenes in %s show every state, and each event moves the machine",
  (language) => {
    const names = scenesIn(language).map(({ id, events }) => {
      let state: State = { name: "CLOSED" };
      for (const event of events) {
        const [next] = transition(transitionTable, state, event);
        expect(next, `${id}: ${event.type}`).not.toBe(state);
        state = next;
      }
      return state.name;
    });
    expect([...new Set(names)].sort()).toEqual(Object.keys(STATES).sort());
  },
);
