import { digest } from "../domain/identifiers.ts";
import {
  CHECK_LIMIT_MS,
  type CheckProgress,
  type CheckResults,
  type InstitutionCheck,
  visitPurpose,
} from "../domain/institutions/institution-check.ts";
import {
  declaredHosts,
  type InstitutionRegistration,
  openClientSecrets,
} from "../domain/institutions/institution-registration.ts";
import type { Services } from "../domain/services.ts";
import { resultsOf } from "./check.ts";
import type { Session } from "./check-session.ts";
import { CHECKS } from "./checks/index.ts";
import { clientAuthentication } from "./client-authentication.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import { gather } from "./gather.ts";
import { institutionCall } from "./institution-call.ts";
import { readIssuer } from "./read-issuer.ts";
import type { Call } from "./reply.ts";

/** How long somebody may take for a sign-in, and how often is looked whether they are back; in ms. */
const VISIT_LIMIT_MS = 5 * 60_000;
const VISIT_POLL_MS = 500;

const LONGEST_ADDRESS = 8000;

/** A check that cannot go on: the message says why, in a sentence. */
class CheckProblem extends Error {}

/**
 * Runs the check of an institution that is connected, as its worker: writes what it has come to after each
 * step, waits where somebody has to sign in, and stores the results. It ends by itself where it was stopped
 * or takes too long.
 */
export const runCheck = async (
  services: Services,
  check: InstitutionCheck,
  connection: InstitutionRegistration,
): Promise<void> => {
  const { store, clock, institutionHttp, vault } = services;
  const { institutionId, checkId, startedAt, signIns } = check;
  const { issuer } = connection;
  const secrets = openClientSecrets(vault, connection);
  const { certificate, authorities } = secrets;
  const client = institutionHttp.open({
    hosts: declaredHosts(connection),
    privateHosts: connection.privateHosts,
    certificate,
    authorities,
  });
  let latest: Evidence | null = null;
  const finish = async (problem: string | null): Promise<void> => {
    const progress = progressOf("", latest);
    const results: CheckResults = {
      ...{ startedAt, endedAt: clock(), issuer, signIns },
      points: progress.points,
    };
    await store.institutionChecks.change(institutionId, checkId, {
      ...{ state: "over", visit: null, progress },
      ...(problem === null
        ? { results }
        : { progress: { ...progress, interruption: { at: clock(), problem } } }),
    });
  };
  try {
    const session = await openSession(services, check, connection, {
      call: callWithin(institutionCall(client, clock), startedAt + CHECK_LIMIT_MS, clock),
      enter: async (step, evidence) => {
        latest = evidence;
        await report(services, check, progressOf(step, evidence));
      },
    });
    latest = await gather(session, null);
    await finish(null);
  } catch (failure) {
    if (!(failure instanceof CheckProblem)) throw failure;
    await finish(failure.message);
  } finally {
    await client.close();
  }
};

/** How a connection is checked: with all that its users' sign-ins are made with. */
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
  await enter("metadata", emptyEvidence(connection));
  await services.reloadInstitutions();
  const { products } = directory.get(institutionId);
  const { neededScopes } = await readIssuer(
    { issuer, authorities: secrets.authorities, privateHosts: connection.privateHosts },
    { http: institutionHttp, clock, products },
  );
  const how =
    authentication === "client_secret_post" ? "client_secret_post" : "client_secret_basic";
  return {
    ...{ issuer, clientId, dataUrl, clock, signIns, enter, call, dpop },
    resource: resource ?? undefined,
    authentication: await clientAuthentication(secrets, how),
    hasCertificate: secrets.certificate !== undefined,
    redirectUri: `${publicUrl()}/oauth/return${ownRedirectUri ? `/${institutionId}` : ""}`,
    scopes: connection.scopes ?? neededScopes,
    visit: (address, state) => waitForReturn(services, check, address, state),
  };
}

const emptyEvidence = ({ issuer, clientId }: InstitutionRegistration): Evidence =>
  evidenceOf({
    ...{ issuer, clientId, scopes: [] },
    metadata: {
      ...{ url: issuer, status: null, headers: new Headers(), body: undefined, at: 0 },
      failure: "is not read yet",
    },
  });

const progressOf = (step: string, evidence: Evidence | null): CheckProgress => ({
  ...{ step, interruption: null },
  points: evidence && evidence.metadata.at > 0 ? resultsOf(CHECKS, evidence) : [],
});

/** Writes what the check has come to; throws where it is over. */
async function report(
  { store }: Pick<Services, "store">,
  { institutionId, checkId }: InstitutionCheck,
  progress: CheckProgress,
): Promise<void> {
  if (!(await store.institutionChecks.change(institutionId, checkId, { progress })))
    throw new CheckProblem("It was stopped.");
}

/** Calls as long as there is time. */
const callWithin =
  (call: Call, deadline: number, clock: () => number): Call =>
  (url, init) => {
    if (clock() > deadline) throw new CheckProblem("It took longer than 20 minutes.");
    return call(url, init);
  };

/** Shows an address to sign in at, and waits for what comes back, on whichever server that is. */
async function waitForReturn(
  { store, vault, clock, pause }: Services,
  { institutionId, checkId }: InstitutionCheck,
  address: string,
  state: string,
): Promise<URLSearchParams | null> {
  if (address.length > LONGEST_ADDRESS)
    throw new CheckProblem("The address to sign in at is longer than browsers take.");
  const purpose = visitPurpose(institutionId);
  const visit = {
    stateDigest: digest(state),
    sealedAddress: vault.seal(purpose, address),
    sealedReturn: null,
  };
  if (!(await store.institutionChecks.change(institutionId, checkId, { visit })))
    throw new CheckProblem("It was stopped.");
  const until = clock() + VISIT_LIMIT_MS;
  for (;;) {
    const check = await store.institutionChecks.get(institutionId);
    if (check?.checkId !== checkId || check.state === "over")
      throw new CheckProblem("It was stopped.");
    const sealed = check.visit?.sealedReturn ?? null;
    if (sealed !== null) {
      await store.institutionChecks.change(institutionId, checkId, { visit: null });
      return new URLSearchParams(vault.open(purpose, sealed));
    }
    if (clock() > until) throw new CheckProblem("Nobody signed in within 5 minutes.");
    await pause(VISIT_POLL_MS);
  }
}
