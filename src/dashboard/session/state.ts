import type { DashboardAnswer, DashboardClient } from "../../protocol/dashboard/dashboard.ts";

/**
 * The modes of signing in: a member's password and one-time code, a client's keys, the operator's password, the setup of
 * one, or an invitation.
 */
export type SignInMode = "member" | "client" | "operator" | "setup" | "invitation";

/** The reason of a failed sign-in, and the user's next step. */
export type SignInError = {
  /** The wrong field; null if the error is not about the input. */
  field: "email" | "client_id" | "secret" | "password" | "code" | null;
  text: string;
  /** Seconds until the next attempt is allowed; null without a limit. */
  seconds: number | null;
};

/** The result of an action, and the part of the page that shows it. */
export type Notice = {
  about: "version" | "origin" | "origins" | "sign-out";
  kind: "success" | "failure";
  text: string;
  /** The removed origin that can be restored. */
  undoOrigin?: string;
};

/** The running change. Meanwhile no other change starts. */
export type Busy = "version" | "add-origin" | "sign-out" | { removeOrigin: string };

/** The state that shows a single client. */
export type ClientState = {
  view: "CLIENT";
  answer: DashboardAnswer & { client: DashboardClient };
  /** The selected version, and whether the page asks to confirm the change to it. */
  version: string;
  confirm: boolean;
  busy: Busy | null;
  notice: Notice | null;
};

/** The state in which the operator sees all clients. */
type OperatorState = {
  view: "OPERATOR";
  answer: DashboardAnswer & { client: null };
  busy: Busy | null;
  notice: Notice | null;
};

/** The state of a signed-in user. */
export type SignedInState = ClientState | OperatorState;

/** The state of a user who is not signed in. */
export type SignInState = {
  view: "SIGN_IN";
  mode: SignInMode;
  /** Why the user has to sign in again; null on the first time. */
  reason: string | null;
  error: SignInError | null;
  busy: boolean;
};

/** The Dashboard's state. */
export type State = { view: "LOADING" } | { view: "UNREACHABLE" } | SignInState | SignedInState;

/** Returns whether a user is signed in. */
export const isSignedIn = (state: State): state is SignedInState =>
  state.view === "CLIENT" || state.view === "OPERATOR";
