import { X509Certificate } from "node:crypto";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";

/** @import { IncomingMessage } from "node:http" */
/** @import { Directory } from "./server.d.mts" */
/** @import { Storage } from "./storage.mjs" */

const ALGORITHMS = ["PS256", "ES256"];
const MAX_BYTES = 64 * 1024;
const METHODS = ["private_key_jwt", "tls_client_auth"];

/** A refusal of a registration (OpenID Connect DCR, 3.3). */
class RegistrationRefusal extends Error {
  /**
   * @param {string} error
   * @param {string} description
   * @param {number} [status]
   */
  constructor(error, description, status = 400) {
    super(description);
    this.status = status;
    this.body = { error, error_description: description };
  }
}

/**
 * @param {boolean} isRight
 * @param {string} description
 * @param {string} [error]
 */
const must = (isRight, description, error = "invalid_client_metadata") => {
  if (!isRight) throw new RegistrationRefusal(error, description);
};

/**
 * The bank's registration of clients by a software statement that a directory has signed (UK Open Banking DCR 3.3).
 * @param {{ provider: import("./oidc.d.mts").BankProvider, issuer: string, storage: Storage,
 *   adapter: (kind: string) => any, directory: Directory, clock: () => number }} bank
 */
export const registrationRoute = ({ provider, issuer, storage, adapter, directory, clock }) => {
  const authority = createLocalJWKSet(/** @type {any} */ (directory.jwks));

  /** @param {IncomingMessage} request */
  const toCertificate = (request) => {
    const { socket } = request;
    const isShown =
      "getPeerX509Certificate" in socket && /** @type {any} */ (socket).authorized === true;
    const certificate = isShown && /** @type {any} */ (socket).getPeerX509Certificate();
    if (!(certificate instanceof X509Certificate))
      throw new RegistrationRefusal(
        "invalid_client",
        "Show a certificate of the directory in TLS.",
        401,
      );
    return certificate;
  };

  /** @param {IncomingMessage} request */
  const read = async (request) => {
    must(
      request.headers["content-type"]?.split(";")[0] === "application/jose",
      "The request has to be a signed JWT of the type application/jose.",
    );
    let text = "";
    for await (const piece of request.setEncoding("utf8")) {
      text += piece;
      must(text.length <= MAX_BYTES, "The request is too long.");
    }
    return text;
  };

  /**
   * The client that a request declares; throws a refusal.
   * @param {IncomingMessage} request
   */
  const declared = async (request) => {
    const certificate = toCertificate(request);
    const text = await read(request);
    /** @type {Record<string, any>} */
    let unverified;
    try {
      unverified = decodeJwt(text);
    } catch {
      throw new RegistrationRefusal("invalid_client_metadata", "The request is no JWT.");
    }
    const statement = await jwtVerify(String(unverified.software_statement), authority, {
      algorithms: ALGORITHMS,
      issuer: directory.issuer,
    }).catch(() => {
      throw new RegistrationRefusal(
        "invalid_software_statement",
        `The software statement is not signed by ${directory.issuer}.`,
      );
    });
    /** @type {Record<string, any>} */
    const software = statement.payload;
    const keys = directory.softwareKeys[String(software.software_jwks_endpoint)];
    must(keys !== undefined, "The software has no keys.", "unapproved_software_statement");
    const { payload, protectedHeader } = await jwtVerify(
      text,
      createLocalJWKSet(/** @type {any} */ (keys)),
      { algorithms: ALGORITHMS, audience: issuer, currentDate: new Date(clock()) },
    ).catch((error) => {
      throw new RegistrationRefusal(
        "invalid_client_metadata",
        `The request is refused: ${error.message}.`,
      );
    });
    const claims = /** @type {Record<string, any>} */ (payload);
    must(protectedHeader.kid !== undefined, "The header has no kid.");
    must(claims.iss === software.software_id, "iss is not the software's id.");
    for (const name of ["iat", "exp", "jti"])
      must(claims[name] !== undefined, `${name} is missing.`);
    must(claims.exp - claims.iat <= 3600, "exp is more than an hour after iat.");
    const key = `Registration:${claims.jti}`;
    must(storage.get(key) === undefined, "jti was used before.");
    storage.set(key, {}, 3600);
    const addresses = claims.redirect_uris;
    must(
      Array.isArray(addresses) &&
        addresses.length > 0 &&
        addresses.every((address) => software.software_redirect_uris.includes(address)),
      "redirect_uris has an address that the software statement does not have.",
      "invalid_redirect_uri",
    );
    must(
      METHODS.includes(claims.token_endpoint_auth_method),
      `token_endpoint_auth_method is one of ${METHODS.join(", ")}.`,
    );
    const subject = certificate.subject.split("\n").toReversed().join(",");
    must(
      claims.token_endpoint_auth_method !== "tls_client_auth" ||
        claims.tls_client_auth_subject_dn === subject,
      "tls_client_auth_subject_dn is not the subject of the certificate.",
    );
    must(claims.application_type === "web", "application_type is web.");
    const types = claims.grant_types;
    must(
      Array.isArray(types) &&
        types.includes("authorization_code") &&
        types.includes("client_credentials"),
      "grant_types has authorization_code and client_credentials.",
    );
    const [response, ...others] = claims.response_types ?? [];
    must(
      others.length === 0 && ["code id_token", "code"].includes(response),
      "response_types is code id_token, or code.",
    );
    must(String(claims.scope).split(" ").includes("accounts"), "scope has accounts.");
    const isHybrid = response === "code id_token";
    for (const name of [
      ...["id_token_signed_response_alg", "request_object_signing_alg"],
      ...(isHybrid ? [] : ["authorization_signed_response_alg"]),
    ])
      must(ALGORITHMS.includes(claims[name]), `${name} is PS256 or ES256.`);
    return {
      client_name: String(software.software_client_name ?? software.software_id),
      redirect_uris: addresses,
      // The provider counts an ID token in the response as implicit.
      grant_types: [...types, ...(isHybrid ? ["implicit"] : [])],
      response_types: [response],
      application_type: isHybrid ? "native" : "web",
      token_endpoint_auth_method: claims.token_endpoint_auth_method,
      ...(claims.token_endpoint_auth_method === "tls_client_auth" && {
        tls_client_auth_subject_dn: subject,
      }),
      tls_client_certificate_bound_access_tokens: true,
      jwks: keys,
      id_token_signed_response_alg: claims.id_token_signed_response_alg,
      request_object_signing_alg: claims.request_object_signing_alg,
      authorization_signed_response_alg: claims.authorization_signed_response_alg ?? "PS256",
      software_id: software.software_id,
    };
  };

  /**
   * The client whose token a request has.
   * @param {IncomingMessage} request
   * @param {string} id
   */
  const requireToken = async (request, id) => {
    const [, value = ""] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
    const token = await provider.ClientCredentials.find(value);
    if (token?.clientId !== id)
      throw new RegistrationRefusal("invalid_token", "Send a token of this client.", 401);
  };

  /**
   * @param {IncomingMessage} request
   * @returns {Promise<{ status: number, body: unknown }>}
   */
  return async (request) => {
    const [, id] = /^\/register(?:\/([\w-]+))?$/.exec(request.url ?? "") ?? [];
    const isNew = request.method === "POST" && id === undefined;
    try {
      if (!isNew && (request.method !== "PUT" || id === undefined))
        throw new RegistrationRefusal("invalid_request", "Only POST, and PUT of a client.", 405);
      if (id !== undefined) await requireToken(request, id);
      const { software_id: softwareId, ...client } = await declared(request);
      const known = id === undefined ? undefined : await adapter("Client").find(id);
      const clientId = id ?? `client-${storage.find("Client", () => true).length + 1}`;
      if (!isNew && !known)
        throw new RegistrationRefusal("invalid_token", "There is no such client.", 401);
      await adapter("Client").upsert(clientId, { ...client, client_id: clientId });
      return {
        status: isNew ? 201 : 200,
        body: { ...client, client_id: clientId, software_id: softwareId, jwks: undefined },
      };
    } catch (error) {
      if (!(error instanceof RegistrationRefusal)) throw error;
      return { status: error.status, body: error.body };
    }
  };
};
