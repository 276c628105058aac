import { type Signal, signal } from "@preact/signals";
import type { ClientRow, DashboardAnswer, ExampleValues } from "../protocol/dashboard/dashboard.ts";
import type { DashboardRequestDetails } from "../protocol/dashboard/dashboard-traffic.ts";

import type { OwnValues } from "./own-values.ts";

/** A client to call as. */
type ClientChoice = { client_id: string; name: string };

/** The caller: a session of the Dashboard, pasted keys, or not known yet. */
type SessionCaller = Extract<Caller, { kind: "session" }>;
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

/** The caller on this page, kept in memory only. `identify` asks the server once. */
export type TryState = {
  caller: Signal<Caller>;
  identify(): Promise<void>;
  /** Returns the body of the logged request in the address if it has this path; otherwise null. */
  loggedBody(path: string): Promise<string | null>;
  /** Returns values of the client's newest Item; null without an Item, or without a session. */
  ownValues(): Promise<OwnValues | null>;
};

/** Creates the state before the first call. */
export const createTryState = (): TryState => {
  const caller = signal<Caller>({ kind: "unknown" });
  let identification: Promise<void> | undefined;
  const identify = async (): Promise<void> => {
    caller.value = (await sessionCaller()) ?? { kind: "keys", clientId: "", secret: "" };
  };
  const values = new Map<string, Promise<OwnValues | null>>();
  let logged: ReturnType<typeof readLogged> | undefined;
  return {
    caller,
    loggedBody: async (path) => {
      logged ??= readLogged();
      const request = await logged;
      if (request?.path !== path || request.sent === null) return null;
      await identification;
      const { value } = caller;
      // The operator calls as the client of the logged request.
      if (value.kind === "session" && request.client_id !== null)
        if (value.clients.some(({ client_id }) => client_id === request.client_id))
          caller.value = { ...value, clientId: request.client_id };
      return JSON.stringify(withoutKeys(JSON.parse(request.sent)), null, 2);
    },
    ownValues: async () => {
      await identification;
      const { value } = caller;
      if (value.kind !== "session") return null;
      const { clientId } = value;
      const read = values.get(clientId) ?? readValues(value);
      values.set(clientId, read);
      return read;
    },
    identify: () => {
      identification ??= identify();
      return identification;
    },
  };
};

/** Returns the Dashboard's session; null without a session, or without a client. */
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

/** Reads the example values of a client; null if the session may not see them. */
async function readValues({ isOperator, clientId }: SessionCaller): Promise<OwnValues | null> {
  const about = isOperator ? { client_id: clientId } : {};
  const answer = await postJson<ExampleValues>("/dashboard/api/example-values", about);
  return answer?.ok ? answer.json.values : null;
}

/** Reads the logged request in the address; null without one, or if the session may not see it. */
async function readLogged(): Promise<DashboardRequestDetails["request"] | null> {
  const id = new URLSearchParams(location.search).get("request");
  if (id === null) return null;
  const answer = await postJson<DashboardRequestDetails>("/dashboard/api/requests/show", { id });
  return answer?.ok ? answer.json.request : null;
}

/** Leaves out the keys, which the session or the headers carry. */
const withoutKeys = ({ client_id: _, secret: __, ...body }: Record<string, unknown>) => body;

/** The time limit of a request. */
const TIMEOUT_MS = 60_000;

/** Our own server's response to a POST of JSON; null if it did not respond. */
type Answer<Json> = { ok: boolean; status: number; ms: number; json: Json } | null;

/** Posts JSON to our own server, whose responses are trusted to have their shape. Never rejects. */
export const postJson = async <Json>(
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer<Json>> => {
  const startedAt = performance.now();
  try {
    const response = await fetch(path, {
      method: "POST",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    const json = isJson ? await response.json() : null;
    const ms = Math.round(performance.now() - startedAt);
    return { ok: response.ok, status: response.status, ms, json };
  } catch {
    return null;
  }
};
