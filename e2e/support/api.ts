import { setTimeout as pause } from "node:timers/promises";
import type { Running } from "./server.ts";

/** Calls the API like a client's server. Throws if the API refuses. */
export const call = async (
  server: Running,
  path: string,
  body: object,
): Promise<Record<string, unknown>> => {
  const { status, answer } = await ask(server, path, body);
  if (status !== 200) throw new Error(`${path} answered ${JSON.stringify(answer)}`);
  return answer;
};

/** Calls the API without throwing. Retries a busy server at the time it names, like any client. */
export const ask = async (
  server: Running,
  path: string,
  body: object,
): Promise<{ status: number; answer: Record<string, unknown> }> => {
  const response = await fetch(server.api + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: server.clientId, secret: server.secret, ...body }),
  });
  const retryAfter = response.headers.get("retry-after");
  if (response.status === 503 && retryAfter !== null) {
    await pause(Number(retryAfter) * 1000);
    return ask(server, path, body);
  }
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
};

/** Creates a link token for a user, as an application's server does. */
export const linkToken = async (server: Running, body: object = {}): Promise<string> => {
  const { link_token } = await call(server, "/link/token/create", {
    client_name: "Corner Shop",
    language: "en",
    country_codes: ["US"],
    user: { client_user_id: "user-1" },
    products: ["auth", "transactions"],
    ...body,
  });
  return String(link_token);
};

/** A linked Item with its access token. */
export const linkItem = async (server: Running, body: object = {}) => {
  const { public_token } = await call(server, "/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["auth", "transactions"],
    ...body,
  });
  return exchange(server, public_token);
};

/** Exchanges a public token, as an application's server does. */
export const exchange = async (server: Running, public_token: unknown) => {
  const answer = await call(server, "/item/public_token/exchange", { public_token });
  return { accessToken: String(answer.access_token), itemId: String(answer.item_id) };
};
