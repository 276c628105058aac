import type { ReadonlySignal } from "@preact/signals";
import type { Request } from "./request.ts";
import { createScreens, type StartTimer } from "./screens.ts";
import { createSessionActions, type SessionActions } from "./session-actions.ts";
import { createSettingsActions, type SettingsActions } from "./settings-actions.ts";
import type { State } from "./state.ts";

/** What is seen, and what a person can do. */
export type Controller = { state: ReadonlySignal<State> } & SessionActions & SettingsActions;

type ControllerOptions = { request: Request; startTimer: StartTimer };

/** Where a client looks at its settings and changes them. */
export const createController = ({ request, startTimer }: ControllerOptions): Controller => {
  const screens = createScreens({ startTimer, onSessionEnd: () => void session.reload() });
  const session = createSessionActions(screens, request);
  return { state: screens.state, ...session, ...createSettingsActions(screens, request) };
};
