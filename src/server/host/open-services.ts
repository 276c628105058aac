import { randomBytes } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { createCaptcha } from "../adapters/captcha.ts";
import { systemTimers } from "../adapters/timers.ts";
import { builtInInstitutions, connectorsFor } from "../connectors/index.ts";
import {
  createReadGate,
  MAKE_LIMITS,
  PRINT_LIMITS,
  STATEMENT_LIMITS,
} from "../domain/asset-reports/read-gate.ts";
import type { Client } from "../domain/clients/client.ts";
import { createClientCache } from "../domain/clients/client-cache.ts";
import { createSecretUses } from "../domain/clients/client-secret.ts";
import { createProvenSecrets } from "../domain/clients/proven-secrets.ts";
import { sealConnectorStates } from "../domain/connectors/connector-state.ts";
import { createDirectory } from "../domain/connectors/directory.ts";
import { discardLogin } from "../domain/connectors/revoke-job.ts";
import { createWebhookCounter } from "../domain/dashboard/webhook-total.ts";
import { loadKnowledge } from "../domain/enrichment/knowledge.ts";
import type { Random } from "../domain/identifiers.ts";
import { openCustomInstitutions } from "../domain/institutions/custom-institutions.ts";
import { createRateLimiter, type RateCounters, UNLIMITED } from "../domain/limits/rate-limiter.ts";
import { endAbandonedLogins } from "../domain/link/abandoned-logins.ts";
import { countSessions, createSessionCounter } from "../domain/link/session-totals.ts";
import { countRequests, createRequestCounter } from "../domain/outages/request-counter.ts";
import { withPerson } from "../domain/presence.ts";
import type { Timers } from "../domain/runtime.ts";
import { brandOfStart } from "../domain/server-settings.ts";
import type { Services } from "../domain/services.ts";
import type { Store } from "../domain/store.ts";
import { JOB_STORE_WAIT_MS, limitStoreWaits } from "../domain/store-wait.ts";
import { legalPage } from "../http/routes/legal.ts";
import { jobKinds, recurringJobs } from "../jobs/index.ts";
import { createWorker, WORKER_LIMITS, type Worker, type WorkerLimits } from "../jobs/worker.ts";
import { lateCipher } from "../store/column-cipher.ts";
import type { Database } from "../store/tables.ts";
import { observeStore } from "../telemetry/observe-store.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { createWebhooks } from "../webhooks/create-webhooks.ts";
import { openRateCounters, startCountFlush } from "./counters.ts";
import type { FailureLog } from "./create-failure-log.ts";
import { assertCanStart } from "./data-folder/assert-can-start.ts";
import { ensureClient, firstClientKeysOf, type Keys } from "./data-folder/client-keys.ts";
import { makeDataFolder } from "./data-folder/data-folder.ts";
import { writeEnvironmentFile, writeEnvironmentSetting } from "./data-folder/environment-file.ts";
import { openVault, readMasterKeys } from "./data-folder/master-key.ts";
import { storeAddress } from "./data-folder/store-address.ts";
import { systemFailure } from "./data-folder/system-failure.ts";
import { openOutbound } from "./open-outbound.ts";
import { createStoreFailureLog, openSettingsStore } from "./open-settings-store.ts";
import { type OpenTelemetry, observeJobKind, openTelemetry } from "./open-telemetry.ts";
import { printStatement, reportPrinters } from "./print-documents.ts";
import { readMerchantsFile } from "./settings/merchants-file.ts";
import { describeDeployment, listenUrl, type Settings } from "./settings/settings.ts";
import { watchMoves } from "./watch-moves.ts";

type Options = {
  log: FastifyBaseLogger;
  clock?: () => number;
  /** The time for signatures, in ms since 1970: the machine's, even if a test moves `clock`. */
  wallClock?: () => number;
  /** The source of the random bytes of ids and tokens. */
  random?: Random | undefined;
  timers?: Timers | undefined;
  /** How long an outbound request may take, in ms. */
  responseLimit?: number | undefined;
  /** The origin at which the server is reached, as far as it is known. */
  publicUrl?: (() => string) | undefined;
  workerLimits?: WorkerLimits;
  /** The counters of rate limits that this process shares with other processes. */
  counters?: RateCounters | undefined;
  /** Opens the store's database. */
  database?: ((address: string) => Database) | undefined;
  /** Wraps the store of the process, as a simulation does to have its calls fail. */
  wrapStore?: ((store: Store) => Store) | undefined;
};

