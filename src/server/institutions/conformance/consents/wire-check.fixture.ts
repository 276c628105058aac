import { generateKeyPairSync } from "node:crypto";
import { answerInApp } from "../../../../../demo/bank/app.fixture.ts";
import { AUTHORITY, CLIENT_PAIR, SERVER } from "../../../../../demo/bank/certificates.fixture.ts";
import type { Bank } from "../../../../../demo/bank/server.d.mts";
import { startBank } from "../../../../../demo/bank/server.mjs";
import { CLIENT, RETURN_ADDRESS, walkThrough } from "../../../../../demo/bank/visit.fixture.ts";
import { patientHttp } from "../../../connectors/data-api/connected-bank.fixture.ts";
import { findDialect } from "../../../connectors/data-api/dialects/index.ts";
import type { Change } from "../../../connectors/data-api/document-banks/changing.fixture.ts";
import { Deviations } from "../../../domain/institutions/deviations.ts";
import type { Approach } from "../../../domain/institutions/institution-registration.ts";
import { type CheckResult, listResults } from "../check.ts";
import type { CheckUser } from "../check-session.ts";
import { listChecks } from "../checks/index.ts";
import { clientAuthentication } from "../client-authentication.ts";
import { createCall, institutionCall, type Send } from "../reply.ts";
import { gatherConsented } from "./gather-consented.ts";

type Standard = "uk" | "berlin-group";

const KEYS = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** The key of the client, as PEM. */
export const privateKey = KEYS.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const { secret: _, ...REGISTERED } = CLIENT;

/** A client with a key, which only banks in the UK support. */
export const KEY_CLIENT = {
  ...REGISTERED,
  jwks: { keys: [{ ...KEYS.publicKey.export({ format: "jwk" }), use: "sig", alg: "ES256" }] },
};

/** A demo bank of a standard, with its check. */
export const wireBank = async (
  standard: Standard,
  approach: Approach = "oauth",
  {
    preStep = false,
    cardAccounts = false,
    response,
  }: { preStep?: boolean; cardAccounts?: boolean; response?: "hybrid" | "jarm" } = {},
) => {
  const bank: Bank = await startBank({
    ...{ port: 0, standard, approach, preStep, cardAccounts },
    clients: [response ? { ...KEY_CLIENT, fapi1: { response } } : KEY_CLIENT],
    ...(response && {
      ...{ profile: "fapi1" as const, mutualTls: { ...SERVER, authority: AUTHORITY } },
    }),
  });
  const http = response ? patientHttp() : null;
  const tls = http?.open({
    hosts: [bank.issuer, bank.mutualTlsOrigin ?? bank.issuer].map((url) => new URL(url).hostname),
    privateHosts: ["localhost", "127.0.0.1"],
    certificate: CLIENT_PAIR,
    authorities: AUTHORITY,
  });
  const security = response ? ("fapi1" as const) : ("none" as const);
  const dialect = findDialect({ dialect: standard });
  const authentication = await clientAuthentication({ privateKey }, "client_secret_basic");
  /** Checks the bank as an operator who signs in, and finally cancels if asked to. */
  const check = async ({
    signIns = 1,
    version = dialect.basePath,
    deviations = {},
    login = "ada",
    method = "1",
    changes = [],
  }: {
    signIns?: 0 | 1 | 4;
    version?: string;
    deviations?: Partial<Deviations>;
    login?: string;
    /** The number of the method that the user chooses. */
    method?: string;
    /** Changes of the bank's responses in transit. */
    changes?: readonly Change[];
  } = {}): Promise<CheckResult[]> => {
    let visits = 0;
    const own = {
      ...deviations,
      ...(preStep && { preStep: "oauth" as const }),
      ...(cardAccounts && { cardAccounts: "listed" as const }),
      ...(response && { authorizationResponse: response }),
    };
    const observations = await gatherConsented({
      ...{ issuer: bank.issuer, clientId: CLIENT.id, authentication, signIns, dialect, approach },
      deviations: Deviations.parse(own),
      ...{ hasCertificate: response !== undefined, security },
      redirectUri: RETURN_ADDRESS,
      scopes: dialect.scopes ?? [],
      dataUrl: `${(response && bank.mutualTlsOrigin) || bank.issuer}${version}`,
      resource: undefined,
      call: tls
        ? institutionCall(tls, Date.now)
        : createCall({ send: changedFetch(changes), timeoutMs: 30_000, clock: Date.now }),
      clock: Date.now,
      dpop: null,
      promptSignIn: async (address) => {
        visits += 1;
        const choice = visits > (preStep ? 2 : 1) ? ({ accounts: "cancel" } as const) : {};
        return walkThrough(bank.issuer, address, { login, ...choice });
      },
      enter: async () => {},
      ...(approach !== "oauth" &&
        approach !== "redirect" && { user: fetchUser(bank, preStep ? null : login, method) }),
    });
    const declared = { dialect: standard, approach, security, deviations: Deviations.parse(own) };
    return listResults(listChecks(declared), observations);
  };
  const close = async () => {
    await http?.close();
    await bank.close();
  };
  return { bank, check, close };
};

/** Sends like `fetch`, with changed responses. */
const changedFetch =
  (changes: readonly Change[]): Send =>
  async (address, init) => {
    const { method = "GET", body } = init;
    const request = {
      ...{ method, url: new URL(address), headers: new Headers(init.headers) },
      body: typeof body === "string" || body instanceof URLSearchParams ? String(body) : "",
    };
    let response = await fetch(address, init);
    for (const change of changes) response = await change(request, response);
    return response;
  };

/**
 * A user who types the right password, approves in the app at once, and types every device's code.
 */
const fetchUser = ({ issuer }: Bank, name: string | null, method: string): CheckUser => ({
  ...{ name, password: "lantern", waitMs: 4000 },
  tell: (text) => {
    const [, code = ""] = /code: (\S+)/.exec(text) ?? [];
    approvals.push(answerInApp(issuer, code, "approve"));
  },
  ask: async (question) => (question.startsWith("Which method?") ? method : "2468"),
  pause: async () => void (await Promise.all(approvals)),
});
const approvals: Promise<unknown>[] = [];

/** The results that report a fault. */
export const wrongIn = (results: readonly CheckResult[]): CheckResult[] =>
  results.filter(({ outcome }) => outcome === "failed" || outcome === "warned");
