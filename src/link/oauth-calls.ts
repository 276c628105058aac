import type { AwaitReturnResponse, LoginResponse } from "../protocol/bridge.ts";
import { type Client, refusalOf } from "./client.ts";
import type { WayOut } from "./leave-page.ts";
import type { MachineEvent } from "./machine/machine-event.ts";
import type { LaterCalls } from "./session-options.ts";

/**
 * The way to the institution's own site and back. The server says when the user is back: whatever becomes
 * of the window they left in, and however long the network is away, the answer is there.
 */
export const oauthCalls = (
  leavePage: () => WayOut,
  eventOf: (next: LoginResponse) => MachineEvent,
): Pick<LaterCalls, "openOAuth" | "awaitReturn" | "closeOAuth"> => {
  let way: WayOut | null = null;
  /** Counts what was waited for: a later way replaces an earlier one. */
  let latest = 0;

  const close = (): number => {
    way?.close();
    way = null;
    return ++latest;
  };

  /** Rejects, as if aborted, where nobody waits for this any longer: then it is no error that anybody meets. */
  const requireLatest = (mine: number, signal: AbortSignal): void => {
    if (signal.aborted || mine !== latest) throw { name: "AbortError" };
  };

  const untilBack = async ({ call, submit }: Client, signal: AbortSignal, mine: number) => {
    for (let isBack = false; !isBack; requireLatest(mine, signal))
      try {
        isBack = (await call<AwaitReturnResponse>("redirect/await", {})).returned;
      } catch (error) {
        requireLatest(mine, signal);
        if (refusalOf(error).error_code !== "LINK_UNREACHABLE") throw error;
      }
    way?.close();
    return eventOf(await submit<LoginResponse>("redirect/return", {}));
  };

  return {
    openOAuth: async (client, { institutionId }, signal) => {
      const mine = close();
      way = leavePage();
      const { via, go, hasLeft } = way;
      if (hasLeft) return untilBack(client, signal, mine);
      try {
        const body = { institution_id: institutionId, credentials: {}, via };
        const { redirect } = await client.submit<LoginResponse>("credentials/submit", body);
        requireLatest(mine, signal);
        if (redirect) go(redirect.url);
      } catch (error) {
        requireLatest(mine, signal);
        close();
        throw error;
      }
      return untilBack(client, signal, mine);
    },
    awaitReturn: (client, _, signal) => untilBack(client, signal, close()),
    closeOAuth: () => {
      close();
      return new Promise(() => undefined);
    },
  };
};