/**
 * The maximum time in ms that a request waits for the store to report changes of institutions; then it
 * proceeds without them.
 */
const REFRESH_WAIT_MS = 500;

/** Everything but HTTP: the common part of a server and a worker. */
export type OpenServices = {
  services: Services;
  /** Runs the jobs once it is started. */
  worker: Worker;
  /** The metrics and traces; undefined if nothing is measured. */
  telemetry: Telemetry | undefined;
  /** The port of the metrics endpoint; null if this process has none. */
  metricsPort: number | null;
  /** Logs failures of the disk or the database. */
  failures: FailureLog;
  /** Begins to measure the load of a server. */
  watchLoad: OpenTelemetry["watchLoad"];
  client: Client;
  /** Null if this machine no longer has the secret in plain text. */
  keys: Keys | null;
  /** Reloads cached institutions that have changed; returns undefined if no check is due. */
  refresh(): Promise<void> | undefined;
  /** Writes the outcomes of requests to institutions, as a timer does each second. */
  flushRequestCounts(): Promise<void>;
  /** Finishes or releases the running jobs, then closes the store. */
  close(): Promise<void>;
};

/**
 * Wires the store in its folder, the connectors and the jobs. Impossible settings are refused before
 * anything is changed; a first start that fails all the same leaves nothing behind.
 */
export const openServices = async (settings: Settings, options: Options): Promise<OpenServices> => {
  const { database, timers, wrapStore = (store) => store } = options;
  const address = storeAddress(settings);
  const failures = createStoreFailureLog(settings, options.log);
  await assertCanStart(settings);
  let undo = async () => {};
  let store: Store | undefined;
  let observation: OpenTelemetry | undefined;
  try {
    undo = await makeDataFolder(settings);
    const cipher = lateCipher();
    const opening = { cipher, failures, database, elapsed: timers?.elapsed };
    store = wrapStore(await openSettingsStore(settings, opening));
    observation = await openTelemetry(settings, options);
    return await wire(settings, { store, cipher, observation, failures }, options);
  } catch (failure) {
    await observation?.close();
    await store?.close();
    await undo();
    throw systemFailure(failure, address) ?? failure;
  }
};

/** The parts that are opened first. */
type Parts = Pick<OpenServices, "failures"> & {
  store: Store;
  cipher: ReturnType<typeof lateCipher>;
  observation: OpenTelemetry;
};

