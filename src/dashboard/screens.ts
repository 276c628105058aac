import { type ReadonlySignal, signal } from "@preact/signals";
import type { DashboardAnswer, DashboardClient } from "../protocol/dashboard.ts";
import { SESSION_END } from "./messages.ts";
import type { Outcome } from "./request.ts";
import {
  type ClientState,
  isSignedIn,
  type Notice,
  type SignInError,
  type SignInMode,
  type State,
} from "./state.ts";

/** Does something after so many ms; answers how to cancel it. */
export type StartTimer = (ms: number, run: () => void) => () => void;

/** What the page shows, and the ways from one screen to the next. */
export type Screens = {
  state: ReadonlySignal<State>;
  /** How many sessions have ended here. */
  endedSessions(): number;
  /** Whether the operator's address names another client than the one that is shown. */
  isOtherClient(): boolean;
  show(next: State): void;
  /** Shows signing in, with the seconds until the next try counted down. */
  showSignIn(error: SignInError | null, reason?: string | null, mode?: SignInMode): void;
  /**
   * Shows what is looked at as it is now; what was chosen stays, unless its version is another. A client that
   * the operator looks at no longer is not shown.
   */
  showClient(answer: DashboardAnswer, notice: Notice | null): void;
  /** Waits for the session's end from now on. */
  extendSession(ms: number): void;
  /** Goes back to signing in where the session is over; answers whether it is. */
  isSessionOver(outcome: Outcome<unknown>): boolean;
};

type ScreensOptions = {
  startTimer: StartTimer;
  /** The client that the address names; null for none. */
  scope(): string | null;
  onSessionEnd(): void;
};

/** Opens the page's screens; at most one timer runs, and it is the screen's that is shown. */
export const createScreens = ({ startTimer, scope, onSessionEnd }: ScreensOptions): Screens => {
  const state = signal<State>({ view: "LOADING" });
  let cancelTimer = () => {};
  let endedSessions = 0;

  const restartTimer = (ms: number, run: () => void): void => {
    cancelTimer();
    cancelTimer = startTimer(ms, run);
  };

  const screens: Screens = {
    state,
    endedSessions: () => endedSessions,
    isOtherClient: () => {
      const shown = state.peek();
      return (
        isSignedIn(shown) &&
        shown.answer.operator &&
        (shown.answer.client?.client_id ?? null) !== scope()
      );
    },
    show: (next) => {
      state.value = next;
    },
    showSignIn: (error, reason = null, mode = modeAfter(state.peek())) => {
      cancelTimer();
      if (isSignedIn(state.peek())) endedSessions++;
      state.value = { view: "SIGN_IN", mode, reason, error, busy: false };
      if (!error?.seconds) return;
      const { seconds } = error;
      restartTimer(1000, () => screens.showSignIn({ ...error, seconds: seconds - 1 }));
    },
    // A second later, so that it is over when we ask.
    extendSession: (ms) => restartTimer(ms + 1000, onSessionEnd),
    showClient: (answer, notice) => {
      screens.extendSession(answer.session_ends_in);
      const { client } = answer;
      if (answer.operator && client && client.client_id !== scope()) return;
      state.value = client
        ? {
            view: "CLIENT",
            answer: { ...answer, client },
            ...selectionAfter(state.peek(), client),
            busy: null,
            notice,
          }
        : { view: "OPERATOR", answer: { ...answer, client }, busy: null, notice };
    },
    isSessionOver: (outcome) => {
      const isOver =
        outcome.kind === "error" && outcome.error.error_code === "INVALID_DASHBOARD_SESSION";
      const before = state.peek();
      const isLeaving = isSignedIn(before) && before.busy === "sign-out";
      // Whoever signs out, or signs in already, is told why by that.
      if (isOver && before.view !== "SIGN_IN" && !isLeaving)
        screens.showSignIn(null, isSignedIn(before) ? SESSION_END : null);
      return isOver;
    },
  };
  return screens;
};

/** Whoever was signed in signs in again in the same way. */
function modeAfter(state: State): SignInMode {
  if (state.view === "SIGN_IN") return state.mode;
  return isSignedIn(state) && state.answer.operator ? "operator" : "client";
}

function selectionAfter(
  state: State,
  client: DashboardClient,
): Pick<ClientState, "version" | "confirm"> {
  const version = client.default_version;
  return state.view === "CLIENT" &&
    state.answer.client.client_id === client.client_id &&
    state.answer.client.default_version === version
    ? { version: state.version, confirm: state.confirm }
    : { version, confirm: false };
}
