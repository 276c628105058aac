import { generateKeyPairSync } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Bank } from "../../../../demo/bank/server.d.mts";
import { startBank } from "../../../../demo/bank/server.mjs";
import { CLIENT, RETURN_ADDRESS } from "../../../../demo/bank/visit.fixture.ts";
import { createInstitutionHttp } from "../../adapters/institution-http.ts";
import type { InstitutionHttp } from "../../domain/institutions/institution-http.ts";
import { connectTo, grantIn, INSTITUTION_ID } from "./connected-bank.fixture.ts";
import type { Grant } from "./grant.ts";
import { storedLogin } from "./stored-login.fixture.ts";

const MINUTE = 60_000;
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const KEY_CLIENT = {
  id: "key-client",
  name: "Service Link",
  redirectUris: [RETURN_ADDRESS],
  jwks: { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "key-1", alg: "ES256" }] },
};
let bank: Bank;

beforeAll(async () => {
  bank = await startBank({ port: 0, clients: [CLIENT, KEY_CLIENT] });
});
afterEach(() => bank.behave());
afterAll(() => bank.close());

/** A login whose access token expires at the test's command. */
const signedIn = async (options: { http?: InstitutionHttp } = {}) => {
  let now = Date.now();
  const clock = () => now;
  const mine = connectTo(bank.issuer, { clock, ...options });
  const { login } = await mine.signIn();
  const open = storedLogin(INSTITUTION_ID, login.connectorState);
  return {
    ...mine,
    clock,
    open,
    grant: () => grantIn(open()),
    /** Stores another grant in place of the original one. */
    change: async (changes: Partial<Grant>) =>
      open().replaceState(JSON.stringify({ ...(await grantIn(open())), ...changes })),
    pass: (ms: number) => {
      now += ms;
    },
  };
};

