import inject from "light-my-request";
import { pino } from "pino";
import { createBank } from "../demo/bank/bank.mjs";
import { createFaultSwitches } from "../demo/bank/faults/switches.mjs";
import { CLIENT, walkThrough } from "../demo/bank/visit.fixture.ts";
import { createDataApiConnector } from "../src/server/connectors/data-api/connector.ts";
import type { Connector } from "../src/server/domain/connectors/connector.ts";
import { discardLogin } from "../src/server/domain/connectors/revoke-job.ts";
import { Fault } from "../src/server/domain/fault.ts";
import type { InstitutionHttp } from "../src/server/domain/institutions/institution-http.ts";
import { declareRegistration } from "../src/server/domain/institutions/institution-registration.ts";
import type { Services } from "../src/server/domain/services.ts";
import type { World } from "./world.ts";

const DEMO_BANK = "ins_980003";

const ISSUER = "http://localhost:8082";

/** The errors that a seed's bank may have for some hours. */
const ERRORS = [
  ...["data-down", "data-rate-limited", "data-garbled", "data-html", "errors-without-code"],
  ...["accounts-none", "account-unlike-list", "customer-missing", "paging-repeats"],
  ...["tokens-down", "tokens-garbled", "tokens-no-access-token", "refresh-token-missing"],
  ...["authorization-down", "authorization-wrong-state", "authorization-no-code", "push-refused"],
  ...["id-token-missing", "id-token-wrong-nonce", "metadata-garbled", "keys-none"],
  ...["access-token-expired", "period-ignored", "limit-ignored", "revocation-ignored"],
];

const MAX_ERROR_MS = 6 * 3_600_000;

export type DemoBank = Awaited<ReturnType<typeof openDemoBank>>;

/**
 * Opens the demo bank with its OpenID provider and data API. The service reaches the bank by HTTP
 * without a socket.
 */
export const openDemoBank = async (world: World) => {
  const draw = world.draw(DEMO_BANK);
  const { faults } = world;
  const switches = createFaultSwitches();
  const handle = await createBank({
    ...{ issuer: ISSUER, clients: [CLIENT], clock: world.now, switches },
    ...{ consentDays: 365, remembersSignIns: false },
  });

  const call = async (
    url: string,
    {
      method,
      headers,
      body,
    }: { method: string; headers: Record<string, string>; body?: string | Buffer | undefined },
  ) => {
    const { pathname, search, host } = new URL(url, ISSUER);
    return inject((request, response) => void handle(request as never, response as never), {
      ...{ method: method as "GET", url: pathname + search, headers: { host, ...headers } },
      ...(body !== undefined && { payload: body }),
    });
  };

  const fetchHere: ReturnType<InstitutionHttp["open"]>["fetch"] = async (url, request) => {
    await world.sleep(draw.between(20, 300));
    if (faults.happens("bank slow", DEMO_BANK)) await world.sleep(draw.between(500, 30_000));
    if (faults.happens("bank down", DEMO_BANK)) throw new Fault("INSTITUTION_NOT_RESPONDING");
    const { method, headers, body } = request;
    const answer = await call(url, {
      ...{ method, headers: { ...headers } },
      body: typeof body === "object" ? Buffer.from(body) : body,
    });
    world.note(DEMO_BANK, new URL(url).pathname.replace(/[\w-]{16,}/g, "…"), answer.statusCode);
    const names = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, String(each)]),
    );
    const isEmpty = [101, 204, 205, 304].includes(answer.statusCode);
    return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: names,
    });
  };
  const http: InstitutionHttp = {
    open: () => ({ fetch: fetchHere, close: async () => undefined }),
    close: async () => undefined,
  };

  /** A customer's browser at the bank. */
  const openBrowser = () => {
    const cookies = new Map<string, string>();
    return async (address: string, form?: URLSearchParams) => {
      await world.sleep(draw.between(200, 3000));
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const type = "application/x-www-form-urlencoded";
      const answer = await call(address, {
        method: form ? "POST" : "GET",
        headers: { cookie, ...(form && { "content-type": type, origin: ISSUER }) },
        body: form?.toString(),
      });
      for (const line of [answer.headers["set-cookie"] ?? []].flat()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const { location = "" } = answer.headers;
      return { status: answer.statusCode, location: String(location), text: answer.payload };
    };
  };

  return {
    institutionId: DEMO_BANK,
    /** Creates a process's connector with the process's vault and clock. */
    connectorOf: (services: Services): Connector => {
      const { vault, clock, random } = services;
      const connection = declareRegistration(
        vault,
        {
          ...{ institutionId: DEMO_BANK, issuer: ISSUER, clientId: CLIENT.id },
          ...{ secrets: { clientSecret: CLIENT.secret }, mayBePrivate: () => true },
        },
        0,
      );
      const institution = {
        ...{ institutionId: DEMO_BANK, name: "Lantern Bank", aliases: [], routingNumbers: [] },
        products: ["auth", "balance", "identity", "transactions"] as const,
        ...{ countryCodes: ["US"] as const, oauth: true, url: null, supported: true },
        ...{ logoShape: null, color: null, addedAt: 0, connection },
      };
      const institutions = [
        { ...institution, products: [...institution.products], countryCodes: ["US"] },
      ];
      return createDataApiConnector({
        ...{ connected: () => institutions as never, http, vault, clock, random },
        pause: services.pause,
        requestCounts: { wait: async () => 0, take: async () => 0 },
        discard: (login) => discardLogin(services, login),
        log: pino({ level: "silent" }),
      });
    },
    /** The user signs in and shares all accounts; returns the parameters of the callback. */
    signIn: async (_: string, site: URL): Promise<Record<string, string> | null> => {
      const accounts = draw.chance(0.1) ? { accounts: "cancel" as const } : {};
      const visit = { login: "ada", browser: openBrowser(), ...accounts };
      try {
        return Object.fromEntries(await walkThrough(ISSUER, site.href, visit));
      } catch (cause) {
        // A page of an error links nowhere.
        if (cause instanceof TypeError) return null;
        throw cause;
      }
    },
    /** Gets something wrong for some hours. */
    err: async (): Promise<void> => {
      const error = draw.pick(ERRORS);
      switches.set([error]);
      world.note(DEMO_BANK, error, "begins");
      await world.sleep(draw.between(60_000, MAX_ERROR_MS));
      switches.set([]);
      world.note(DEMO_BANK, error, "ends");
    },
    close: (): void => switches.set([]),
  };
};
