import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { CLIENT, RETURN_ADDRESS, walkThrough } from "../../../../demo/bank/visit.fixture.ts";
import { createInstitutionHttp } from "../../adapters/institution-http.ts";
import type { InstitutionLogin } from "../../domain/connectors/bank-transaction.ts";
import type { ConnectedInstitution } from "../../domain/institutions/institution.ts";
import type { InstitutionHttp } from "../../domain/institutions/institution-http.ts";
import {
  declareRegistration,
  type RegistrationDeclaration,
} from "../../domain/institutions/institution-registration.ts";
import { createVault } from "../../domain/vault.ts";
import { createDataApiConnector } from "./connector.ts";
import { type Grant, parseGrant } from "./grant.ts";
import { storedLogin } from "./stored-login.fixture.ts";

export const INSTITUTION_ID = "ins_700001";

type Options = {
  declaration?: Partial<RegistrationDeclaration>;
  clock?: () => number;
  /** The institution's products. */
  products?: ConnectedInstitution["products"];
  /** The HTTP client for the institution, instead of a real server. */
  http?: InstitutionHttp;
};

/** Reaches institutions in far more time than a busy machine needs. */
export const patientHttp = () =>
  createInstitutionHttp({ environment: "production", outboundHosts: null, responseLimit: 60_000 });

/** The connector with one institution, connected to an issuer. */
export const connectTo = (
  issuer: string,
  {
    declaration = {},
    clock = Date.now,
    products = ["auth", "balance", "identity", "transactions"],
    ...options
  }: Options = {},
) => {
  const vault = createVault({ current: new Uint8Array(32) }, randomBytes);
  const http = options.http ?? patientHttp();
  onTestFinished(() => http.close());
  const logLines: string[] = [];
  const discardedStates: string[] = [];
  const institution: ConnectedInstitution = {
    institutionId: INSTITUTION_ID,
    name: "Lantern Bank",
    aliases: [],
    products,
    countryCodes: ["US"],
    routingNumbers: [],
    oauth: true,
    url: null,
    supported: true,
    logoShape: null,
    color: null,
    addedAt: 0,
    connection: declareRegistration(
      vault,
      {
        institutionId: INSTITUTION_ID,
        issuer,
        clientId: CLIENT.id,
        secrets: { clientSecret: CLIENT.secret },
        mayBePrivate: () => true,
        ...declaration,
      },
      0,
    ),
  };
  const institutions = [institution];
  const connector = createDataApiConnector({
    connected: () => institutions,
    http,
    vault,
    clock,
    random: randomBytes,
    pause: (ms) => setTimeout(Math.min(ms, 10)),
    requestCounts: { wait: async () => 0, take: async () => 0 },
    discard: async ({ connectorState }) => void discardedStates.push(connectorState),
    log: pino({ level: "warn" }, { write: (line: string) => void logLines.push(line) }),
  });
  /**
   * Starts a sign-in; returns the address, and a function that finishes the sign-in with a
   * callback's parameters.
   */
  const start = async (state = "state-1") => {
    const step = await connector.start(INSTITUTION_ID, {}, { state, redirectUri: RETURN_ADDRESS });
    if (step.at !== "redirect") throw new Error("its users sign in at its own site");
    const { url, progress } = step;
    const sendCallback = async (parameters: Record<string, string>) => {
      const path = new URL(RETURN_ADDRESS).pathname;
      const next = await connector.redirect?.finish(INSTITUTION_ID, {}, progress, parameters, path);
      if (next?.at !== "accounts") throw new Error("the login is done");
      return next;
    };
    return { url, progress, finish: sendCallback };
  };
  const loginWith = (connectorState: string | null) =>
    storedLogin(INSTITUTION_ID, connectorState)();
  /** Signs in and shares everything; returns the accounts and the Item's login. */
  const signIn = async (visit: Parameters<typeof walkThrough>[2] = {}) => {
    const { url, finish } = await start();
    const { state: _, ...parameters } = Object.fromEntries(await walkThrough(issuer, url, visit));
    const { accounts, connectorState = null } = await finish(parameters);
    return { accounts, login: loginWith(connectorState) };
  };
  return { connector, logged: logLines, discarded: discardedStates, start, signIn, loginWith };
};

/** The current grant of a login. */
export const grantIn = async (login: InstitutionLogin): Promise<Grant> => {
  const grant = parseGrant(await login.latest());
  if (grant === null) throw new Error("the login has a grant");
  return grant;
};
