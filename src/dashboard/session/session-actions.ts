import type { PasskeyChallenge } from "../../protocol/dashboard/dashboard-people.ts";
import {
  errorText,
  failureText,
  MANY_GUESSES,
  NO_ANSWER,
  NO_CLIENT_ID,
  NO_CODE,
  NO_EMAIL,
  NO_PASSKEY,
  NO_PASSWORD,
  NO_SECRET,
  SHORT_PASSWORD,
  SIGN_OUT,
  WRONG_MEMBER,
  WRONG_PASSWORD,
} from "./messages.ts";
import type { Failure, Request } from "./request.ts";
import type { Screens } from "./screens.ts";
import { isSignedIn, type SignInError, type SignInMode } from "./state.ts";

/** The actions that begin, check and end a session. */
export type SessionActions = {
  /**
   * Reads the current client again, since it may have changed elsewhere or the session may be over.
   */
  reload(): Promise<void>;
  /** Shows another mode of signing in, with an optional reason. */
  showMode(mode: SignInMode, reason?: string): void;
  signIn(clientId: string, secret: string): Promise<void>;
  signInOperator(password: string): Promise<void>;
  /** Signs a member in. */
  signInMember(credentials: { email: string; password: string; code: string }): Promise<void>;
  /** Signs a member in by a passkey, which the browser asks for. */
  signInByPasskey(): Promise<void>;
  /**
   * Accepts an invitation by a call, unless the input has an error. Returns whether the call
   * succeeded.
   */
  acceptInvitation(path: string, body: object, error: SignInError | null): Promise<boolean>;
  /** Sets the operator's password with a setup code; returns whether it succeeded. */
  setUp(code: string, password: string): Promise<boolean>;
  /**
   * Ends the session. The sign-in page shows the reason; by default, that the user has signed out.
   */
  signOut(reason?: string): Promise<void>;
};

/** The minimum length of the operator's password. */
const MIN_PASSWORD_LENGTH = 12;

/** Creates the actions of the session. */
export const createSessionActions = (screens: Screens, request: Request): SessionActions => {
  /** Trades credentials for a session; returns whether it succeeded. */
  const begin = async (
    path: string,
    body: object,
    error: SignInError | null,
    field: SignInError["field"],
  ): Promise<boolean> => {
    const state = screens.state.peek();
    if (state.view !== "SIGN_IN" || state.busy || state.error?.seconds) return false;
    if (error) screens.showSignIn(error);
    if (error) return false;
    screens.show({ ...state, reason: null, error: null, busy: true });
    const outcome = await request(path, body);
    if (outcome.kind === "success") screens.showClient(outcome.answer, null);
    else screens.showSignIn(signInError(outcome, field));
    return outcome.kind === "success";
  };

  const actions: SessionActions = {
    reload: async () => {
      const previous = screens.state.peek();
      const isBusy = isSignedIn(previous) && previous.busy && !screens.isOtherClient();
      if (previous.view === "SIGN_IN" || isBusy) return;
      if (previous.view === "UNREACHABLE") screens.show({ view: "LOADING" });
      const current = screens.state.peek();
      const outcome = await request("me", {});
      // A newer change has replaced this state.
      if (screens.state.peek() !== current || screens.isSessionOver(outcome)) return;
      if (outcome.kind === "success")
        screens.showClient(outcome.answer, isSignedIn(current) ? current.notice : null);
      else if (current.view === "LOADING") screens.show({ view: "UNREACHABLE" });
    },

    showMode: (mode, reason) => {
      const state = screens.state.peek();
      if (state.view !== "SIGN_IN" || !state.busy) screens.showSignIn(null, reason ?? null, mode);
    },

    signIn: async (clientId, secret) => {
      const error = emptyFieldError(clientId, secret);
      await begin("session", { client_id: clientId, secret }, error, "secret");
    },

    signInOperator: async (password) => {
      const error = password === "" ? passwordError(NO_PASSWORD) : null;
      // The operator's address may name a client.
      if (await begin("operator/session", { password }, error, "password")) await actions.reload();
    },

    signInMember: async (credentials) => {
      const empty = (["email", "password", "code"] as const).find((name) => !credentials[name]);
      const error = empty ? emptyError(empty) : null;
      if (await begin("member/session", credentials, error, "code")) await actions.reload();
    },

    signInByPasskey: async () => {
      const { answerChallenge } = await import("../people/passkey.ts");
      const outcome = await request<PasskeyChallenge>("member/passkey/start", {});
      if (outcome.kind !== "success") return screens.showSignIn(signInError(outcome, null));
      const body = await answerChallenge(outcome.answer);
      const error = body ? null : { field: null, text: NO_PASSKEY, seconds: null };
      if (await begin("member/passkey", body ?? {}, error, null)) await actions.reload();
    },

    acceptInvitation: (path, body, error) => begin(path, body, error, null),

    setUp: (code, password) =>
      begin("operator/setup", { code, password }, newPasswordError(password), null),

    signOut: async (reason = SIGN_OUT) => {
      const previous = screens.state.peek();
      if (!isSignedIn(previous) || previous.busy) return;
      screens.show({ ...previous, busy: "sign-out", notice: null });
      const outcome = await request("sign-out", {});
      if (outcome.kind === "success") return screens.showSignIn(null, reason);
      const text = failureText(outcome);
      screens.show({ ...previous, notice: { about: "sign-out", kind: "failure", text } });
    },
  };
  return actions;
};

const EMPTY = { email: NO_EMAIL, password: NO_PASSWORD, code: NO_CODE };

/** Returns the error of a field that is empty. */
export const emptyError = (field: keyof typeof EMPTY): SignInError => ({
  ...{ field, text: EMPTY[field], seconds: null },
});

/** Returns the error of a new password that is too short; null for another. */
export const newPasswordError = (password: string): SignInError | null =>
  password.length < MIN_PASSWORD_LENGTH ? passwordError(SHORT_PASSWORD) : null;

const passwordError = (text: string): SignInError => ({ field: "password", text, seconds: null });

function emptyFieldError(clientId: string, secret: string): SignInError | null {
  if (clientId === "") return { field: "client_id", text: NO_CLIENT_ID, seconds: null };
  if (secret === "") return { field: "secret", text: NO_SECRET, seconds: null };
  return null;
}

/** The texts for wrong credentials by the field that is wrong, or the last of those. */
const WRONG: Partial<Record<NonNullable<SignInError["field"]>, string>> = {
  password: WRONG_PASSWORD,
  code: WRONG_MEMBER,
};

/** Returns the error of a failed call; a wrong credential is an error of its field. */
export function signInError(outcome: Failure, field: SignInError["field"]): SignInError {
  if (outcome.kind === "no-answer") return { field: null, text: NO_ANSWER, seconds: null };
  const { error, waitMs } = outcome;
  const isWrong = error.error_code === "INVALID_API_KEYS";
  const isLimit = error.error_code === "RATE_LIMIT";
  const wrongText = isWrong ? (field && WRONG[field]) || error.display_message : null;
  return {
    field: isWrong ? field : null,
    text: isLimit ? MANY_GUESSES : (wrongText ?? errorText(outcome)),
    seconds: waitMs > 0 ? Math.ceil(waitMs / 1000) : null,
  };
}
