import { findDialect } from "../../connectors/data-api/dialects/index.ts";
import { digest } from "../../domain/identifiers.ts";
import {
  CHECK_LIMIT_MS,
  type CheckProgress,
  type CheckResults,
  type InstitutionCheck,
  signInPurpose,
} from "../../domain/institutions/institution-check.ts";
import {
  declaredHosts,
  FDX_STANDARD,
  hasTokens,
  type InstitutionRegistration,
  openClientSecrets,
} from "../../domain/institutions/institution-registration.ts";
import type { Services } from "../../domain/services.ts";
import { type Check, firstObservations, listResults, type Observations } from "./check.ts";
import type { Session } from "./check-session.ts";
import { listChecks } from "./checks/index.ts";
import { clientAuthentication } from "./client-authentication.ts";
import { canCheck, gatherConsented } from "./consents/gather-consented.ts";
import { canReadData } from "./consents/shapes.ts";
import { gather } from "./gather.ts";
import { readIssuer } from "./read-issuer.ts";
import { type Call, institutionCall } from "./reply.ts";

/** The time limit of a sign-in, and the interval at which its callback is polled; in ms. */
const SIGN_IN_LIMIT_MS = 5 * 60_000;
const SIGN_IN_POLL_MS = 500;

const MAX_ADDRESS_LENGTH = 8000;

/** Ends a check; the message is a sentence for the operator. */
class CheckProblem extends Error {}

/**
 * Runs a connected institution's check in its worker: stores the progress after each step, waits
 * for sign-ins, and stores the results. Ends early if stopped, or after too long.
 */
export const runCheck = async (
  services: Services,
  check: InstitutionCheck,
  connection: InstitutionRegistration,
): Promise<void> => {
  const { store, clock, institutionHttp, vault } = services;
  const { institutionId, checkId, startedAt, signIns } = check;
  const { issuer, standard } = connection;
  const secrets = openClientSecrets(vault, connection);
  const { certificate, authorities } = secrets;
  const client = institutionHttp.open({
    hosts: declaredHosts(connection),
    privateHosts: connection.privateHosts,
    certificate,
    authorities,
  });
  let latest: Observations | null = null;
  const progressOf = progressBy(listChecks(standard));
  const finish = async (problem: string | null): Promise<void> => {
    const progress = progressOf("", latest);
    const results: CheckResults = {
      ...{ startedAt, endedAt: clock(), issuer, signIns },
      points: progress.points,
    };
    await store.institutionChecks.change(institutionId, checkId, {
      ...{ state: "over", pendingSignIn: null, progress },
      ...(problem === null
        ? { results }
        : { progress: { ...progress, interruption: { at: clock(), problem } } }),
    });
  };
  try {
    const session = await openSession(services, check, connection, {
      call: callWithin(institutionCall(client, clock), startedAt + CHECK_LIMIT_MS, clock),
      enter: async (step, observations) => {
        latest = observations;
        await report(services, check, progressOf(step, observations));
      },
    });
    const dialect = findDialect(standard);
    latest =
      dialect.name === FDX_STANDARD.dialect
        ? await gather(session, null)
        : await gatherConsented({ ...session, ...standard, dialect });
    await finish(null);
  } catch (failure) {
    if (!(failure instanceof CheckProblem)) throw failure;
    await finish(failure.message);
  } finally {
    await client.close();
  }
};

