import { type ReadonlySignal, signal } from "@preact/signals";
import type { DashboardAnswer, ShownKeys } from "../../protocol/dashboard/dashboard.ts";
import {
  duplicateOrigin,
  failureText,
  formerOrigin,
  NO_ORIGIN,
  newOrigin,
  versionEffect,
} from "./messages.ts";
import type { Request, Send } from "./request.ts";
import { createScreens, type Screens, type StartTimer } from "./screens.ts";
import { createSessionActions, type SessionActions } from "./session-actions.ts";
import { type Busy, type ClientState, isSignedIn, type Notice, type State } from "./state.ts";

/** The Dashboard's state, and the actions that change it. */
export type Controller = {
  state: ReadonlySignal<State>;
  /** Makes a call about the shown client. Shows the sign-in form if the session is over. */
  call: Request;
  /** Shows the client of a response. */
  accept(answer: DashboardAnswer): void;
  /** The new keys above every page until `showKeys(null)`. They cannot be read again. */
  newKeys: ReadonlySignal<ShownKeys | null>;
  showKeys(keys: ShownKeys | null): void;
} & SessionActions &
  SettingsActions;

type ControllerOptions = {
  request: Request;
  startTimer: StartTimer;
  /** The client in the operator's address; null without a client. */
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

  /** Only a signed-in operator names a client. */
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

  const newKeys = signal<ShownKeys | null>(null);
  const session = createSessionActions(screens, requestForClient);
  return {
    state: screens.state,
    ...session,
    reload: async () => {
      await session.reload();
      // The reload may have found another owner of the session, or switched to another client.
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
    newKeys,
    showKeys: (keys) => {
      newKeys.value = keys;
    },
  };
};

/** The actions on a client's settings. */
type SettingsActions = {
  /** Clears the failure of a sign-in or a change, whose cause may have disappeared. A time to wait stays. */
  clearFailure(): void;
  /** Selects a version without changing to it. */
  selectVersion(version: string): void;
  /** Asks to confirm the change to the selected version: `closeConfirm` cancels, `changeVersion` confirms. */
  openConfirm(): void;
  closeConfirm(): void;
  changeVersion(): Promise<void>;
  /** Returns whether the origin was added. */
  addOrigin(text: string): Promise<boolean>;
  removeOrigin(origin: string): Promise<void>;
};

/** A change: the request, its success message, and the field or part that shows its failure message. */
type Change = {
  busy: Busy;
  path: string;
  body: object;
  success: Omit<Notice, "kind">;
  failureAbout: Notice["about"];
};

/** Creates the actions on the client's settings. */
const createSettingsActions = (screens: Screens, request: Request): SettingsActions => {
  const update = (change: Partial<ClientState>): void => {
    const state = screens.state.peek();
    if (state.view === "CLIENT" && !state.busy) screens.show({ ...state, ...change });
  };

  /**
   * Makes a change and reports it. Only one change runs at a time. Returns whether the change
   * succeeded.
   */
  const apply = async ({ busy, path, body, success, failureAbout }: Change): Promise<boolean> => {
    const previous = screens.state.peek();
    if (previous.view !== "CLIENT" || previous.busy) return false;
    screens.show({ ...previous, busy, notice: null });
    const outcome = await request(path, body);
    if (screens.isSessionOver(outcome)) return false;
    if (outcome.kind === "success") {
      screens.showClient(outcome.answer, { ...success, kind: "success" });
      return true;
    }
    const text = failureText(outcome);
    const updated = screens.state.peek();
    // The operator may have switched to another client in the meantime.
    if (
      updated.view === "CLIENT" &&
      updated.answer.client.client_id === previous.answer.client.client_id
    )
      screens.show({
        ...updated,
        busy: null,
        notice: { about: failureAbout, kind: "failure", text },
      });
    return false;
  };

  return {
    clearFailure: () => {
      const state = screens.state.peek();
      if (state.view === "SIGN_IN" && state.error && !state.error.seconds && !state.busy)
        screens.show({ ...state, error: null });
      if (state.view === "CLIENT" && state.notice?.kind === "failure") update({ notice: null });
    },
    selectVersion: (version) => update({ version, notice: null }),
    openConfirm: () => update({ confirm: true, notice: null }),
    closeConfirm: () => update({ confirm: false, notice: null }),

    changeVersion: async () => {
      const state = screens.state.peek();
      if (state.view !== "CLIENT") return;
      const { version } = state;
      await apply({
        busy: "version",
        path: "version",
        body: { version },
        success: { about: "version", text: `Saved. ${versionEffect(version)}` },
        failureAbout: "version",
      });
    },

    addOrigin: async (text) => {
      const state = screens.state.peek();
      if (state.view !== "CLIENT") return false;
      const origin = text.trim();
      const isDuplicate = state.answer.client.allowed_origins.includes(origin);
      if (origin === "" || isDuplicate) {
        const words = isDuplicate ? duplicateOrigin(origin) : NO_ORIGIN;
        update({ notice: { about: "origin", kind: "failure", text: words } });
        return false;
      }
      return apply({
        busy: "add-origin",
        path: "origin/allow",
        body: { origin },
        success: { about: "origins", text: newOrigin(origin) },
        failureAbout: "origin",
      });
    },

    removeOrigin: async (origin) => {
      await apply({
        busy: { removeOrigin: origin },
        path: "origin/disallow",
        body: { origin },
        success: { about: "origins", text: formerOrigin(origin), undoOrigin: origin },
        failureAbout: "origins",
      });
    },
  };
};