async function wire(
  settings: Settings,
  { store: baseStore, cipher, observation, failures }: Parts,
  {
    log,
    clock = Date.now,
    wallClock = Date.now,
    random = randomBytes,
    timers = systemTimers,
    responseLimit,
    publicUrl = () => settings.publicUrl ?? listenUrl(settings, settings.port),
    workerLimits = WORKER_LIMITS,
    counters: primary,
  }: Options,
): Promise<OpenServices> {
  const { environment, outboundHosts } = settings;
  const merchants = readMerchantsFile(settings);
  writeEnvironmentFile(settings);
  await writeEnvironmentSetting(baseStore, settings);
  const { brand, source: brandSource } = await brandOfStart(settings.brand, baseStore);
  const { telemetry } = observation;
  const plainStore = telemetry ? observeStore(baseStore, telemetry) : baseStore;
  const clients = createClientCache(plainStore.clients, clock);
  const sessionCounter = createSessionCounter();
  const store: Store = {
    ...plainStore,
    clients,
    sessions: countSessions(endAbandonedLogins(plainStore.sessions, clock), sessionCounter),
    transact: (work) => clients.invalidateAround(plainStore.transact(work)),
  };
  const isFirstStart = (await store.clients.first()) === null;
  const masterKeys = readMasterKeys(settings, randomBytes, isFirstStart);
  const vault = await openVault(store, masterKeys, settings);
  cipher.use(vault);
  const own = await openCustomInstitutions(store.institutions, clock);
  const { outbound, close: closeOutbound } = openOutbound(settings, {
    clock,
    responseLimit,
    telemetry,
    brandTitle: brand.title,
  });
  observation.watchStore(baseStore);
  const { pause, every, wait } = timers;
  const counters = await openRateCounters({ settings, store, clock, log, primary });
  const guessLimiter = createRateLimiter(counters.guards, clock);
  const address = storeAddress(settings);
  const requestCounter = createRequestCounter(clock);
  const requestCounts = startCountFlush(requestCounter, store.outages, { failures, every });
  const webhookCounter = createWebhookCounter(clock);
  const webhookCounts = startCountFlush(webhookCounter, store.webhookTotals, { failures, every });
  const sessionCounts = startCountFlush(sessionCounter, store.sessionTotals, { failures, every });
  const services: Services = {
    environment,
    brand,
    brandSource,
    outboundHosts,
    deployment: describeDeployment(settings),
    doors: settings.doors,
    publicUrl,
    clock,
    random,
    store,
    isStoreFailure: (failure) => systemFailure(failure, address) !== null,
    vault,
    directory: createDirectory(
      connectorsFor(environment, clock, own.current, {
        connected: own.connected,
        described: own.described,
        aggregated: own.aggregated,
        aggregators: own.aggregators,
        institutions: store.institutions,
        environment,
        publicUrl,
        http: outbound.institutionHttp,
        vault,
        clock,
        random,
        ...{ pause, every, log },
        requestCounts: store.requestCounts,
        fintsProductId: settings.fintsProductId,
        discard: (login) => discardLogin({ clock, pause, random, store, vault }, login),
        printStatement,
      }).map((connector) => countRequests(connector, requestCounter)),
      own.ways,
    ),
    reloadInstitutions: own.reload,
    requestCounter,
    webhookCounter,
    builtInInstitutions: () => builtInInstitutions(environment),
    captcha: createCaptcha(vault.key("captcha"), random),
    otherAccountSites: settings.otherAccountSites,
    legal: {
      termsUrl: (language) => settings.legal.termsUrl ?? legalPage("terms", language),
      privacyUrl: (language) => settings.legal.privacyUrl ?? legalPage("privacy", language),
    },
    pause,
    every,
    wallClock,
    limiter: settings.rateLimits ? guessLimiter : UNLIMITED,
    callLimiter: settings.rateLimits ? createRateLimiter(counters.calls, clock) : UNLIMITED,
    guessLimiter,
    firstClientKeys: firstClientKeysOf(settings),
    secretUses: createSecretUses(clock),
    provenSecrets: createProvenSecrets(clock),
    ...reportPrinters(brand),
    fileReads: new Map(),
    reportReads: createReadGate(every),
    statementReads: createReadGate(every, STATEMENT_LIMITS),
    reportPrints: createReadGate(every, PRINT_LIMITS),
    consumerReportMaking: createReadGate(every, MAKE_LIMITS),
    knowledge: () => loadKnowledge(merchants),
    processors: settings.processors,
    statementMonths: settings.statementMonths,
    webhooks: createWebhooks({ environment, clock, random, vault }),
    ...outbound,
  };
  await limitStoreWaits(JOB_STORE_WAIT_MS, async () => {
    await sealConnectorStates(services);
    if (await store.sealedTexts.sealPlain()) await store.eraseDeletedRows();
  });
  const stopMoves = watchMoves(store.clients, { every, clock, random, log });
  await store.jobs.add(recurringJobs(services));
  // Last: a store that has a client is one that a start has finished.
  const { client, keys } = await ensureClient(settings, services);
  const worker = createWorker({
    services,
    // A job may be about an institution that was put in just now.
    kinds: jobKinds
      .map((jobKind) => (telemetry ? observeJobKind(jobKind, telemetry) : jobKind))
      .map((kind) => ({
        ...kind,
        run: async (payload, context) => {
          await own.refresh();
          return withPerson(null, () => kind.run(payload, context));
        },
      })),
    wait,
    limits: workerLimits,
    report: (err, job) =>
      failures.error({ err, ...(job && { job_id: job.jobId, job: job.name }) }, "a job failed"),
  });
  return {
    services,
    failures,
    worker,
    telemetry,
    metricsPort: observation.metricsPort,
    watchLoad: observation.watchLoad,
    client,
    keys,
    refresh: () => own.refresh(REFRESH_WAIT_MS),
    flushRequestCounts: async () =>
      void (await Promise.all(
        [requestCounts, webhookCounts, sessionCounts].map((counts) => counts.flush()),
      )),
    close: async () => {
      stopMoves();
      await worker.stop();
      for (const counts of [requestCounts, webhookCounts, sessionCounts]) await counts.stop();
      await Promise.all([closeOutbound(), counters.close(), observation.close()]);
      await store.close();
    },
  };
}
