import { generateKeyPairSync } from "node:crypto";
import { answerInApp } from "../../../../../demo/bank/app.fixture.ts";
import type { Bank } from "../../../../../demo/bank/server.d.mts";
import { startBank } from "../../../../../demo/bank/server.mjs";
import { CLIENT, RETURN_ADDRESS, walkThrough } from "../../../../../demo/bank/visit.fixture.ts";
import { findDialect } from "../../../connectors/data-api/dialects/index.ts";
import type { Change } from "../../../connectors/data-api/document-banks/changing.fixture.ts";
import { Deviations } from "../../../domain/institutions/deviations.ts";
import type { Approach } from "../../../domain/institutions/institution-registration.ts";
import { type CheckResult, listResults } from "../check.ts";
import type { CheckUser } from "../check-session.ts";
import { listChecks } from "../checks/index.ts";
import { clientAuthentication } from "../client-authentication.ts";
import { createCall, type Send } from "../reply.ts";
import { gatherConsented } from "./gather-consented.ts";

type Standard = "uk" | "berlin-group";

const KEYS = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** The key of the client, as PEM. */
export const privateKey = KEYS.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const { secret: _, ...REGISTERED } = CLIENT;

/** A client with a key, as banks of the UK have them alone. */
export const KEY_CLIENT = {
  ...REGISTERED,
  jwks: { keys: [{ ...KEYS.publicKey.export({ format: "jwk" }), use: "sig", alg: "ES256" }] },
};

/** A demo bank of a standard, and its check. */
export const wireBank = async (
  standard: Standard,
  approach: Approach = "oauth",
  { preStep = false }: { preStep?: boolean } = {},
) => {
  const bank: Bank = await startBank({
    ...{ port: 0, clients: [KEY_CLIENT], standard, approach, preStep },
  });
  const dialect = findDialect({ dialect: standard });
  const authentication = await clientAuthentication({ privateKey }, "client_secret_basic");
  /** Checks the bank like an operator who signs in, and cancels at last if asked to. */
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
    /** The number of the method that the user of a form chooses. */
    method?: string;
    /** Changes of the bank's responses on their way. */
    changes?: readonly Change[];
  } = {}): Promise<CheckResult[]> => {
    let visits = 0;
    const own = { ...deviations, ...(preStep && { preStep: "oauth" as const }) };
    const observations = await gatherConsented({
      ...{ issuer: bank.issuer, clientId: CLIENT.id, authentication, signIns, dialect, approach },
      deviations: Deviations.parse(own),
      hasCertificate: false,
      redirectUri: RETURN_ADDRESS,
      scopes: dialect.scopes ?? [],
      dataUrl: `${bank.issuer}${version}`,
      resource: undefined,
      call: createCall({ send: changedFetch(changes), timeoutMs: 30_000, clock: Date.now }),
      clock: Date.now,
      dpop: null,
      promptSignIn: async (address) => {
        visits += 1;
        const choice = visits > (preStep ? 2 : 1) ? ({ accounts: "cancel" } as const) : {};
        return walkThrough(bank.issuer, address, { login, ...choice });
      },
      enter: async () => {},
      ...(approach !== "oauth" &&
        approach !== "redirect" && { user: fetchUser(bank, login, method) }),
    });
    const declared = { dialect: standard, approach, deviations: Deviations.parse(own) };
    return listResults(listChecks(declared), observations);
  };
  return { bank, check };
};

/** Sends as `fetch` does, with changed responses. */
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

/** A user who knows their password, approves in the app at once, and types the code of every device. */
const fetchUser = ({ issuer }: Bank, name: string, method: string): CheckUser => ({
  ...{ name, password: "lantern", waitMs: 4000 },
  tell: (text) => {
    const [, code = ""] = /code: (\S+)/.exec(text) ?? [];
    approvals.push(answerInApp(issuer, code, "approve"));
  },
  ask: async (question) => (question.startsWith("Which method?") ? method : "2468"),
  pause: async () => void (await Promise.all(approvals)),
});
const approvals: Promise<unknown>[] = [];

/** The results that name something wrong. */
export const wrongIn = (results: readonly CheckResult[]): CheckResult[] =>
  results.filter(({ outcome }) => outcome === "failed" || outcome === "warned");
