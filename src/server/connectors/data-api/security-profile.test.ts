import { decodeJwt } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { AUTHORITY, CLIENT_PAIR } from "../../../../demo/bank/certificates.fixture.ts";
import type { BankClient } from "../../../../demo/bank/server.d.mts";
import { startBank } from "../../../../demo/bank/server.mjs";
import { walkThrough } from "../../../../demo/bank/visit.fixture.ts";
import {
  FDX_STANDARD,
  type RegistrationDeclaration,
} from "../../domain/institutions/institution-registration.ts";
import { connectTo, grantIn } from "./connected-bank.fixture.ts";
import { strictBank as bankOf, type Change, CLIENT_NAME, EC_KEY } from "./strict-bank.fixture.ts";

const BY_KEY: BankClient = { ...CLIENT_NAME, jwks: EC_KEY.jwks };
const BY_NAME: BankClient = { ...CLIENT_NAME, tls: { commonName: "service-link" } };
const fapi2 = { ...FDX_STANDARD, security: "fapi2" as const };

/** A bank that enforces FAPI 2.0, and a connection with that profile. */
const strictBank = (
  client: BankClient,
  declaration: Partial<RegistrationDeclaration>,
  change?: Change,
  clock?: () => number,
) => {
  const secrets =
    "tls" in client
      ? { certificate: CLIENT_PAIR, authorities: AUTHORITY }
      : { privateKey: EC_KEY.pem };
  return bankOf({
    ...{ profile: "fapi2", client, change, clock },
    declaration: { standard: fapi2, secrets, ...declaration },
  });
};

test.each([
  ["private_key_jwt and DPoP", BY_KEY, true],
  ["its certificate, for both", BY_NAME, false],
])("a client signs in under FAPI 2.0 by %s", async (_, client, hasKey) => {
  const { connector, signIn, requests, issuer } = await strictBank(client, {});
  const { login } = await signIn();
  expect((await grantIn(login)).dpopKey !== null).toBe(hasKey);
  expect(await connector.balances(login)).toHaveLength(4);
  const assertions = requests.flatMap((body) => {
    const assertion = new URLSearchParams(body).get("client_assertion");
    return assertion ? [decodeJwt(assertion).aud] : [];
  });
  expect(new Set(assertions)).toEqual(new Set(hasKey ? [issuer] : []));
});

test.each<[string, Partial<RegistrationDeclaration>, Record<string, unknown>]>([
  ["authenticate by private_key_jwt", { secrets: { clientSecret: "s" } }, {}],
  ["pushed_authorization_request_endpoint", {}, { pushed_authorization_request_endpoint: null }],
  ["code_challenge_method S256", {}, { code_challenge_methods_supported: ["plain"] }],
  [
    "authorization_response_iss_parameter_supported",
    {},
    { authorization_response_iss_parameter_supported: false },
  ],
  ["bound neither to a key", { dpop: false }, {}],
  [
    "assertions have to be for the issuer",
    {
      standard: {
        ...fapi2,
        deviations: { ...fapi2.deviations, assertionAudience: "token_endpoint" },
      },
    },
    {},
  ],
])(
  "a connection is refused under its profile, and the log names: %s",
  async (words, own, metadata) => {
    const { start, logged } = await strictBank(BY_KEY, own, (url, body) =>
      url.endsWith("/token") ? body : { ...body, ...metadata },
    );
    await expect(start()).rejects.toMatchObject({ code: "INSTITUTION_REGISTRATION_REQUIRED" });
    expect(logged.join()).toContain(words);
  },
);

test("an answer without iss and a token that is not bound are refused, and the token is discarded", async () => {
  const { start, issuer, logged, discarded } = await strictBank(BY_KEY, {}, (url, body) =>
    url.endsWith("/token") ? { ...body, token_type: "Bearer" } : body,
  );
  const cancelled = await start();
  const refusal = await walkThrough(issuer, cancelled.url, { accounts: "cancel" });
  const { state: _, iss: __, ...unnamed } = Object.fromEntries(refusal);
  await expect(cancelled.finish(unnamed)).rejects.toMatchObject({ code: "OAUTH_ISSUER_MISMATCH" });
  const { url, finish } = await start();
  const { state: ___, ...parameters } = Object.fromEntries(await walkThrough(issuer, url));
  await expect(finish(parameters)).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
  expect(logged.join()).toContain("is not bound to the key");
  expect(discarded).toHaveLength(1);
});

test("a renewed token that is not bound is discarded, and its user has to sign in again", async () => {
  let isLater = false;
  const { connector, signIn, logged, discarded } = await strictBank(
    BY_KEY,
    {},
    (url, body) => (isLater && url.endsWith("/token") ? { ...body, token_type: "Bearer" } : body),
    () => Date.now() + (isLater ? 3_600_000 : 0),
  );
  const { login } = await signIn();
  isLater = true;
  await expect(connector.balances(login)).rejects.toMatchObject({ code: "ITEM_LOGIN_REQUIRED" });
  expect(logged.join()).toContain("is not bound to the key");
  expect(discarded).toHaveLength(1);
});

test("a bank that takes its token endpoint alone as the audience of assertions gets that", async () => {
  const deviations = { ...FDX_STANDARD.deviations, assertionAudience: "token_endpoint" as const };
  const standard = { ...FDX_STANDARD, deviations };
  const bank = await startBank({ port: 0, clients: [BY_KEY] });
  onTestFinished(() => bank.close());
  const { signIn } = connectTo(bank.issuer, {
    declaration: { secrets: { privateKey: EC_KEY.pem }, standard },
  });
  expect((await signIn()).accounts).toHaveLength(4);
});
