import { Fault } from "../../domain/fault.ts";
import { toUuid } from "../../domain/identifiers.ts";
import { deviationHeaders } from "../../domain/institutions/deviations.ts";
import { hasPreStep } from "../../domain/institutions/institution-registration.ts";
import { findMeaning, refusalCodeIn } from "./dialect.ts";
import { createDpopKey, type Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { dpopOption, resourceParameter } from "./new-grant.ts";
import { parseBoundedJson } from "./parse-response.ts";
import { personHeaders } from "./person-headers.ts";
import { redactPath } from "./refusals.ts";
import { sendPlain } from "./send-request.ts";

/** The calls that a client makes with its own token instead of a user's. */
export type ClientCalls = (
  method: Method,
  path: string,
  content?: { body: object; headers?: Readonly<Record<string, string>> | undefined },
) => Promise<ClientResponse>;

type Method = "GET" | "POST" | "PUT" | "DELETE";
/** A response of the data API to the client itself. */
export type ClientResponse = { status: number; body: unknown; headers: Headers };
type Send = (
  url: URL,
  request: { method: Method; body: string | undefined; headers: Headers },
) => Promise<Response>;

/**
 * Opens a client's calls for a consent: by a new token with the dialect's scope, by certificate
 * without a token, or by an earlier sign-in's token. A call throws
 * INSTITUTION_REGISTRATION_REQUIRED if the client is refused, and INSUFFICIENT_CREDENTIALS if the
 * user's token is. All other refusals are responses.
 */
export const openClientCalls = async (
  client: IssuerClient,
  grant: Pick<Grant, "accessToken" | "dpopKey"> | null,
): Promise<ClientCalls> => {
  const { connection, dialect, random, clock } = client;
  const { scope = null } = dialect.consent.request ?? {};
  const token = hasPreStep(connection.standard) ? (grant?.accessToken ?? null) : null;
  const send: Send =
    token !== null
      ? sendWith(client, token, await dpopOption(client, grant?.dpopKey ?? null))
      : scope === null
        ? (url, request) => sendPlain(client, url, request)
        : await sendWithToken(client, scope);
  return async (method, path, content) => {
    const headers = new Headers({
      accept: "application/json",
      ...(content && { "content-type": "application/json" }),
      ...deviationHeaders(connection.standard.deviations, clock()),
      [dialect.headers.request]: toUuid(random(16)),
      ...personHeaders(dialect, connection),
      ...content?.headers,
    });
    const url = new URL(`${connection.dataUrl}${path}`);
    const body = content && JSON.stringify(content.body);
    const answer = await send(url, { method, body, headers });
    const { status } = answer;
    const text = await answer.text();
    const parsed = parseBoundedJson(text);
    const isOfClient = findMeaning(dialect, status, refusalCodeIn(dialect, parsed)) === null;
    if (status === 401 && isOfClient) {
      const refused = token === null ? "the client itself" : "the token of the sign-in before";
      throw new Fault(
        token === null ? "INSTITUTION_REGISTRATION_REQUIRED" : "INSUFFICIENT_CREDENTIALS",
        { cause: new Error(`${redactPath(path)}: ${refused} is refused`) },
      );
    }
    return { status, body: parsed, headers: answer.headers };
  };
};

/** Sends with a new token of the client credentials grant. */
async function sendWithToken(client: IssuerClient, scope: string): Promise<Send> {
  const { oidc, config, bindsToKey } = client;
  const proof = await dpopOption(client, bindsToKey ? await createDpopKey() : null);
  const tokens = await oidc.clientCredentialsGrant(
    config,
    { scope, ...resourceParameter(client) },
    proof,
  );
  return sendWith(client, tokens.access_token, tokens.token_type === "dpop" ? proof : {});
}

const sendWith =
  (
    { oidc, config }: IssuerClient,
    token: string,
    proof: Awaited<ReturnType<typeof dpopOption>>,
  ): Send =>
  (url, { method, body, headers }) =>
    oidc
      .fetchProtectedResource(config, token, url, method, body, headers, proof)
      .catch((failure: unknown) => {
        if (!(failure instanceof oidc.WWWAuthenticateChallengeError)) throw failure;
        return new Response(null, { status: failure.status });
      });
