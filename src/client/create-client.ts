import type { CallOptions, Client, ClientOptions } from "./client-types.ts";
import type { WebhookVerificationKeyGetResponse } from "./generated/operations.ts";
import { API_VERSION, PATHS } from "./generated/paths.ts";
import { pageMethods } from "./page-methods.ts";
import { type Connection, createSend, limitFaults } from "./send.ts";
import { createVerifyWebhook } from "./verify-webhook.ts";
import { createWebhookKeys } from "./webhook-keys.ts";

/** The parts of the environment that a client needs in addition to `fetch`. */
type Environment = Pick<Connection, "clock" | "random" | "wait">;

/** Creates a client of the API in an environment. Inspecting the client shows no keys. */
export const createClientIn = (
  environment: Environment,
  options: Partial<ClientOptions> = {},
): Client => {
  if (typeof options !== "object" || options === null)
    throw new TypeError("createClient needs { baseUrl, clientId, secret }");
  const parsed = parseOptions(options);
  if (parsed instanceof TypeError) {
    if (!lacksVariables(options)) throw parsed;
    // A build may import a client's module without the server's environment variables. The first
    // call then throws.
    const fail = async () => Promise.reject(parsed);
    return clientOf(fail, fail);
  }
  const connection = { ...parsed, ...environment };
  const send = createSend(connection);
  const { clock, timeout } = connection;
  const lookup = { timeout: Math.min(timeout, MAX_LOOKUP_MS) };
  const keyOf = createWebhookKeys(async (key_id) => {
    const response = await send(PATHS.webhookVerificationKeyGet, { key_id }, lookup);
    return (response as WebhookVerificationKeyGetResponse).key;
  }, clock);
  const verifyWebhook = createVerifyWebhook({ clientId: connection.clientId, keyOf, clock });
  return clientOf(send, verifyWebhook);
};

/** Creates a client whose calls go through `send`. */
function clientOf(
  send: ReturnType<typeof createSend>,
  verifyWebhook: Client["verifyWebhook"],
): Client {
  const methods = Object.fromEntries(
    Object.entries(PATHS).map(([name, path]) => [
      name,
      async (request: object = {}, callOptions?: CallOptions) => send(path, request, callOptions),
    ]),
  );
  // The table of paths has a method for each operation, but the compiler cannot infer that.
  return { ...methods, ...pageMethods(send), verifyWebhook } as Client;
}

/** Whether the only missing options are values from unset environment variables. */
const lacksVariables = (options: Partial<ClientOptions>): boolean => {
  const { baseUrl, clientId, secret } = options;
  const filled = {
    ...options,
    baseUrl: baseUrl || "https://unset.example",
    clientId: clientId || "unset",
    secret: secret || "unset",
  };
  return !(parseOptions(filled) instanceof TypeError);
};

/**
 * The server waits for a webhook's response for 10 seconds, and then sends the webhook again later.
 */
const MAX_LOOKUP_MS = 3000;

/**
 * Checks the options. Returns one TypeError with the name of every wrong option, but without
 * values.
 */
function parseOptions(
  options: Partial<ClientOptions>,
): Omit<Connection, keyof Environment> | TypeError {
  const { version = API_VERSION, timeout = 60_000, retries = 2 } = options;
  const { baseUrl = "", clientId = "", secret = "" } = options;
  const { fetch = (...call) => globalThis.fetch(...call) } = options;
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
  if (url === null || faults.length > 0) return new TypeError(`createClient: ${faults.join("; ")}`);
  return { baseUrl: url, clientId, secret, version, timeout, retries, fetch };
}

function parseAddress(baseUrl: unknown): string | null {
  if (typeof baseUrl !== "string" || !URL.canParse(baseUrl)) return null;
  const { href, protocol, username, password, search, hash } = new URL(baseUrl);
  const isPlain = /^https?:$/.test(protocol) && username + password + search + hash === "";
  return isPlain ? href.replace(/\/+$/, "") : null;
}

/** Returns the faults of the keys. An unset environment variable makes an empty key. */
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
