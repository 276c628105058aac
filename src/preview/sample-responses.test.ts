import { expect, test } from "vitest";
import type { MachineEvent } from "../link/machine/machine-event.ts";
import type { State } from "../link/machine/states.ts";
import { transition } from "../link/machine/transition.ts";
import { transitionTable } from "../link/machine/transition-table.ts";
import { responseTo } from "./sample-responses.ts";
import { BANKS, bankAt } from "./samples.ts";
import { scenesIn } from "./scenes.ts";

/** Returns the state after events of the user, each with the responses that follow. */
const after = (view: string, ...events: MachineEvent[]): State => {
  const scene = scenesIn("en").find(({ id }) => id === view);
  let state: State = { name: "CLOSED" };
  const move = (event: MachineEvent): void => {
    [state] = transition(transitionTable, state, event);
  };
  for (const event of scene?.events ?? []) move(event);
  for (const event of events) {
    move(event);
    for (let next = responseTo(state, "en"); next; next = responseTo(state, "en")) move(next);
  }
  return state;
};

const submitted: MachineEvent = {
  type: "credentials.submitted",
  credentials: { username: "ann", password: "" },
};

test("a user comes from the list to the end", () => {
  const chosen: MachineEvent = { type: "institution.selected", institution: bankAt(4) };
  expect(after("list", chosen)).toMatchObject({
    name: "CREDENTIAL",
    form: { institution: bankAt(4) },
  });
  const picked: MachineEvent = { type: "accounts.selected", accountIds: ["checking"] };
  const end = after("list", chosen, submitted, picked, { type: "accounts.submitted" });
  expect(end).toMatchObject({ name: "CONNECTED", institution: bankAt(4) });
});

test.each([
  ["consent", { type: "consent.given" }, "CREDENTIAL"],
  ["code", { type: "mfa.submitted", answers: ["1234"] }, "SELECT_ACCOUNT"],
  ["oauth", { type: "oauth.opened" }, "SELECT_ACCOUNT"],
  ["captcha", { type: "captcha.started" }, "SELECT_ACCOUNT"],
  ["file", submitted, "CONNECTED"],
  ["file-account", { type: "mfa.submitted", answers: ["1. Rainy Day"] }, "CONNECTED"],
  ["numbers", submitted, "CONNECTED"],
] as const satisfies [string, MachineEvent, State["name"]][])(
  "the view %s goes on after %j",
  (view, event, next) => {
    expect(after(view, event).name).toBe(next);
  },
);

test("a search finds the institutions whose names have the text", () => {
  const state = after("list", { type: "search.typed", query: "TIDE" });
  expect(state).toMatchObject({ results: BANKS.filter(({ name }) => name.startsWith("Tide")) });
});