/** Returns the settings of a connection's check, which its users' sign-ins also have. */
async function openSession(
  services: Services,
  check: InstitutionCheck,
  connection: InstitutionRegistration,
  { call, enter }: Pick<Session, "call" | "enter">,
): Promise<Omit<Session, "prove">> {
  const { clock, institutionHttp, vault, directory, publicUrl } = services;
  const { institutionId, signIns } = check;
  const { issuer, authentication, dataUrl, clientId, resource, ownRedirectUri, dpop } = connection;
  const secrets = openClientSecrets(vault, connection);
  await enter("metadata", emptyObservations(connection));
  if (!canReadData(connection.standard))
    throw new CheckProblem(
      `There are no checks of the dialect ${connection.standard.dialect} yet.`,
    );
  if (!canCheck(connection.standard, { hasTerminal: false }))
    throw new CheckProblem(
      "It can be checked here at its site alone; the command check-institution asks its user at the terminal.",
    );
  await services.reloadInstitutions();
  const { products } = directory.get(institutionId);
  const { neededScopes } = hasTokens(connection.standard)
    ? await readIssuer(
        { issuer, authorities: secrets.authorities, privateHosts: connection.privateHosts },
        { http: institutionHttp, clock, products },
      )
    : { neededScopes: [] };
  const how =
    authentication === "client_secret_post" ? "client_secret_post" : "client_secret_basic";
  return {
    ...{ issuer, clientId, dataUrl, clock, signIns, enter, call, dpop },
    resource: resource ?? undefined,
    authentication: await clientAuthentication(secrets, how),
    hasCertificate: secrets.certificate !== undefined,
    redirectUri: `${publicUrl()}/oauth/return${ownRedirectUri ? `/${institutionId}` : ""}`,
    scopes: connection.scopes ?? findDialect(connection.standard).scopes ?? neededScopes,
    promptSignIn: (address, state) => waitForReturn(services, check, address, state),
  };
}

const emptyObservations = ({ issuer, clientId }: InstitutionRegistration): Observations =>
  firstObservations({
    ...{ issuer, clientId, scopes: [] },
    metadata: {
      ...{ url: issuer, status: null, headers: new Headers(), body: undefined, start: "", at: 0 },
      failure: "is not read yet",
    },
  });

/** Returns a function that computes a check's progress, by its dialect's checks. */
const progressBy =
  (checks: readonly Check[]) =>
  (step: string, observations: Observations | null): CheckProgress => ({
    ...{ step, interruption: null },
    points: observations && observations.metadata.at > 0 ? listResults(checks, observations) : [],
  });

/** Stores the progress; throws for a check that is over. */
async function report(
  { store }: Pick<Services, "store">,
  { institutionId, checkId }: InstitutionCheck,
  progress: CheckProgress,
): Promise<void> {
  if (!(await store.institutionChecks.change(institutionId, checkId, { progress })))
    throw new CheckProblem("It was stopped.");
}

/** Returns a call that fails after a deadline. */
const callWithin =
  (call: Call, deadline: number, clock: () => number): Call =>
  (url, init) => {
    if (clock() > deadline) throw new CheckProblem("It took longer than 20 minutes.");
    return call(url, init);
  };

/**
 * Shows an authorization address, and waits for its callback, which any server of the store may
 * receive.
 */
async function waitForReturn(
  { store, vault, clock, pause }: Services,
  { institutionId, checkId }: InstitutionCheck,
  address: string,
  state: string,
): Promise<URLSearchParams | null> {
  if (address.length > MAX_ADDRESS_LENGTH)
    throw new CheckProblem("The address to sign in at is longer than browsers take.");
  const purpose = signInPurpose(institutionId);
  const pendingSignIn = {
    stateDigest: digest(state),
    sealedAddress: vault.seal(purpose, address),
    sealedReturn: null,
  };
  if (!(await store.institutionChecks.change(institutionId, checkId, { pendingSignIn })))
    throw new CheckProblem("It was stopped.");
  const until = clock() + SIGN_IN_LIMIT_MS;
  for (;;) {
    const check = await store.institutionChecks.get(institutionId);
    if (check?.checkId !== checkId || check.state === "over")
      throw new CheckProblem("It was stopped.");
    const sealed = check.pendingSignIn?.sealedReturn ?? null;
    if (sealed !== null) {
      await store.institutionChecks.change(institutionId, checkId, { pendingSignIn: null });
      return new URLSearchParams(vault.open(purpose, sealed));
    }
    if (clock() > until) throw new CheckProblem("The user did not sign in within 5 minutes.");
    await pause(SIGN_IN_POLL_MS);
  }
}
