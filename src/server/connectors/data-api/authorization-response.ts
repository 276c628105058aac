import { Fault } from "../../domain/fault.ts";
import { jwtClaims } from "../../domain/jwt-claims.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { authorizationRefusal } from "./refusals.ts";

type Parameters = Readonly<Record<string, string>>;

/** The request of a response, and the path of the user's return. */
type Request = { issuer: string; redirectUri: string; state: string; returnPath: string };

/** A response in the form of the protocol's library. */
type AuthorizationResponse = {
  url: URL;
  /** The claims of the detached signature, which the library verifies; null without one. */
  signature: Readonly<Record<string, unknown>> | null;
};

/**
 * Reads a callback's parameters. Throws OAUTH_ISSUER_MISMATCH for another issuer than the
 * request's, by name or redirect URI; UNSUPPORTED_RESPONSE for a missing signature that the profile
 * requires; and a refusal that needs no signature as a Fault.
 */
export const readResponse = (
  client: IssuerClient,
  parameters: Parameters,
  { issuer, redirectUri, state, returnPath }: Request,
): AuthorizationResponse => {
  const { metadata, responseForm } = client;
  const url = new URL(redirectUri);
  if (issuer !== metadata.issuer || url.pathname !== returnPath)
    throw new Fault("OAUTH_ISSUER_MISMATCH");
  if (responseForm === "jarm") {
    const { response } = parameters;
    if (response === undefined) throw unsigned(client, "the response is no signed JWT (JARM)");
    url.searchParams.set("response", response);
    return { url, signature: null };
  }
  const { error, code, id_token: token } = parameters;
  const isRefusal = error !== undefined && code === undefined;
  const signature = responseForm === "hybrid" ? jwtClaims(token ?? "") : null;
  if (responseForm === "hybrid" && signature === null && !isRefusal)
    throw unsigned(client, "the response has no ID token as its detached signature");
  // A detached signature names the issuer, which the library verifies.
  if (signature === null) requireIssuer(client, parameters, isRefusal);
  // The library refuses a code together with an error.
  if (isRefusal) throw toRefusal(client, error);
  if (signature !== null) url.hash = new URLSearchParams({ ...parameters, state }).toString();
  else for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url, signature };
};

/**
 * Throws OAUTH_ISSUER_MISMATCH for another issuer, or for none although the metadata promise one.
 */
function requireIssuer(
  { metadata, connection }: IssuerClient,
  parameters: Parameters,
  isRefusal: boolean,
): void {
  // A refusal has no code that an attacker could pass on, so it may lack the issuer's name.
  const isStrict = connection.standard.security !== "none";
  const isNamed =
    metadata.authorization_response_iss_parameter_supported === true && (isStrict || !isRefusal);
  const { iss = isNamed ? "" : metadata.issuer } = parameters;
  if (iss !== metadata.issuer) throw new Fault("OAUTH_ISSUER_MISMATCH");
}

/** The institution's refusal of an authorization request, as a Fault. */
export const toRefusal = ({ metadata }: IssuerClient, error: string): Fault => {
  const isPushed = metadata.pushed_authorization_request_endpoint !== undefined;
  return authorizationRefusal(error, { isPushed });
};

const unsigned = ({ connection }: IssuerClient, problem: string): Fault =>
  new Fault("UNSUPPORTED_RESPONSE", {
    cause: new Error(`${connection.standard.security}: ${problem}`),
  });
