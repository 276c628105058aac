import type { ConnectionsAnswer } from "../protocol/connections.ts";

/** The questions that need a confirmation. */
export type Question =
  | { about: "stop"; connectionId: string; accountId: string }
  | { about: "disconnect" | "erase"; connectionId: string }
  | { about: "erase-all" };

/** The result of an action, shown at the top of the page. */
export type Notice = { kind: "success" | "failure"; text: string };

/** The progress of confirming an address. */
export type ComeBack = { email: string | null; error: string | null; busy: boolean };

/** The connections of a session. */
export type ConnectionsState = {
  view: "CONNECTIONS";
  answer: ConnectionsAnswer;
  question: Question | null;
  /** Whether an action runs. Meanwhile no other action starts. */
  busy: boolean;
  notice: Notice | null;
  comeBack: ComeBack;
};

/** The state of a user without a session. */
export type SignInState = {
  view: "SIGN_IN";
  /** Why the user has to sign in; null on the first time. */
  reason: "expired" | "session-end" | "signed-out" | null;
  /** The address to which a mail was sent. */
  sentTo: string | null;
  error: string | null;
  busy: boolean;
};

/** The site's state. */
export type State =
  | { view: "LOADING" }
  | { view: "UNREACHABLE" }
  | { view: "ERASED" }
  | { view: "MAILED"; address: string; busy: boolean; error: string | null }
  | SignInState
  | ConnectionsState;

/** The initial state: no address has been typed. */
export const NO_EMAIL: ComeBack = { email: null, error: null, busy: false };

/** Returns the state of signing in, with a reason. */
export const signInState = (reason: SignInState["reason"]): SignInState => ({
  view: "SIGN_IN",
  reason,
  sentTo: null,
  error: null,
  busy: false,
});
