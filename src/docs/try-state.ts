import { type Signal, signal } from "@preact/signals";
import type { ClientRow, DashboardAnswer } from "../protocol/dashboard.ts";
import { postJson } from "./post-json.ts";

/** A client that somebody may call as. */
type ClientChoice = { client_id: string; name: string };

/** Who calls are made as: a session of the Dashboard, keys that were pasted, or not known yet. */
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

/** Who calls from this page, in its memory only; `identify` asks the server, once. */
export type TryState = { caller: Signal<Caller>; identify(): Promise<void> };

/** The state of a page on which nothing was tried yet. */
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

/** Who is signed in to the Dashboard; null for nobody, and where there is no client to call as. */
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
