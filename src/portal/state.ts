import type { ConnectionsAnswer } from "../protocol/connections.ts";

/** What a person is asked before it is done. */
export type Question =
  | { about: "stop"; connectionId: string; accountId: string }
  | { about: "disconnect" | "erase"; connectionId: string }
  | { about: "erase-all" };

/** How something went; it is said at the top of the page. */
export type Notice = { kind: "success" | "failure"; text: string };

/** How far a person has come with confirming their address. */
export type ComeBack = { email: string | null; error: string | null; busy: boolean };

/** The connections of a session. */
export type ConnectionsState = {
  view: "CONNECTIONS";
  answer: ConnectionsAnswer;
  question: Question | null;
  /** Whether what was asked is under way; nothing else is begun meanwhile. */
  busy: boolean;
  notice: Notice | null;
  comeBack: ComeBack;
};

/** What somebody has in front of them who has no session. */
export type SignInState = {
  view: "SIGN_IN";
  /** Why they are here; null for who has just come. */
  reason: "expired" | "session-end" | "signed-out" | null;
  /** The address to which a mail is on its way. */
  sentTo: string | null;
  error: string | null;
  busy: boolean;
};

/** What is seen. */
export type State =
  | { view: "LOADING" }
  | { view: "UNREACHABLE" }
  | { view: "ERASED" }
  | { view: "MAILED"; address: string; busy: boolean; error: string | null }
  | SignInState
  | ConnectionsState;

/** Nobody has typed an address yet. */
export const NO_EMAIL: ComeBack = { email: null, error: null, busy: false };

/** Signing in, for a reason. */
export const signInState = (reason: SignInState["reason"]): SignInState => ({
  view: "SIGN_IN",
  reason,
  sentTo: null,
  error: null,
  busy: false,
});
