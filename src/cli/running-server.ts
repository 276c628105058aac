import { z } from "zod";
import type { Store } from "../server/domain/store.ts";
import { requireClientKeys } from "../server/host/data-folder/client-keys.ts";
import { readSettings, type Settings, SettingsError } from "../server/host/settings/settings.ts";
import type { Context } from "./context.ts";
import { runningUrl, withExistingStore } from "./open-existing-store.ts";

/** The address of a running server, and its client's keys. */
export type RunningServer = { url: string; clientId: string; secret: string; publicKey: string };

/**
 * Returns the running server of a data folder with its client's keys. Throws without the secret.
 */
export const runningServer = (
  data: string,
  { variables, clock }: Pick<Context, "variables" | "clock">,
): Promise<RunningServer> => {
  const settings = readSettings({ data }, variables);
  return withExistingStore(settings, (store) => findServer(settings, store, clock()));
};

/** Finds the running server of an open store. */
export const findServer = async (
  settings: Settings,
  store: Store,
  now: number,
): Promise<RunningServer> => {
  const { client, keys } = await requireClientKeys(settings, store, now);
  if (!keys)
    throw new SettingsError(`the secret of ${client.clientId} is not on this machine`, {
      advice: "give it in SERVICE_LINK_CLIENT_ID and SERVICE_LINK_SECRET",
    });
  return {
    url: await runningUrl(settings, store),
    clientId: client.clientId,
    secret: keys.secret,
    publicKey: keys.public_key,
  };
};

const Refusal = z.object({ error_code: z.string(), error_message: z.string() });

/**
 * Calls the API of a running server with its client's keys. Throws a readable error if the server
 * refuses or does not run.
 */
export const callServer = async (
  server: RunningServer,
  path: string,
  body: object,
): Promise<unknown> => {
  const response = await requireResponse(server, path, body);
  return readResult(server, response);
};

/** Calls a path with a file as response. Yields the file's bytes as they arrive. */
export async function* callForFile(
  server: RunningServer,
  path: string,
  body: object,
): AsyncGenerator<Uint8Array> {
  const response = await requireResponse(server, path, body);
  if (!response.ok) await readResult(server, response);
  if (response.body) yield* response.body;
}

async function requireResponse(
  server: RunningServer,
  path: string,
  body: object,
): Promise<Response> {
  const response = await postToServer(server, path, body);
  if (response instanceof Response) return response;
  throw new SettingsError(`no server responds at ${server.url}`, {
    cause: response.failure,
    advice: "start it with npx service-link serve, or name its address in PUBLIC_URL",
  });
}

/** Posts to a running server; returns the failure if there is no response. */
export const postToServer = (
  { url, clientId, secret }: RunningServer,
  path: string,
  body: object,
): Promise<Response | { failure: unknown }> =>
  fetch(`${url}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "service-client-id": clientId,
      "service-secret": secret,
    },
    body: JSON.stringify(body),
  }).catch((failure: unknown) => ({ failure }));

/** Returns the body of a response; throws the server's refusal. */
export const readResult = async ({ url }: RunningServer, response: Response): Promise<unknown> => {
  const result: unknown = await response.json().catch(() => ({}));
  if (response.ok) return result;
  const refusal = Refusal.safeParse(result);
  throw new SettingsError(
    refusal.success
      ? `the server refuses: ${refusal.data.error_code}: ${refusal.data.error_message}`
      : `the server at ${url} responded ${response.status}`,
  );
};
