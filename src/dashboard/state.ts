import type { DashboardAnswer, DashboardClient } from "../protocol/dashboard.ts";

/** With what somebody signs in: a client's keys, the operator's password, or a new one. */
export type SignInMode = "client" | "operator" | "setup";

/** Why nobody was signed in, and what the person can do about it. */
export type SignInError = {
  /** The field to look at again; null where it is not about what was typed. */
  field: "client_id" | "secret" | "password" | null;
  text: string;
  /** After how many seconds the next try is let through; null where there was no limit. */
  seconds: number | null;
};

/** How something went, and where that is said: beside a field, a list, or what was pressed. */
export type Notice = {
  about: "version" | "origin" | "origins" | "sign-out";
  kind: "success" | "failure";
  text: string;
  /** The origin that can be put back. */
  undoOrigin?: string;
};

/** What is under way; nothing else is begun meanwhile. */
export type Busy = "version" | "add-origin" | "sign-out" | { removeOrigin: string };

/** What somebody has in front of them who looks at one client. */
export type ClientState = {
  view: "CLIENT";
  answer: DashboardAnswer & { client: DashboardClient };
  /** The version that is looked at, and whether the page asks to confirm the change to it. */
  version: string;
  confirm: boolean;
  busy: Busy | null;
  notice: Notice | null;
};

/** What the operator has in front of them who looks at all clients. */
type OperatorState = {
  view: "OPERATOR";
  answer: DashboardAnswer & { client: null };
  busy: Busy | null;
  notice: Notice | null;
};

/** What somebody who is signed in has in front of them. */
export type SignedInState = ClientState | OperatorState;

/** What somebody who is not signed in has in front of them. */
export type SignInState = {
  view: "SIGN_IN";
  mode: SignInMode;
  /** Why they are here again; null for who has just come. */
  reason: string | null;
  error: SignInError | null;
  busy: boolean;
};

/** What is seen. */
export type State = { view: "LOADING" } | { view: "UNREACHABLE" } | SignInState | SignedInState;

/** Whether somebody is signed in. */
export const isSignedIn = (state: State): state is SignedInState =>
  state.view === "CLIENT" || state.view === "OPERATOR";
