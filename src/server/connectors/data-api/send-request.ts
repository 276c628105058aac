import type * as Oidc from "openid-client";
import { toUuid } from "../../domain/identifiers.ts";
import { deviationHeaders } from "../../domain/institutions/deviations.ts";
import { pathHeaders } from "./dialect-paths.ts";
import { type Grant, importDpopKey } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { personHeaders } from "./person-headers.ts";

/** The response to a request, with the challenges of a refusal. */
export type Answer = {
  status: number;
  text: string;
  /** The requested file; the text is empty then. */
  bytes?: Uint8Array;
  challenges?: readonly Challenge[];
};

/** A challenge in a refusal: its scheme, and its error (RFC 6750, RFC 9449). */
type Challenge = { scheme: string; error: string | undefined };

type Request = { method: string; body?: string | undefined; headers: Headers };

/** Sends a request without a token. The client shows its certificate, if any. */
export const sendPlain = async (
  { oidc, config }: Pick<IssuerClient, "oidc" | "config">,
  url: URL,
  { method, body, headers }: Request,
): Promise<Response> => {
  const fetch = config[oidc.customFetch];
  if (!fetch) throw new Error("the client has no way to send");
  return fetch(url.href, {
    ...{ method, body, redirect: "manual" },
    headers: Object.fromEntries(headers),
  });
};

/** The content type of responses that are not files. */
const JSON_TYPE = "application/json";

/**
 * Sends a request for a user's data, with the grant's token if any; `proofs` caches key handles. A
 * response of another type than JSON is a file.
 */
export const send = async (
  client: IssuerClient,
  { accessToken, dpopKey, consentId }: Grant,
  url: string,
  proofs: Map<string, Promise<Oidc.DPoPHandle>>,
  accept = JSON_TYPE,
): Promise<Answer> => {
  const { oidc, config, connection, dialect, random, clock } = client;
  if (dpopKey && !proofs.has(dpopKey.x))
    proofs.set(
      dpopKey.x,
      importDpopKey(dpopKey).then((pair) => oidc.getDPoPHandle(config, pair)),
    );
  const DPoP = dpopKey && (await proofs.get(dpopKey.x));
  const headers = new Headers({
    accept,
    ...pathHeaders(dialect, toPath(url, connection.dataUrl)),
    ...deviationHeaders(connection.standard.deviations, clock()),
    [dialect.headers.request]: toUuid(random(16)),
    ...(dialect.headers.consent && consentId !== null && { [dialect.headers.consent]: consentId }),
    ...personHeaders(dialect, connection),
  });
  if (accessToken === null) {
    const answer = await sendPlain(client, new URL(url), { method: "GET", headers });
    return read(answer, accept);
  }
  try {
    const answer = await oidc.fetchProtectedResource(
      config,
      accessToken,
      new URL(url),
      "GET",
      undefined,
      headers,
      DPoP ? { DPoP } : {},
    );
    return await read(answer, accept);
  } catch (failure) {
    if (!(failure instanceof oidc.WWWAuthenticateChallengeError)) throw failure;
    const challenges = failure.cause.map(({ scheme, parameters: { error } }) => ({
      scheme: toWord(scheme) ?? "another scheme",
      error: toWord(error),
    }));
    return { status: failure.status, text: await failure.response.text(), challenges };
  }
};

/** Returns the path of an address below the data URL. */
const toPath = (url: string, dataUrl: string): string =>
  url.slice(dataUrl.length).split("?")[0] ?? "";

/** Reads a response; a refusal is a text, whatever was asked for. */
async function read(answer: Response, accept: string): Promise<Answer> {
  const { status } = answer;
  if (accept === JSON_TYPE || status !== 200) return { status, text: await answer.text() };
  return { status, text: "", bytes: new Uint8Array(await answer.arrayBuffer()) };
}

/** An institution's word in a form that may be logged. */
const toWord = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : /^[\w.-]{1,40}$/.exec(text)?.[0];
