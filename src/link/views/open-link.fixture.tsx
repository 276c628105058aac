import { act, render } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { en } from "../../i18n/words.fixture.ts";
import { findAnyView } from "../../preview/any-view.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { LoginForm } from "../../protocol/link/login-form.ts";
import type { OfferedAccount, Selection } from "../../protocol/link/selection.ts";
import type { MachineEvent } from "../machine/machine-event.ts";
import type { State } from "../machine/states.ts";
import { transition } from "../machine/transition.ts";
import { transitionTable } from "../machine/transition-table.ts";
import { App } from "./app.tsx";
import { layers } from "./layers.ts";

export const acorn: InstitutionRow = {
  institution_id: "ins_1",
  name: "Acorn Bank",
  mark: "arch",
  color: "#112233",
};
export const birch: InstitutionRow = {
  ...acorn,
  institution_id: "ins_2",
  name: "Birch Credit Union",
  trouble: "DEGRADED",
};
/** The entry for manual account numbers. */
export const manualEntry: InstitutionRow = {
  ...acorn,
  institution_id: "ins_3",
  name: "Manual entry",
  label: "Enter numbers by hand",
};

/** A form with a user name and a password, unless changed. */
export const loginForm = (changes: Partial<LoginForm> = {}): LoginForm => ({
  institution: acorn,
  url: "https://acorn.example",
  health: "HEALTHY",
  purpose: "login",
  fields: [
    { name: "username", label: "User ID", type: "text" },
    { name: "password", label: "Password", type: "password" },
  ],
  consent: null,
  ...changes,
});

export const checking: OfferedAccount = {
  id: "account-1",
  name: "Everyday",
  mask: "1234",
  type: "depository",
  subtype: "checking",
  balance: { amount: 1200.5, currency: "USD" },
};
export const savings: OfferedAccount = {
  ...checking,
  id: "account-2",
  name: "Rainy day",
  mask: null,
  subtype: "savings",
  balance: null,
};

/** Accounts to choose from. */
export const selectionOf = (changes: Partial<Selection> = {}): Selection => ({
  mode: "several",
  accounts: [checking, savings],
  unavailable: [],
  chosen: [],
  existing: null,
  ...changes,
});

/** The events up to a login form. */
export const toForm = (form = loginForm()): MachineEvent[] => [
  { type: "link.opened", institutions: [acorn, birch] },
  { type: "institution.selected", institution: form.institution },
  { type: "form.loaded", form },
];

/** The events up to the end of a login, while the institution is being asked. */
export const toLogin = (form = loginForm()): MachineEvent[] => [
  ...toForm(form),
  { type: "credentials.submitted", credentials: { username: "ann", password: "s3cret" } },
];

/** The events up to the form of an Item in update mode. */
export const toUpdate = (form = loginForm()): MachineEvent[] => [
  { type: "link.opened", institutions: null },
  { type: "session.started", institutions: [], resume_point: { at: "form", form }, update: true },
];

/** Facts for the user before they choose an institution. */
export const trust = [
  { term: "What is read", text: "Only accounts and transactions." },
  { term: "Your password", text: "Acme never sees it." },
];

/** Opens Link at the view after some events. Later events come from the views. */
export const openLink = (...events: MachineEvent[]) => {
  const machineEvents: MachineEvent[] = [];
  let state = events.reduce(move, { name: "CLOSED" });
  const send = (event: MachineEvent): void => {
    machineEvents.push(event);
    receive(event);
  };
  const draw = () => (
    <App
      {...{ state, send }}
      findView={findAnyView}
      text={en}
      clientName="Acme"
      trust={trust}
      keptUntil="2026-11-26T15:45:00Z"
      hasBack={move(state, { type: "back.requested" }) !== state}
      layers={state.name === "CLOSED" ? [] : layers(state)}
    />
  );
  const { rerender } = render(draw());
  /** Sends events that are not the user's: a response of the bridge, or a lost network. */
  const receive = (event: MachineEvent): void => {
    state = move(state, event);
    act(() => rerender(draw()));
  };
  return { user: userEvent.setup(), sent: machineEvents, receive };
};

function move(state: State, event: MachineEvent): State {
  return transition(transitionTable, state, event)[0];
}
