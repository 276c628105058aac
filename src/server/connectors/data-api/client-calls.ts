import { Fault } from "../../domain/fault.ts";
import { uuidOf } from "../../domain/identifiers.ts";
import { createDpopKey } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { dpopOption, resourceParameter } from "./new-grant.ts";
import { parseBoundedJson } from "./parse-response.ts";
import { redactPath } from "./refusals.ts";

/** The calls of a client by its own token, not a user's (the client credentials grant). */
export type ClientCalls = (
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
) => Promise<ClientResponse>;

type ClientResponse = { status: number; body: unknown };

/**
 * Opens the calls of a client by a new token with a scope. A call throws INSTITUTION_REGISTRATION_REQUIRED if the token is
 * refused; all other refusals of the data API are responses.
 */
export const openClientCalls = async (
  client: IssuerClient,
  scope: string,
): Promise<ClientCalls> => {
  const { oidc, config, connection, dialect, bindsToKey, random } = client;
  const dpopKey = bindsToKey ? await createDpopKey() : null;
  const proof = await dpopOption(client, dpopKey);
  const tokens = await oidc.clientCredentialsGrant(
    config,
    { scope, ...resourceParameter(client) },
    proof,
  );
  const options = tokens.token_type === "dpop" ? proof : {};
  return async (method, path, body) => {
    const headers = new Headers({
      accept: "application/json",
      ...(body && { "content-type": "application/json" }),
      ...connection.standard.deviations.headers,
      [dialect.headers.request]: uuidOf(random(16)),
    });
    const answer = await oidc
      .fetchProtectedResource(
        config,
        tokens.access_token,
        new URL(`${connection.dataUrl}${path}`),
        method,
        body && JSON.stringify(body),
        headers,
        options,
      )
      .catch((failure: unknown) => {
        if (!(failure instanceof oidc.WWWAuthenticateChallengeError)) throw failure;
        return new Response(null, { status: failure.status });
      });
    if (answer.status === 401)
      throw new Fault("INSTITUTION_REGISTRATION_REQUIRED", {
        cause: new Error(`${redactPath(path)}: the client's own token is refused`),
      });
    return { status: answer.status, body: parseBoundedJson(await answer.text()) };
  };
};
