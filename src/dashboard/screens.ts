import { type ReadonlySignal, signal } from "@preact/signals";
import type { DashboardAnswer } from "../protocol/dashboard.ts";
import { SESSION_END } from "./messages.ts";
import type { Outcome } from "./request.ts";
import type { ClientState, Notice, SignInError, State } from "./state.ts";

/** Does something after so many ms; answers how to cancel it. */
export type StartTimer = (ms: number, run: () => void) => () => void;

/** What the page shows, and the ways from one screen to the next. */
export type Screens = {
  state: ReadonlySignal<State>;
  show(next: State): void;
  /** Shows signing in, with the seconds until the next try counted down. */
  showSignIn(error: SignInError | null, reason?: string | null): void;
  /** Shows the client as it is now; what was looked at stays, unless its version is another. */
  showClient(answer: DashboardAnswer, notice: Notice | null): void;
  /** Goes back to signing in where the session is over; answers whether it is. */
  isSessionOver(outcome: Outcome): boolean;
};

type ScreensOptions = { startTimer: StartTimer; onSessionEnd(): void };

/** Opens the page's screens; at most one timer runs, and it is the screen's that is shown. */
export const createScreens = ({ startTimer, onSessionEnd }: ScreensOptions): Screens => {
  const state = signal<State>({ view: "LOADING" });
  let cancelTimer = () => {};

  const restartTimer = (ms: number, run: () => void): void => {
    cancelTimer();
    cancelTimer = startTimer(ms, run);
  };

  const screens: Screens = {
    state,
    show: (next) => {
      state.value = next;
    },
    showSignIn: (error, reason = null) => {
      cancelTimer();
      state.value = { view: "SIGN_IN", reason, error, busy: false };
      if (!error?.seconds) return;
      const { seconds } = error;
      restartTimer(1000, () => screens.showSignIn({ ...error, seconds: seconds - 1 }));
    },
    showClient: (answer, notice) => {
      // A second later, so that it is over when we ask.
      restartTimer(answer.session_ends_in + 1000, onSessionEnd);
      state.value = {
        view: "CLIENT",
        answer,
        ...selectionAfter(state.peek(), answer),
        busy: null,
        notice,
      };
    },
    isSessionOver: (outcome) => {
      const isOver =
        outcome.kind === "error" && outcome.error.error_code === "INVALID_DASHBOARD_SESSION";
      if (isOver) screens.showSignIn(null, state.peek().view === "CLIENT" ? SESSION_END : null);
      return isOver;
    },
  };
  return screens;
};

function selectionAfter(
  state: State,
  { client }: DashboardAnswer,
): Pick<ClientState, "version" | "confirm"> {
  const version = client.default_version;
  return state.view === "CLIENT" && state.answer.client.default_version === version
    ? { version: state.version, confirm: state.confirm }
    : { version, confirm: false };
}