describe("renewal of access tokens", () => {
  test("an access token that has ended is renewed before the next call, and the rotated refresh token is stored", async () => {
    const { connector, grant, open, pass } = await signedIn();
    const first = await grant();
    await connector.balances(open());
    expect(await grant()).toEqual(first);
    pass(15 * MINUTE);
    await connector.balances(open());
    const second = await grant();
    expect(second.accessToken).not.toBe(first.accessToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(second).toMatchObject({ id: first.id, subject: first.subject, leaseUntil: null });
  });

  test("concurrent calls renew an access token once, in one process and in several", async () => {
    const { clock, connector, grant, open, pass } = await signedIn();
    const other = connectTo(bank.issuer, { clock }).connector;
    for (let round = 0; round < 3; round++) {
      const before = await grant();
      pass(15 * MINUTE);
      const calls = [connector, other, connector, other].map((each) => each.balances(open()));
      await Promise.all([...calls, connector.identity(open()), other.identity(open())]);
      const after = await grant();
      expect(after.refreshToken).not.toBe(before.refreshToken);
      // The bank ends the grant at the second use of a refresh token.
      await connector.balances(open());
    }
  });

  test("a process that read the login before another one renewed its token goes on with the new token", async () => {
    const { clock, connector, open, pass } = await signedIn();
    pass(15 * MINUTE);
    const stale = open();
    await connectTo(bank.issuer, { clock }).connector.balances(open());
    await connector.balances(stale);
  });

  test("a pause that is stored while the refresh token is used does not lose the new tokens", async () => {
    const real = createInstitutionHttp({ environment: "production", outboundHosts: null });
    let afterTokens = async () => {};
    const http: InstitutionHttp = {
      close: real.close,
      open: (connection) => {
        const client = real.open(connection);
        return {
          ...client,
          fetch: async (url, request) => {
            const answer = await client.fetch(url, request);
            if (url.endsWith("/token")) await afterTokens();
            return answer;
          },
        };
      },
    };
    const { change, clock, connector, discarded, grant, open, pass } = await signedIn({ http });
    const pausedUntil = clock() - 1;
    afterTokens = async () => void (await change({ pausedUntil }));
    for (let round = 0; round < 2; round++) {
      const { refreshToken } = await grant();
      pass(15 * MINUTE);
      await connector.balances(open());
      expect(await grant()).toMatchObject({ pausedUntil, leaseUntil: null });
      expect((await grant()).refreshToken).not.toBe(refreshToken);
    }
    expect(discarded).toEqual([]);
  });

  test("tokens of another customer in a renewal are revoked, and the user has to sign in again", async () => {
    const { change, connector, discarded, open, pass } = await signedIn();
    await change({ subject: "somebody-else" });
    pass(15 * MINUTE);
    await expect(connector.balances(open())).rejects.toMatchObject({ code: "ITEM_LOGIN_REQUIRED" });
    expect(discarded).toHaveLength(1);
  });

  test("a renewal waits for the lease of a process that has died, and goes on when it ends", async () => {
    const { change, clock, connector, grant, open, pass } = await signedIn();
    pass(15 * MINUTE);
    await change({ leaseUntil: clock() + MINUTE });
    const call = connector.balances(open());
    pass(MINUTE);
    await call;
    expect(await grant()).toMatchObject({ leaseUntil: null });
  });

  test("an access token is renewed later if the institution is down", async () => {
    const { connector, grant, open, pass } = await signedIn();
    pass(15 * MINUTE);
    bank.misbehave("tokens-down");
    const before = await grant();
    await expect(connector.balances(open())).rejects.toMatchObject({
      code: "INSTITUTION_NOT_RESPONDING",
    });
    expect(await grant()).toEqual(before);
    bank.behave();
    await connector.balances(open());
  });

  test("a grant that has ended needs its user to sign in again", async () => {
    const { connector, open, pass } = await signedIn();
    pass(15 * MINUTE);
    bank.misbehave("refresh-refused");
    await expect(connector.balances(open())).rejects.toMatchObject({ code: "ITEM_LOGIN_REQUIRED" });
  });

  test("an access token that ends without a refresh token needs its user to sign in again", async () => {
    const { change, connector, open, pass } = await signedIn();
    await change({ refreshToken: null });
    await connector.balances(open());
    pass(15 * MINUTE);
    await expect(connector.balances(open())).rejects.toMatchObject({ code: "ITEM_LOGIN_REQUIRED" });
  });
});

describe("early refusals of access tokens", () => {
  test("an access token that is refused before its end is renewed once, and the call is made again", async () => {
    const { change, connector, grant, open } = await signedIn();
    await change({ accessToken: "of-yesterday" });
    expect(await connector.balances(open())).toHaveLength(4);
    expect((await grant()).accessToken).not.toBe("of-yesterday");
  });

  test("a renewed access token that is refused too needs the user to sign in again", async () => {
    const { connector, open } = await signedIn();
    bank.misbehave("access-token-expired");
    await expect(connector.balances(open())).rejects.toMatchObject({ code: "ITEM_LOGIN_REQUIRED" });
  });
});

test("a grant is shown to the issuer alone that gave it", async () => {
  const { change, connector, open } = await signedIn();
  await change({ issuer: "https://another.example" });
  await expect(connector.balances(open())).rejects.toMatchObject({ code: "ITEM_LOGIN_REQUIRED" });
});

test("an institution that allows no more calls gets none until it does", async () => {
  const { connector, grant, open, pass, clock } = await signedIn();
  bank.misbehave("data-rate-limited");
  const refusal = { code: "INSTITUTION_RATE_LIMIT" };
  await expect(connector.balances(open())).rejects.toMatchObject({
    ...refusal,
    retryAfterMs: 1000,
  });
  expect((await grant()).pausedUntil).toBe(clock() + 1000);
  bank.behave();
  pass(400);
  await expect(connector.identity(open())).rejects.toMatchObject({ ...refusal, retryAfterMs: 600 });
  pass(600);
  expect(await connector.balances(open())).toHaveLength(4);
});

test("a revoked grant is no longer valid", async () => {
  const { connector, open, pass } = await signedIn();
  await connector.revoke?.(open());
  pass(15 * MINUTE);
  await expect(connector.balances(open())).rejects.toMatchObject({ code: "ITEM_LOGIN_REQUIRED" });
});

describe("private_key_jwt", () => {
  const declaration = (text: string) => ({
    clientId: KEY_CLIENT.id,
    secrets: { privateKey: text },
  });
  const jwk = JSON.stringify({ ...privateKey.export({ format: "jwk" }), kid: "key-1" });
  const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();

  test.each([
    ["a JWK", jwk],
    ["PEM", pem],
  ])("a client authenticates with its private key, given as %s", async (_, text) => {
    const { connector, signIn } = connectTo(bank.issuer, { declaration: declaration(text) });
    const { accounts, login } = await signIn();
    expect(accounts).toHaveLength(4);
    await connector.balances(login);
  });

  test("a client with another private key is refused", async () => {
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    const text = other.export({ format: "pem", type: "pkcs8" }).toString();
    const { start } = connectTo(bank.issuer, { declaration: declaration(text) });
    await expect(start()).rejects.toMatchObject({ code: "INSTITUTION_REGISTRATION_REQUIRED" });
  });
});
