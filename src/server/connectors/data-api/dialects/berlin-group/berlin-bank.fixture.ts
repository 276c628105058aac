import { generateKeyPairSync } from "node:crypto";
import { startBank } from "../../../../../../demo/bank/server.mjs";
import { CLIENT } from "../../../../../../demo/bank/visit.fixture.ts";
import { Deviations } from "../../../../domain/institutions/deviations.ts";
import {
  type Approach,
  FDX_STANDARD,
  type SealCertificate,
} from "../../../../domain/institutions/institution-registration.ts";
import type { RequestQuota } from "../../../../domain/institutions/request-quota.ts";
import { withPerson } from "../../../../domain/presence.ts";
import { connectTo, patientHttp } from "../../connected-bank.fixture.ts";

/** A call of the connector at a bank. */
type Call = { url: URL; method: string; headers: Record<string, string>; body: unknown };

const NOW = Date.UTC(2026, 5, 15, 12);
/** A person who waits. */
export const PERSON = { ipAddress: "203.0.113.7", userAgent: "Browser/1" };
const KEYS = generateKeyPairSync("ec", { namedCurve: "P-256" });
const { secret: _, ...REGISTERED } = CLIENT;
const CLIENT_WITH_KEY = {
  ...REGISTERED,
  jwks: { keys: [{ ...KEYS.publicKey.export({ format: "jwk" }), use: "sig", alg: "ES256" }] },
};
/** The connector at a Berlin Group bank, with its calls, and changed responses. */
export const berlinBank = async (
  deviations: object = {},
  {
    basePath = "/v1",
    approach = "oauth",
    quota,
    countsReads,
    cardAccounts,
    preStep,
    sealCertificate,
  }: {
    basePath?: string;
    approach?: Approach;
    quota?: RequestQuota;
    countsReads?: boolean;
    cardAccounts?: boolean;
    preStep?: boolean;
    /** The client's certificate for signatures, at a bank that requires them. */
    sealCertificate?: SealCertificate | null;
  } = {},
) => {
  const bank = await startBank({
    ...{
      port: 0,
      clients: [CLIENT_WITH_KEY],
      clock: () => NOW,
      standard: "berlin-group" as const,
      approach,
      countsReads,
      cardAccounts,
      preStep,
      wantsSignatures: sealCertificate !== undefined,
    },
  });
  const calls: Call[] = [];
  const responses: { change: (call: Call) => Response | null } = { change: () => null };
  const real = patientHttp();
  const connected = connectTo(bank.issuer, {
    declaration: {
      dataUrl: `${bank.issuer}${basePath}`,
      quota,
      // A proof for the gateway's address is not valid for the bank's.
      dpop: false,
      secrets: {
        ...(sealCertificate && { sealCertificate }),
        privateKey: KEYS.privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
      },
      standard: {
        ...FDX_STANDARD,
        dialect: "berlin-group",
        approach,
        deviations: Deviations.parse(deviations),
      },
    },
    clock: () => NOW,
    http: {
      close: () => Promise.all([real.close(), bank.close()]).then(() => undefined),
      open: (options) => {
        const inner = real.open(options);
        return {
          close: inner.close,
          fetch: async (url, request) => {
            const { method, headers, body } = request;
            const call = { url: new URL(url), method, headers, body };
            calls.push(call);
            return responses.change(call) ?? inner.fetch(url.replace("/gateway/", "/"), request);
          },
        };
      },
    },
  });
  const signIn = () => withPerson(PERSON, () => connected.signIn());
  return { ...connected, issuer: bank.issuer, signIn, calls, responses, misbehave: bank.misbehave };
};
