import { generateKeyPairSync } from "node:crypto";
import { startBank } from "../../../../../demo/bank/server.mjs";
import { CLIENT } from "../../../../../demo/bank/visit.fixture.ts";
import { Deviations } from "../../../domain/institutions/deviations.ts";
import {
  type Approach,
  FDX_STANDARD,
} from "../../../domain/institutions/institution-registration.ts";
import { withPerson } from "../../../domain/presence.ts";
import { connectTo, patientHttp } from "../connected-bank.fixture.ts";
import type { SentRequest } from "./openapi.fixture.ts";

/** A call of the connector for data or a consent, and the bank's response. */
type Exchange = {
  request: SentRequest;
  answer: { status: number; headers: Headers; body: unknown };
};

const NOW = Date.UTC(2026, 5, 15, 12);
export const PERSON = { ipAddress: "203.0.113.7", userAgent: "Browser/1" };
const KEYS = generateKeyPairSync("ec", { namedCurve: "P-256" });
const { secret: _, ...REGISTERED } = CLIENT;
const CLIENT_WITH_KEY = {
  ...REGISTERED,
  jwks: { keys: [{ ...KEYS.publicKey.export({ format: "jwk" }), use: "sig", alg: "ES256" }] },
};
const PRIVATE_KEY = KEYS.privateKey.export({ format: "pem", type: "pkcs8" }).toString();

/**
 * The connector at a bank of a standard, with all recorded requests and responses below the base
 * path.
 */
export const recordedBank = async (
  standard: "uk" | "berlin-group",
  {
    basePath,
    prefix = "",
    approach = "oauth",
    deviations = {},
    cardAccounts = false,
    sealCertificate,
  }: {
    basePath: string;
    prefix?: string;
    approach?: Approach;
    deviations?: object;
    cardAccounts?: boolean;
    sealCertificate?: { certificate: string; key: string };
  },
) => {
  const bank = await startBank({
    ...{ port: 0, clients: [CLIENT_WITH_KEY], clock: () => NOW, standard, approach },
    cardAccounts,
    wantsSignatures: sealCertificate !== undefined,
  });
  const exchanges: Exchange[] = [];
  const real = patientHttp();
  const connected = connectTo(bank.issuer, {
    declaration: {
      dataUrl: `${bank.issuer}${basePath}`,
      dpop: false,
      secrets: { privateKey: PRIVATE_KEY, ...(sealCertificate && { sealCertificate }) },
      standard: {
        ...FDX_STANDARD,
        ...{ dialect: standard, approach, deviations: Deviations.parse(deviations) },
      },
    },
    clock: () => NOW,
    products: ["auth", "balance", "identity", "transactions", "statements"],
    http: {
      close: () => Promise.all([real.close(), bank.close()]).then(() => undefined),
      open: (options) => {
        const inner = real.open(options);
        return {
          close: inner.close,
          fetch: async (address, { method, headers, body, ...rest }) => {
            const response = await inner.fetch(address, { method, headers, body, ...rest });
            const { pathname, searchParams: query } = new URL(address);
            if (!pathname.startsWith(`${basePath}/`)) return response;
            exchanges.push({
              request: {
                ...{ method, query },
                path: `${prefix}${pathname.slice(basePath.length)}`,
                headers: Object.fromEntries(
                  Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
                ),
                body: body == null ? undefined : JSON.parse(String(body)),
              },
              answer: await fetchAnswer(response.clone()),
            });
            return response;
          },
        };
      },
    },
  });
  const signIn = () => withPerson(PERSON, () => connected.signIn());
  return { ...connected, issuer: bank.issuer, signIn, exchanges };
};

async function fetchAnswer(response: Response): Promise<Exchange["answer"]> {
  const { status, headers } = response;
  const isJson = headers.get("content-type")?.includes("json") && status !== 204;
  return { status, headers, body: isJson ? await response.json() : undefined };
}
