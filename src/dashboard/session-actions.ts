import {
  errorText,
  failureText,
  NO_ANSWER,
  NO_CLIENT_ID,
  NO_SECRET,
  SIGN_OUT,
} from "./messages.ts";
import type { Outcome, Request } from "./request.ts";
import type { Screens } from "./screens.ts";
import type { SignInError } from "./state.ts";

/** What begins, checks and ends a session. */
export type SessionActions = {
  /** Reads the client again: another place may have changed it, or the session be over. */
  reload(): Promise<void>;
  signIn(clientId: string, secret: string): Promise<void>;
  signOut(): Promise<void>;
};

/** The actions of the session, on the page's screens. */
export const createSessionActions = (screens: Screens, request: Request): SessionActions => ({
  reload: async () => {
    const before = screens.state.peek();
    if (before.view === "SIGN_IN" || (before.view === "CLIENT" && before.busy)) return;
    if (before.view === "UNREACHABLE") screens.show({ view: "LOADING" });
    const current = screens.state.peek();
    const outcome = await request("client");
    // Whoever has done something meanwhile has seen something newer.
    if (screens.state.peek() !== current || screens.isSessionOver(outcome)) return;
    if (outcome.kind === "success")
      screens.showClient(outcome.answer, current.view === "CLIENT" ? current.notice : null);
    else if (current.view === "LOADING") screens.show({ view: "UNREACHABLE" });
  },

  signIn: async (clientId, secret) => {
    const state = screens.state.peek();
    if (state.view !== "SIGN_IN" || state.busy || state.error?.seconds) return;
    const error = emptyFieldError(clientId, secret);
    if (error) return screens.showSignIn(error);
    screens.show({ ...state, reason: null, error: null, busy: true });
    const outcome = await request("session", { client_id: clientId, secret });
    if (outcome.kind === "success") screens.showClient(outcome.answer, null);
    else screens.showSignIn(signInError(outcome));
  },

  signOut: async () => {
    const before = screens.state.peek();
    if (before.view !== "CLIENT" || before.busy) return;
    screens.show({ ...before, busy: "sign-out", notice: null });
    const outcome = await request("sign-out", {});
    if (outcome.kind === "success") return screens.showSignIn(null, SIGN_OUT);
    const text = failureText(outcome);
    screens.show({ ...before, notice: { about: "sign-out", kind: "failure", text } });
  },
});

function emptyFieldError(clientId: string, secret: string): SignInError | null {
  if (clientId === "") return { field: "client_id", text: NO_CLIENT_ID, seconds: null };
  if (secret === "") return { field: "secret", text: NO_SECRET, seconds: null };
  return null;
}

function signInError(outcome: Exclude<Outcome, { kind: "success" }>): SignInError {
  if (outcome.kind === "no-answer") return { field: null, text: NO_ANSWER, seconds: null };
  const { error, waitMs } = outcome;
  return {
    field: error.error_code === "INVALID_API_KEYS" ? "secret" : null,
    text: errorText(error),
    seconds: waitMs > 0 ? Math.ceil(waitMs / 1000) : null,
  };
}
