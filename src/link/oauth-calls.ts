import type { AwaitCallbackResponse, LoginResponse } from "../protocol/link/bridge.ts";
import { type BridgeClient, toRefusal } from "./bridge-client.ts";
import type { OAuthNavigation } from "./leave-page.ts";
import type { MachineEvent } from "./machine/machine-event.ts";
import type { BridgeCalls } from "./session-options.ts";

/**
 * Sends the user to the institution's site and waits for their return. The server reports the
 * return, even if the window is gone, and keeps the report during network failures.
 */
export const oauthCalls = (
  leavePage: () => OAuthNavigation,
  toEvent: (next: LoginResponse) => MachineEvent,
): Pick<BridgeCalls, "openOAuth" | "awaitCallback" | "closeOAuth"> => {
  let navigation: OAuthNavigation | null = null;
  /** The id of the latest navigation. A navigation replaces all earlier navigations. */
  let latestId = 0;

  const close = (): number => {
    navigation?.close();
    navigation = null;
    return ++latestId;
  };

  /** Throws a hidden AbortError if this navigation was replaced or cancelled. */
  const requireLatest = (id: number, signal: AbortSignal): void => {
    if (signal.aborted || id !== latestId) throw { name: "AbortError" };
  };

  const untilCallback = async ({ call, submit }: BridgeClient, signal: AbortSignal, id: number) => {
    for (let isReturned = false; !isReturned; requireLatest(id, signal))
      try {
        isReturned = (await call<AwaitCallbackResponse>("redirect/await", {})).returned;
      } catch (error) {
        requireLatest(id, signal);
        if (toRefusal(error).error_code !== "LINK_UNREACHABLE") throw error;
      }
    navigation?.close();
    return toEvent(await submit<LoginResponse>("redirect/return", {}));
  };

  return {
    openOAuth: async (client, { institutionId, credentials }, signal) => {
      const id = close();
      navigation = leavePage();
      const { via, go, hasLeft } = navigation;
      if (hasLeft) return untilCallback(client, signal, id);
      try {
        const body = { institution_id: institutionId, credentials, via };
        const { redirect } = await client.submit<LoginResponse>("credentials/submit", body);
        requireLatest(id, signal);
        if (redirect) go(redirect.url);
      } catch (error) {
        requireLatest(id, signal);
        close();
        throw error;
      }
      return untilCallback(client, signal, id);
    },
    awaitCallback: (client, _, signal) => untilCallback(client, signal, close()),
    closeOAuth: () => {
      close();
      return new Promise(() => undefined);
    },
  };
};
