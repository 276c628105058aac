import type { CallOptions, Client, ClientOptions } from "./client-types.ts";
import type { WebhookVerificationKeyGetResponse } from "./generated/operations.ts";
import { API_VERSION, PATHS } from "./generated/paths.ts";
import { pageMethods } from "./page-methods.ts";
import { type Connection, createSend, limitFaults } from "./send.ts";
import { createVerifyWebhook } from "./verify-webhook.ts";
import { createWebhookKeys } from "./webhook-keys.ts";

/** The parts of the environment that a client needs in addition to `fetch`. */
type Environment = Pick<Connection, "clock" | "random" | "wait">;

/** Creates a client of the API in an environment. The keys are kept out of sight: inspecting the client shows none. */
export const createClientIn = (environment: Environment, options: ClientOptions): Client => {
  const connection = { ...parseOptions(options), ...environment };
  const send = createSend(connection);
  const methods = Object.fromEntries(
    Object.entries(PATHS).map(([name, path]) => [
      name,
      async (request: object = {}, callOptions?: CallOptions) => send(path, request, callOptions),
    ]),
  );
  const { clock, timeout } = connection;
  const lookup = { timeout: Math.min(timeout, MAX_LOOKUP_MS) };
  const keyOf = createWebhookKeys(async (key_id) => {
    const response = await send(PATHS.webhookVerificationKeyGet, { key_id }, lookup);
    return (response as WebhookVerificationKeyGetResponse).key;
  }, clock);
  const verifyWebhook = createVerifyWebhook({ clientId: connection.clientId, keyOf, clock });
  // The table of paths has a method for each of the operations, which the compiler cannot infer.
  return { ...methods, ...pageMethods(send), verifyWebhook } as Client;
};

/** The server waits for a webhook's response for 10 seconds only, and then sends it again later. */
const MAX_LOOKUP_MS = 3000;

/** Checks the options; throws one TypeError that names every wrong one, and never its value. */
function parseOptions(options: ClientOptions): Omit<Connection, keyof Environment> {
  if (typeof options !== "object" || options === null)
    throw new TypeError("createClient needs { baseUrl, clientId, secret }");
  const { version = API_VERSION, timeout = 60_000, retries = 2 } = options;
  const { baseUrl, clientId, secret, fetch = (...call) => globalThis.fetch(...call) } = options;
  const url = parseAddress(baseUrl);
  const faults = [
    ...(url === null
      ? ["baseUrl must be the http or https address of your server, without keys, query or hash"]
      : []),
    ...keyFaults({ clientId, secret }),
    ...(isHeaderText(version) ? [] : ["version must be a date such as 2020-09-14"]),
    ...limitFaults({ timeout, retries }),
    ...(typeof fetch === "function" ? [] : ["fetch must be a function"]),
  ];
  if (url === null || faults.length > 0) throw new TypeError(`createClient: ${faults.join("; ")}`);
  return { baseUrl: url, clientId, secret, version, timeout, retries, fetch };
}

function parseAddress(baseUrl: unknown): string | null {
  if (typeof baseUrl !== "string" || !URL.canParse(baseUrl)) return null;
  const { href, protocol, username, password, search, hash } = new URL(baseUrl);
  const isPlain = /^https?:$/.test(protocol) && username + password + search + hash === "";
  return isPlain ? href.replace(/\/+$/, "") : null;
}

/** Returns the faults of the keys; an environment variable that is not set makes an empty one. */
const keyFaults = (keys: Record<string, unknown>): string[] =>
  Object.entries(keys)
    .filter(([, value]) => !isHeaderText(value))
    .map(([name, value]) =>
      value === undefined || value === ""
        ? `${name} is empty: is the environment variable set that you take it from?`
        : `${name} must be a text without spaces`,
    );

const isHeaderText = (value: unknown): boolean =>
  typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
