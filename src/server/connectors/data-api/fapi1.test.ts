import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterEach, expect, test, vi } from "vitest";
import { AUTHORITY, CLIENT_PAIR } from "../../../../demo/bank/certificates.fixture.ts";
import type { RegistrationDeclaration } from "../../domain/institutions/institution-registration.ts";
import { grantIn } from "./connected-bank.fixture.ts";
import { type Case, fapi1Bank, standardOf } from "./fapi1-bank.fixture.ts";
import { type Change, CLIENT_NAME, EC_KEY, RSA_KEY } from "./strict-bank.fixture.ts";

/** Has the metadata offer no pushed requests (PAR). */
const withoutPar: Change = (url, body) => {
  if (url.endsWith("/token")) return body;
  const without = ({ pushed_authorization_request_endpoint: _, ...rest }: typeof body) => rest;
  return { ...without(body), mtls_endpoint_aliases: without(Object(body.mtls_endpoint_aliases)) };
};

afterEach(() => {
  vi.useRealTimers();
});

test.each<Case>([
  { response: "hybrid", authentication: "private_key_jwt", algorithm: "ES256", audience: "issuer" },
  { response: "hybrid", authentication: "tls_client_auth", algorithm: "PS256" },
  {
    ...{ response: "jarm", authentication: "private_key_jwt", algorithm: "PS256" },
    audience: "token_endpoint",
  },
  { response: "jarm", authentication: "tls_client_auth", algorithm: "ES256" },
  { response: "hybrid", authentication: "private_key_jwt", change: withoutPar },
  { response: "jarm", authentication: "tls_client_auth", change: withoutPar },
])(
  "a client signs in under FAPI 1 Advanced: $response, $authentication, $algorithm",
  async (options) => {
    const { response, authentication, algorithm = "ES256", audience = "issuer", change } = options;
    const { connector, signIn, start, requests, issuer, tlsOrigin } = await fapi1Bank(options);
    const { login } = await signIn();
    expect(await connector.balances(login)).toHaveLength(4);
    expect((await grantIn(login)).dpopKey).toBeNull();
    const { url } = await start();
    const fields = requests.map((body) => new URLSearchParams(body));
    const query = new URL(url).searchParams;
    const pushed = fields.flatMap((body) => body.get("request") ?? []);
    expect(pushed).toHaveLength(change ? 0 : 2);
    expect(query.has("request_uri")).toBe(!change);
    const request = pushed[0] ?? query.get("request") ?? "";
    const type = response === "hybrid" ? "code id_token" : "code";
    if (change) expect(query.get("response_type")).toBe(type);
    expect(decodeProtectedHeader(request).alg).toBe(algorithm);
    const claims = decodeJwt(request);
    expect(claims).toMatchObject({ iss: CLIENT_NAME.id, aud: issuer, response_type: type });
    expect(claims.response_mode).toBe(response === "jarm" ? "jwt" : undefined);
    expect(Number(claims.exp) - Number(claims.nbf)).toBe(60);
    const assertions = fields.flatMap((body) => {
      const assertion = body.get("client_assertion");
      return assertion ? [decodeJwt(assertion).aud] : [];
    });
    // The endpoint for clients with a certificate differs from that of the metadata.
    const expected = audience === "issuer" ? issuer : `${tlsOrigin}/token`;
    expect(new Set(assertions)).toEqual(
      new Set(authentication === "private_key_jwt" ? [expected] : []),
    );
  },
);

test("a connection takes the response that its bank offers, hybrid before JARM", async () => {
  const standard = standardOf();
  const { start, requests } = await fapi1Bank({ response: "hybrid", declaration: { standard } });
  await start();
  const request = requests.flatMap((body) => new URLSearchParams(body).get("request") ?? [])[0];
  expect(decodeJwt(request ?? "").response_type).toBe("code id_token");
  const codeAlone: Change = (_, body) => ({ ...body, response_types_supported: ["code"] });
  const other = await fapi1Bank({
    response: "jarm",
    declaration: { standard },
    change: codeAlone,
  });
  expect((await other.signIn()).accounts).toHaveLength(4);
});

