import {
  duplicateOrigin,
  failureText,
  formerOrigin,
  NO_ORIGIN,
  newOrigin,
  versionEffect,
} from "./messages.ts";
import type { Request } from "./request.ts";
import type { Screens } from "./screens.ts";
import type { Busy, ClientState, Notice } from "./state.ts";

/** The actions on a client's settings. */
export type SettingsActions = {
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

/** A change: the request, its success message, and the place of its failure message. */
type Change = {
  busy: Busy;
  path: string;
  body: object;
  success: Omit<Notice, "kind">;
  failureAbout: Notice["about"];
};

/** Creates the actions on the client's settings. */
export const createSettingsActions = (screens: Screens, request: Request): SettingsActions => {
  const update = (change: Partial<ClientState>): void => {
    const state = screens.state.peek();
    if (state.view === "CLIENT" && !state.busy) screens.show({ ...state, ...change });
  };

  /** Makes one change at a time and reports it; returns whether it succeeded. */
  const apply = async ({ busy, path, body, success, failureAbout }: Change): Promise<boolean> => {
    const before = screens.state.peek();
    if (before.view !== "CLIENT" || before.busy) return false;
    screens.show({ ...before, busy, notice: null });
    const outcome = await request(path, body);
    if (screens.isSessionOver(outcome)) return false;
    if (outcome.kind === "success") {
      screens.showClient(outcome.answer, { ...success, kind: "success" });
      return true;
    }
    const text = failureText(outcome);
    const after = screens.state.peek();
    // The operator may have gone to another client by now.
    if (after.view === "CLIENT" && after.answer.client.client_id === before.answer.client.client_id)
      screens.show({
        ...after,
        busy: null,
        notice: { about: failureAbout, kind: "failure", text },
      });
    return false;
  };

  return {
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
