import { type ErrorCode, linkError } from "../../protocol/errors/errors.ts";
import type { LoginForm } from "../../protocol/link/login-form.ts";
import type { MachineEvent } from "../machine/machine-event.ts";
import type { State } from "../machine/states.ts";
import { transition } from "../machine/transition.ts";
import { transitionTable } from "../machine/transition-table.ts";

export const institution = {
  institution_id: "ins_1",
  name: "A",
  mark: "arch",
  color: "#000000",
} as const;

const form: LoginForm = {
  institution,
  url: "https://institution.example",
  health: "HEALTHY",
  purpose: "login",
  fields: [{ name: "username", label: "User", type: "text" }],
  consent: null,
};
const consent = {
  version: "1",
  scope: [],
  days: 180,
  terms_url: "/terms",
  privacy_url: "/privacy",
};
const account = {
  id: "a",
  name: "A",
  mask: null,
  type: "other",
  subtype: null,
  balance: null,
} as const;

export const open: MachineEvent = { type: "link.opened", institutions: [institution] };
export const select: MachineEvent = { type: "institution.selected", institution };
export const loadForm: MachineEvent = { type: "form.loaded", form };
export const submitCredentials: MachineEvent = { type: "credentials.submitted", credentials: {} };
export const requireMfa: MachineEvent = {
  type: "mfa.required",
  challenge: { type: "code", sent_to: null },
};
export const submitMfa: MachineEvent = { type: "mfa.submitted", answers: ["1234"] };
export const offerAccounts: MachineEvent = {
  type: "accounts.offered",
  selection: {
    mode: "several",
    accounts: [account],
    unavailable: [],
    chosen: ["a"],
    existing: null,
  },
};
export const refuse = (code: ErrorCode): MachineEvent => ({
  type: "bridge.refused",
  error: linkError(code),
});

/** The state of Link after these events. */
export const after = (...events: MachineEvent[]): State =>
  events.reduce<State>((state, event) => transition(transitionTable, state, event)[0], {
    name: "CLOSED",
  });

const startSession: MachineEvent = {
  type: "session.started",
  institutions: [],
  resume_point: { at: "form", form },
  update: true,
};
const leaveForInstitution: MachineEvent = { type: "oauth.opened" };
const loadOAuth: MachineEvent = { type: "form.loaded", form: { ...form, fields: [] } };
const loadFormWithConsent: MachineEvent = { type: "form.loaded", form: { ...form, consent } };
const connect: MachineEvent = {
  type: "item.connected",
  connection: {
    publicToken: "",
    accounts: [account],
    kinds: ["Accounts"],
    until: null,
    manageUrl: "/account",
  },
};

const trust: MachineEvent = { type: "trust.asked" };

/** One way to each distinct view. */
export const ways: MachineEvent[][] = [
  [open],
  [{ type: "link.opened", institutions: null }],
  [{ type: "link.opened", institutions: null }, startSession],
  [open, trust],
  [open, select],
  [open, select, loadFormWithConsent],
  [open, select, loadForm],
  [open, select, loadOAuth],
  [open, select, loadOAuth, leaveForInstitution],
  [open, select, loadForm, submitCredentials],
  [open, select, loadForm, submitCredentials, requireMfa],
  [open, select, loadForm, submitCredentials, requireMfa, submitMfa],
  [open, select, loadForm, submitCredentials, refuse("RECAPTCHA_REQUIRED")],
  [open, select, loadForm, submitCredentials, offerAccounts],
  [open, select, loadForm, submitCredentials, connect],
  [open, select, loadForm, { type: "exit.requested" }],
];

/** The events that can follow. */
export const events: MachineEvent[] = [
  trust,
  { type: "trust.read" },
  { type: "institution.missing" },
  select,
  loadForm,
  loadFormWithConsent,
  { type: "consent.given" },
  { type: "consent.recorded" },
  submitCredentials,
  leaveForInstitution,
  requireMfa,
  submitMfa,
  refuse("INTERNAL_SERVER_ERROR"),
  refuse("LINK_UNREACHABLE"),
  refuse("ITEM_LOCKED"),
  refuse("INVALID_LINK_SESSION"),
  refuse("INVALID_CREDENTIALS"),
  refuse("INVALID_MFA"),
  refuse("RECAPTCHA_REQUIRED"),
  { type: "captcha.started" },
  { type: "captcha.solved" },
  offerAccounts,
  { type: "accounts.submitted" },
  connect,
  { type: "network.lost" },
  { type: "network.back" },
  { type: "back.requested" },
  { type: "next.requested" },
  { type: "exit.requested" },
];
