import { type ReadonlySignal, signal } from "@preact/signals";
import type { DashboardAnswer, DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import { hasMembers } from "./brand.tsx";
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

/** Runs a function after some ms; returns a function that cancels it. */
export type StartTimer = (ms: number, run: () => void) => () => void;

/** The page's state, and the transitions between its screens. */
export type Screens = {
  state: ReadonlySignal<State>;
  /** The number of sessions that have ended in this page. */
  endedSessions(): number;
  /** Whether the operator's address names another client than the shown client. */
  isOtherClient(): boolean;
  show(next: State): void;
  /** Shows the sign-in form, with the seconds until the next attempt counted down. */
  showSignIn(error: SignInError | null, reason?: string | null, mode?: SignInMode): void;
  /**
   * Shows the client of a response and keeps the selection, unless its version has changed. Ignores a client that the
   * operator has left.
   */
  showClient(answer: DashboardAnswer, notice: Notice | null): void;
  /** Restarts the timer of the session's end. */
  extendSession(ms: number): void;
  /** Shows the sign-in form if the session is over; returns whether it is. */
  isSessionOver(outcome: Outcome<unknown>): boolean;
};

type ScreensOptions = {
  startTimer: StartTimer;
  /** The client that the address names; null without one. */
  scope(): string | null;
  onSessionEnd(): void;
};

/** Creates the page's screens; only the current screen's timer runs. */
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
    // The extra second ensures that the session is over when the server is asked.
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
      const previous = state.peek();
      const isLeaving = isSignedIn(previous) && previous.busy === "sign-out";
      // Signing out, and the sign-in form itself, give their own reason.
      if (isOver && previous.view !== "SIGN_IN" && !isLeaving)
        screens.showSignIn(null, isSignedIn(previous) ? SESSION_END : null);
      return isOver;
    },
  };
  return screens;
};

/**
 * After a session, the sign-in mode is the session's mode. Before the first session it is the
 * members' mode, if there are members.
 */
function modeAfter(state: State): SignInMode {
  if (state.view === "SIGN_IN") return state.mode;
  if (!isSignedIn(state)) return hasMembers() ? "member" : "client";
  if (state.answer.member) return "member";
  return state.answer.operator ? "operator" : "client";
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
