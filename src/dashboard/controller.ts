import type { ReadonlySignal } from "@preact/signals";
import type { DashboardAnswer } from "../protocol/dashboard.ts";
import type { Request, Send } from "./request.ts";
import { createScreens, type StartTimer } from "./screens.ts";
import { createSessionActions, type SessionActions } from "./session-actions.ts";
import { createSettingsActions, type SettingsActions } from "./settings-actions.ts";
import { isSignedIn, type State } from "./state.ts";

/** What is seen, and what a person can do. */
export type Controller = {
  state: ReadonlySignal<State>;
  /** Makes a call about what is looked at; where the session is over, that is seen. */
  call: Request;
  /** Shows a client as an answer has it. */
  accept(answer: DashboardAnswer): void;
} & SessionActions &
  SettingsActions;

type ControllerOptions = {
  request: Request;
  startTimer: StartTimer;
  /** The client that the address names, which the operator looks at; null for none. */
  scope?: () => string | null;
};

/** Where somebody looks at what is theirs and changes it. */
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

  /** Only the operator names a client. Before it is known who is signed in, nobody does. */
  const requestForClient: Request = async <Answer>(path: string, body: object, send?: Send) => {
    const state = screens.state.peek();
    const clientId = isSignedIn(state) && state.answer.operator ? scope() : null;
    if (path === "sign-out") return request(path, body);
    const ended = screens.endedSessions();
    const scopedBody = clientId === null ? body : { client_id: clientId, ...body };
    const outcome = await request<Answer>(path, scopedBody, send);
    // What was asked in a session that is over changes nothing, not even in the next session.
    return ended === screens.endedSessions() ? outcome : new Promise(() => {});
  };

  const session = createSessionActions(screens, requestForClient);
  return {
    state: screens.state,
    ...session,
    reload: async () => {
      await session.reload();
      // Who it is, is known now; or another client is looked at by now.
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
