import type { ReadonlySignal } from "@preact/signals";
import type { DashboardAnswer } from "../protocol/dashboard.ts";
import type { Request, Send } from "./request.ts";
import { createScreens, type StartTimer } from "./screens.ts";
import { createSessionActions, type SessionActions } from "./session-actions.ts";
import { createSettingsActions, type SettingsActions } from "./settings-actions.ts";
import { isSignedIn, type State } from "./state.ts";

/** The Dashboard's state, and the actions that change it. */
export type Controller = {
  state: ReadonlySignal<State>;
  /** Makes a call about the client in view; shows the sign-in form if the session is over. */
  call: Request;
  /** Shows the client of a response. */
  accept(answer: DashboardAnswer): void;
} & SessionActions &
  SettingsActions;

type ControllerOptions = {
  request: Request;
  startTimer: StartTimer;
  /** The client that the operator's address names; null without one. */
  scope?: () => string | null;
};

/** Creates the controller of the Dashboard. */
export const createController = ({
  request,
  startTimer,
  scope = () => null,
}: ControllerOptions): Controller => {
  const screens = createScreens({
    startTimer,
    scope,
    onSessionEnd: () => void session.reload(),
  });

  /** Only the operator names a client, and only once the page knows that the operator is signed in. */
  const requestForClient: Request = async <Answer>(path: string, body: object, send?: Send) => {
    const state = screens.state.peek();
    const clientId = isSignedIn(state) && state.answer.operator ? scope() : null;
    if (path === "sign-out") return request(path, body);
    const ended = screens.endedSessions();
    const scopedBody = clientId === null ? body : { client_id: clientId, ...body };
    const outcome = await request<Answer>(path, scopedBody, send);
    // A response that belongs to an ended session changes nothing, not even in the next session.
    return ended === screens.endedSessions() ? outcome : new Promise(() => {});
  };

  const session = createSessionActions(screens, requestForClient);
  return {
    state: screens.state,
    ...session,
    reload: async () => {
      await session.reload();
      // The owner of the session is known now, or another client is in view by now.
      if (screens.isOtherClient()) await session.reload();
    },
    ...createSettingsActions(screens, requestForClient),
    call: async <Answer>(path: string, body: object, send?: Send) => {
      type Timed = Answer & { session_ends_in?: number };
      const outcome = await requestForClient<Timed>(path, body, send);
      if (screens.isSessionOver(outcome)) return outcome;
      if (outcome.kind === "success" && outcome.answer.session_ends_in !== undefined)
        screens.extendSession(outcome.answer.session_ends_in);
      return outcome;
    },
    accept: (answer) => screens.showClient(answer, null),
  };
};
