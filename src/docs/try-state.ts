import { type Signal, signal } from "@preact/signals";
import type { ClientRow, DashboardAnswer } from "../protocol/dashboard.ts";
import { postJson } from "./post-json.ts";

/** A client to call as. */
type ClientChoice = { client_id: string; name: string };

/** The caller: a session of the Dashboard, pasted keys, or not known yet. */
export type Caller =
  | { kind: "unknown" }
  | {
      kind: "session";
      environment: string;
      clients: ClientChoice[];
      clientId: string;
      isOperator: boolean;
    }
  | { kind: "keys"; clientId: string; secret: string };

/** The caller on this page, in its memory only; `identify` asks the server once. */
export type TryState = { caller: Signal<Caller>; identify(): Promise<void> };

/** Creates the state before the first call. */
export const createTryState = (): TryState => {
  const caller = signal<Caller>({ kind: "unknown" });
  let identification: Promise<void> | undefined;
  const identify = async (): Promise<void> => {
    caller.value = (await sessionCaller()) ?? { kind: "keys", clientId: "", secret: "" };
  };
  return {
    caller,
    identify: () => {
      identification ??= identify();
      return identification;
    },
  };
};

/**
 * Returns the Dashboard's session; null if nobody is signed in, or there is no client to call as.
 */
async function sessionCaller(): Promise<Caller | null> {
  const me = await postJson<DashboardAnswer>("/dashboard/api/me", {});
  if (!me?.ok) return null;
  const { operator, client, environment } = me.json;
  const list = operator
    ? await postJson<{ rows: ClientRow[] }>("/dashboard/api/clients", {})
    : null;
  const clients = list?.ok ? list.json.rows : client ? [client] : [];
  const [first] = clients;
  return first
    ? { kind: "session", environment, clients, clientId: first.client_id, isOperator: operator }
    : null;
}
