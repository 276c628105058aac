import { type ErrorCode, linkError } from "../../protocol/errors.ts";
import { allMoves } from "../machine/all-moves.ts";
import type { Happening } from "../machine/happening.ts";
import { transition } from "../machine/move.ts";
import type { LoginForm, State } from "../machine/states.ts";

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
  fields: [],
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

export const opened: Happening = { type: "OPENED", institutions: [institution] };
export const chosen: Happening = { type: "INSTITUTION_CHOSEN", institution };
export const formed: Happening = { type: "FORM_READY", form };
export const submitted: Happening = { type: "CREDENTIALS_ENTERED", credentials: {} };
export const challenged: Happening = {
  type: "CHALLENGED",
  challenge: { type: "code", sent_to: null },
};
export const answered: Happening = { type: "MFA_ENTERED", answers: ["1234"] };
export const offered: Happening = {
  type: "ACCOUNTS_OFFERED",
  selection: { mode: "several", accounts: [account], unfit: [] },
};
export const refused = (code: ErrorCode): Happening => ({
  type: "REFUSED",
  error: linkError(code),
});

/** The state that Link is in after all this, from the start on. */
export const after = (...happenings: Happening[]): State =>
  happenings.reduce<State>((state, happening) => transition(allMoves, state, happening)[0], {
    view: "CLOSED",
  });

const started: Happening = {
  type: "STARTED",
  institutions: [],
  standing: { at: "form", form },
  update: true,
};
const consented: Happening = { type: "FORM_READY", form: { ...form, consent } };
const connected: Happening = {
  type: "ITEM_CONNECTED",
  connection: { publicToken: "", accounts: [account], manageUrl: null },
};

/** Every way to a view that is not like another one. */
export const ways: Happening[][] = [
  [opened],
  [{ type: "OPENED", institutions: null }],
  [{ type: "OPENED", institutions: null }, started],
  [opened, chosen],
  [opened, chosen, consented],
  [opened, chosen, formed],
  [opened, chosen, formed, submitted],
  [opened, chosen, formed, submitted, challenged],
  [opened, chosen, formed, submitted, challenged, answered],
  [opened, chosen, formed, submitted, refused("RECAPTCHA_REQUIRED")],
  [opened, chosen, formed, submitted, offered],
  [opened, chosen, formed, submitted, connected],
  [opened, chosen, formed, { type: "LEFT" }],
];

/** What can happen after that. */
export const happenings: Happening[] = [
  chosen,
  formed,
  consented,
  { type: "CONSENT_GIVEN" },
  { type: "CONSENT_KEPT" },
  submitted,
  challenged,
  answered,
  refused("INTERNAL_SERVER_ERROR"),
  refused("LINK_UNREACHABLE"),
  refused("ITEM_LOCKED"),
  refused("INVALID_LINK_SESSION"),
  refused("INVALID_CREDENTIALS"),
  refused("INVALID_MFA"),
  refused("RECAPTCHA_REQUIRED"),
  { type: "CAPTCHA_STARTED" },
  { type: "CAPTCHA_SOLVED" },
  offered,
  { type: "ACCOUNTS_CHOSEN" },
  connected,
  { type: "NETWORK_LOST" },
  { type: "NETWORK_BACK" },
  { type: "BACK" },
  { type: "CONTINUED" },
  { type: "LEFT" },
];