const jwtWith = (claims: object) =>
  `eyJhbGciOiJFUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;

test.each([
  ["to no certificate", {}],
  ["to another certificate", { cnf: { "x5t#S256": "AAAA" } }],
  ["to a key", { cnf: { jkt: "AAAA" } }],
])("a token that is bound %s is refused and discarded, also at its renewal", async (_, claims) => {
  let isLater = false;
  const unbound: Change = (url, body) =>
    url.endsWith("/token") && "refresh_token" in body
      ? { ...body, access_token: jwtWith(claims) }
      : body;
  const first = await fapi1Bank({ response: "hybrid", change: unbound });
  await expect(first.signIn()).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
  expect(first.logged.join()).toContain("is not bound to the client's certificate");
  expect(first.discarded).toHaveLength(1);
  const later = await fapi1Bank({
    response: "jarm",
    change: (url, body) => (isLater ? unbound(url, body) : body),
    clock: () => Date.now() + (isLater ? 3_600_000 : 0),
  });
  const { login } = await later.signIn();
  isLater = true;
  await expect(later.connector.balances(login)).rejects.toMatchObject({
    code: "ITEM_LOGIN_REQUIRED",
  });
  expect(later.discarded).toHaveLength(1);
});

test("a request object is good for a minute: the bank refuses an older one", async () => {
  const { start } = await fapi1Bank({ response: "hybrid", change: withoutPar });
  const visit = async (url: string) =>
    (await fetch(url, { redirect: "manual" })).headers.get("location") ?? "";
  expect(await visit((await start()).url)).toMatch(/^\/sign-in\//);
  const { url } = await start();
  vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ["Date"] });
  expect(await visit(url)).toContain("#error=invalid_request_object");
});

test.each<[string, Partial<RegistrationDeclaration>, Record<string, unknown>]>([
  [
    "authenticate by private_key_jwt",
    { authentication: "client_secret_basic", secrets: { clientSecret: "s" } },
    {},
  ],
  ["needs a certificate in TLS", { secrets: { privateKey: EC_KEY.pem } }, {}],
  [
    "needs a private key",
    { authentication: "tls_client_auth", secrets: { certificate: CLIENT_PAIR } },
    {},
  ],
  ["tls_client_certificate_bound", {}, { tls_client_certificate_bound_access_tokens: false }],
  ["offer no request objects", {}, { request_parameter_supported: false }],
  ["nor the response mode jwt", {}, { response_types_supported: ["code"] }],
  ["for ID tokens", {}, { id_token_signing_alg_values_supported: ["RS256"] }],
  ["no jwks_uri", {}, { jwks_uri: null }],
  ["requests of CIBA are not signed", { flow: "ciba" }, {}],
  [
    "has to sign with PS256 or ES256",
    { secrets: { privateKey: RSA_KEY.pem, certificate: CLIENT_PAIR, authorities: AUTHORITY } },
    { request_object_signing_alg_values_supported: ["RS256"] },
  ],
])("a connection is refused under FAPI 1, and the log names: %s", async (words, own, metadata) => {
  const { start, logged } = await fapi1Bank({
    response: "hybrid",
    declaration: own,
    change: (url, body) => (url.endsWith("/token") ? body : { ...body, ...metadata }),
  });
  await expect(start()).rejects.toMatchObject({ code: "INSTITUTION_REGISTRATION_REQUIRED" });
  expect(logged.join()).toContain(words);
});

test("a bank that signs responses with RS256 alone is refused, and the log names it", async () => {
  const { start, logged } = await fapi1Bank({
    response: "jarm",
    change: (_, body) => ({ ...body, authorization_signing_alg_values_supported: ["RS256"] }),
  });
  await expect(start()).rejects.toMatchObject({ code: "INSTITUTION_REGISTRATION_REQUIRED" });
  expect(logged.join()).toContain("for signed responses (JARM)");
});

test("tokens of a client are of no use without its certificate", async () => {
  const { signIn, issuer } = await fapi1Bank({ response: "jarm" });
  const { accessToken } = await grantIn((await signIn()).login);
  const headers = {
    authorization: `Bearer ${accessToken}`,
    "x-fapi-interaction-id": crypto.randomUUID(),
  };
  const answer = await fetch(`${issuer}/open-banking/v3.1/aisp/accounts`, { headers });
  expect(answer.status).toBe(401);
});
