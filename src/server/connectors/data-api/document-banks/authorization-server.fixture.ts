import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { CLIENT } from "../../../../../demo/bank/visit.fixture.ts";

export const ISSUER = "https://bank.example";
/** The time at these banks: noon in London's summer. */
export const NOW = Date.UTC(2026, 5, 15, 11);

export type Json = Record<string, unknown>;
/** A request at a bank. */
export type Received = {
  method: string;
  url: URL;
  headers: Headers;
  body: string;
};

type Code = { consentId: string; challenge: string; nonce: string };
/** An access token: the client's own, or for a consent. */
type Token = { consentId: string | null };

const KEYS = generateKeyPairSync("ec", { namedCurve: "P-256" });
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const randomText = () => randomBytes(16).toString("hex");

/** A response in JSON. */
export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });

const signed = (claims: Json) => {
  const input = `${base64url({ alg: "ES256", kid: "bank-1" })}.${base64url(claims)}`;
  const options = { key: KEYS.privateKey, dsaEncoding: "ieee-p1363" } as const;
  return `${input}.${sign("sha256", Buffer.from(input), options).toString("base64url")}`;
};

/** A bank's address and clock. */
export type Place = { issuer: string; clock: () => number };

/** A bank without a socket. */
export const IN_PROCESS: Place = { issuer: ISSUER, clock: () => NOW };

/**
 * OAuth at a bank. `consentIdOf` reads the consent from an authorization request; `changes` alters
 * the tokens.
 */
export const authorizationServer = ({
  issuer,
  consentIdOf,
  scopes,
  changes = (tokens) => tokens,
}: Pick<Place, "issuer"> & {
  consentIdOf(request: URLSearchParams): string;
  scopes: string[];
  changes?: (tokens: Json) => Json;
}) => {
  const codes = new Map<string, Code>();
  const tokens = new Map<string, Token>();
  const refreshTokens = new Map<string, Code>();

  const issue = (code: Code | null) => {
    const access = randomText();
    tokens.set(access, { consentId: code?.consentId ?? null });
    if (code === null)
      return changes({ access_token: access, token_type: "Bearer", expires_in: 300 });
    const refresh = randomText();
    refreshTokens.set(refresh, code);
    // The library checks an ID token by this machine's clock.
    const seconds = Math.floor(Date.now() / 1000);
    return changes({
      access_token: access,
      token_type: "Bearer",
      expires_in: 300,
      refresh_token: refresh,
      scope: scopes.join(" "),
      ...(scopes.includes("openid") && {
        id_token: signed({
          iss: issuer,
          aud: CLIENT.id,
          sub: "person-1",
          nonce: code.nonce,
          iat: seconds,
          exp: seconds + 300,
          openbanking_intent_id: code.consentId,
        }),
      }),
    });
  };

  const tokenResponse = (form: URLSearchParams) => {
    const grantType = form.get("grant_type");
    if (grantType === "client_credentials") return json(200, issue(null));
    if (grantType === "refresh_token") {
      const code = refreshTokens.get(form.get("refresh_token") ?? "");
      return code ? json(200, issue(code)) : json(400, { error: "invalid_grant" });
    }
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const verifier = createHash("sha256").update(form.get("code_verifier") ?? "");
    if (!code || code.challenge !== verifier.digest("base64url"))
      return json(400, { error: "invalid_grant" });
    return json(200, issue(code));
  };

  return {
    /** Responds to OAuth requests; null for other requests. */
    respond: ({ method, url, headers, body }: Received): Response | null => {
      const path = `${method} ${url.pathname}`;
      if (path === "GET /.well-known/openid-configuration")
        return json(200, {
          issuer: issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ["code", "code id_token"],
          grant_types_supported: ["authorization_code", "client_credentials", "refresh_token"],
          subject_types_supported: ["public"],
          scopes_supported: scopes,
          id_token_signing_alg_values_supported: ["ES256", "PS256"],
          token_endpoint_auth_methods_supported: ["client_secret_basic"],
          code_challenge_methods_supported: ["S256"],
        });
      if (path === "GET /jwks") {
        const key = KEYS.publicKey.export({ format: "jwk" });
        return json(200, { keys: [{ ...key, kid: "bank-1", use: "sig", alg: "ES256" }] });
      }
      if (path !== "POST /token") return null;
      const [, basic = ""] = /^Basic (.+)$/.exec(headers.get("authorization") ?? "") ?? [];
      const [id, secret] = Buffer.from(basic, "base64").toString().split(":");
      // Id and secret are form-encoded (RFC 6749, 2.3.1).
      if (
        decodeURIComponent(id ?? "") !== CLIENT.id ||
        decodeURIComponent(secret ?? "") !== CLIENT.secret
      )
        return json(401, { error: "invalid_client" });
      return tokenResponse(new URLSearchParams(body));
    },
    /** Approves at an authorization's address; returns the callback's parameters. */
    authorize: (address: string): { consentId: string; parameters: Record<string, string> } => {
      const { searchParams } = new URL(address);
      const [, claims = ""] = (searchParams.get("request") ?? "").split(".");
      const inner: Json =
        claims === "" ? {} : JSON.parse(Buffer.from(claims, "base64url").toString());
      const request = new URLSearchParams(searchParams);
      for (const [name, value] of Object.entries(inner))
        request.set(name, typeof value === "string" ? value : JSON.stringify(value));
      const consentId = consentIdOf(request);
      const code = randomText();
      const challenge = request.get("code_challenge") ?? "";
      codes.set(code, { consentId, challenge, nonce: request.get("nonce") ?? "" });
      return { consentId, parameters: { code, iss: issuer } };
    },
    /** The token of a request; null without a valid token. */
    tokenOf: (headers: Headers): Token | null =>
      tokens.get(/^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1] ?? "") ?? null,
    /** Ends all refresh tokens. */
    end: () => refreshTokens.clear(),
  };
};
