import { generateKeyPairSync, randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importJWK, type JWTPayload, SignJWT } from "jose";
import { onTestFinished } from "vitest";
import { AUTHORITY, SERVER } from "../../../../demo/bank/certificates.fixture.ts";
import type { BankClient } from "../../../../demo/bank/server.d.mts";
import { startBank } from "../../../../demo/bank/server.mjs";
import { CLIENT, walkThrough } from "../../../../demo/bank/visit.fixture.ts";
import type { RegistrationDeclaration } from "../../domain/institutions/institution-registration.ts";
import { connectTo, patientHttp } from "./connected-bank.fixture.ts";

const { id, name, redirectUris } = CLIENT;

/** The fields shared by all registrations of the client. */
export const CLIENT_NAME = { id, name, redirectUris };

const PAIRS = {
  PS256: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
  ES256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
  EdDSA: () => generateKeyPairSync("ed25519"),
};

/** A client's signing key as PEM, with the public half for the bank. */
const clientKey = (alg: keyof typeof PAIRS) => {
  const { privateKey, publicKey } = PAIRS[alg]();
  return {
    pem: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    publicPem: publicKey.export({ format: "pem", type: "spki" }).toString(),
    jwks: { keys: [{ ...publicKey.export({ format: "jwk" }), use: "sig", kid: "client-1", alg }] },
  };
};

export const EC_KEY = clientKey("ES256");
export const RSA_KEY = clientKey("PS256");
export const ED_KEY = clientKey("EdDSA");

/** Changes an issuer's metadata or token response. */
export type Change = (url: string, body: Record<string, unknown>) => object;

type Options = {
  profile: "fapi1" | "fapi2";
  client: BankClient;
  declaration: Partial<RegistrationDeclaration>;
  change?: Change | undefined;
  clock?: (() => number) | undefined;
};

/** A bank that enforces a profile, and a connection with the same profile. */
export const strictBank = async ({
  profile,
  client,
  declaration,
  change = (_, body) => body,
  clock = Date.now,
}: Options) => {
  const file = join(tmpdir(), `strict-bank-${randomUUID()}.json`);
  onTestFinished(() => rmSync(file, { force: true }));
  const mutualTls = { ...SERVER, authority: AUTHORITY };
  const isUk = declaration.standard?.dialect === "uk";
  const bank = await startBank({
    ...{ port: 0, clients: [client], mutualTls, profile, file },
    standard: isUk ? "uk" : "fdx",
  });
  onTestFinished(() => bank.close());
  const real = patientHttp();
  const requests: string[] = [];
  const http: typeof real = {
    close: real.close,
    open: (options) => {
      const inner = real.open(options);
      return {
        close: inner.close,
        fetch: async (url, request) => {
          requests.push(String(request.body ?? ""));
          const response = await inner.fetch(url, request);
          if (!/openid-configuration|\/token$/.test(url)) return response;
          const { status, headers } = response;
          const body = change(url, await response.json());
          return new Response(JSON.stringify(body), { status, headers });
        },
      };
    },
  };
  const base = isUk ? "/open-banking/v3.1/aisp" : "/fdx/v6";
  const hasCertificate = declaration.secrets?.certificate !== undefined;
  const connected = connectTo(bank.issuer, {
    declaration: {
      ...(hasCertificate && { dataUrl: `${bank.mutualTlsOrigin}${base}` }),
      ...declaration,
    },
    ...{ http, clock },
  });
  /** Signs claims with the bank's own key. */
  const signed = async (claims: JWTPayload, alg = "ES256") => {
    const { jwks } = JSON.parse(readFileSync(file, "utf8"));
    const jwk = jwks.keys.find((key: { alg: string }) => key.alg === alg);
    const header = { alg, kid: jwk.kid };
    return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(jwk, alg));
  };
  /**
   * Signs a user in; returns the callback's parameters, and a function that ends the sign-in with
   * others.
   */
  const goThere = async (visit: Parameters<typeof walkThrough>[2] = {}) => {
    const { url, finish } = await connected.start();
    const returned = Object.fromEntries(await walkThrough(bank.issuer, url, visit));
    const finishWith = async (changes: Record<string, string | undefined>) => {
      const { state: _, ...parameters } = { ...returned, ...changes };
      const given = Object.entries(parameters).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, value]],
      );
      return finish(Object.fromEntries(given));
    };
    return { url, returned, finishWith };
  };
  const { issuer, mutualTlsOrigin: tlsOrigin } = bank;
  return { ...connected, issuer, tlsOrigin, requests, signed, goThere };
};
