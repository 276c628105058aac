import type { Registry } from "prom-client";
import { hourOf, REQUEST_OUTCOMES } from "../domain/dashboard/request-total.ts";
import type { JobStore } from "../domain/jobs/job.ts";
import { LOAD_EVENTS, type Load } from "../domain/load.ts";
import type { Store } from "../domain/store.ts";
import type { Observer, Operation, OperationEnd } from "./telemetry.ts";

/** The metrics of a process, in the text format of Prometheus. */
export type Metrics = {
  observer: Observer;
  registry: Registry;
  /** Reads the job queue and the client totals from this store at each scrape. */
  watchStore(store: WatchedStore, clock: () => number): void;
  /** Reads the load of the server at each scrape. */
  watchLoad(load: () => Load): void;
};

/** The ports that are read at scrapes. */
export type WatchedStore = {
  jobs: Pick<JobStore, "depth">;
  clients: Pick<Store["clients"], "liveItems">;
  requestTotals: Pick<Store["requestTotals"], "since">;
};

const PREFIX = "service_link_";

/**
 * The limits of the histogram in seconds, from the time of a store call to the maximum time of a
 * request.
 */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Webhooks are retried for a day. */
const LAG_BUCKETS = [0.1, 0.5, 1, 5, 15, 60, 300, 1800, 7200, 28_800, 86_400];

/** The minimum lifetime of a reading in ms, since several scrapers may read the store. */
const READING_VALID_MS = 5000;
/**
 * The lifetime of a reading as a multiple of its duration. A reading takes almost a second for a
 * million jobs.
 */
const READING_SHARE = 50;

/** Returns a function that reads the store and shares the reading between scrapes. */
const shareReading = <Reading>(read: () => Promise<Reading>, clock: () => number) => {
  let latest: { until: number; reading: Promise<Reading> } | undefined;
  return (): Promise<Reading> => {
    const began = clock();
    if (latest && began < latest.until) return latest.reading;
    const current = { until: began + READING_VALID_MS, reading: read() };
    latest = current;
    const extend = () => {
      current.until = began + Math.max(READING_VALID_MS, (clock() - began) * READING_SHARE);
    };
    void current.reading.then(extend, () => {});
    return current.reading;
  };
};

const DAY_HOURS = 24;

/** The number of active Items, and of the last day's requests by outcome, for all clients. */
const readTotals = async ({ clients, requestTotals }: WatchedStore, now: number) => {
  const [items, totals] = await Promise.all([
    clients.liveItems(),
    requestTotals.since(hourOf(now) - DAY_HOURS + 1, 1, null),
  ]);
  const countOf = (outcome: string) =>
    totals.reduce((sum, total) => sum + (total.outcome === outcome ? total.count : 0), 0);
  return {
    items,
    requests: REQUEST_OUTCOMES.map((outcome) => [outcome, countOf(outcome)] as const),
  };
};

/**
 * Measures operations. All labels have a bounded number of values. No label names a client, an
 * Item, an institution of the catalogue, an address or an id.
 */
export const createMetrics = async (version: string): Promise<Metrics> => {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import(
    "prom-client"
  );
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `${PREFIX}${name}_total`, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: string[], buckets = BUCKETS) =>
    new Histogram({ name: `${PREFIX}${name}_seconds`, help, labelNames, buckets, registers });

  new Gauge({
    name: `${PREFIX}info`,
    help: "The version that runs",
    labelNames: ["version"],
    registers,
    aggregator: "max",
  }).set({ version }, 1);
  const requests = counter("requests", "Requests with a response", [
    "endpoint",
    "version",
    "status",
  ]);
  const requestTime = histogram("request_duration", "How long requests took", ["endpoint"]);
  const views = counter("link_views", "Views that sessions of Link were led to", ["view"]);
  const storeTime = histogram("store_duration", "How long the store took", ["port"]);
  const storeFailures = counter("store_failures", "Calls to the store that failed", ["port"]);
  const institutionTime = histogram("institution_duration", "How long institutions took", ["host"]);
  const institutionCalls = counter("institution_calls", "Calls to institutions", [
    "host",
    "outcome",
  ]);
  const webhookAttempts = counter("webhook_attempts", "Attempts to send a webhook", ["outcome"]);
  const lag = histogram("webhook_lag", "How old webhooks were when received", [], LAG_BUCKETS);
  const jobs = counter("jobs", "Attempts of jobs", ["job", "outcome"]);
  const jobTime = histogram("job_duration", "How long attempts of jobs took", ["job"]);

  const countEnd: Record<Operation["kind"], (operation: Operation, ending: OperationEnd) => void> =
    {
      request: (
        _,
        { seconds, attributes: { endpoint = "none", version = "none", status = "" } },
      ) => {
        requests.inc({ endpoint, version, status });
        requestTime.observe({ endpoint }, seconds);
      },
      handler: () => {},
      store: ({ name }, { seconds, attributes: { view }, failure }) => {
        const port = name.split(".", 1)[0] ?? name;
        storeTime.observe({ port }, seconds);
        if (failure !== undefined) storeFailures.inc({ port });
        if (view !== undefined) views.inc({ view });
      },
      institution: ({ attributes: { host = "" } }, { seconds, attributes }) => {
        institutionTime.observe({ host }, seconds);
        institutionCalls.inc({ host, outcome: attributes.outcome ?? "no_answer" });
      },
      webhook: (_, { attributes: { outcome = "no_answer" } }) => webhookAttempts.inc({ outcome }),
      job: ({ name: job }, { seconds, attributes }) => {
        jobTime.observe({ job }, seconds);
        jobs.inc({ job, outcome: attributes.outcome ?? "failed" });
        if (typeof attributes.lag === "number") lag.observe(attributes.lag);
      },
    };

  return {
    registry,
    observer: { ended: (operation, ending) => countEnd[operation.kind](operation, ending) },
    watchLoad: (load) => {
      const gauge = (name: string, help: string, read: (load: Load) => number) =>
        new Gauge({
          name: `${PREFIX}${name}`,
          help,
          registers,
          collect() {
            this.set(read(load()));
          },
        });
      gauge("connections", "Connections that are open", ({ connections }) => connections);
      gauge("requests_waiting", "Requests that wait to be served", ({ waiting }) => waiting);
      gauge("requests_under_way", "Requests that are being served", ({ underWay }) => underWay);
      new Counter({
        name: `${PREFIX}load_refused_total`,
        help: "Connections and requests that were more than the process takes",
        labelNames: ["event"],
        registers,
        collect() {
          const { totals } = load();
          this.reset();
          for (const event of LOAD_EVENTS) this.inc({ event }, totals[event]);
        },
      });
    },
    watchStore: (store, clock) => {
      const totals = shareReading(() => readTotals(store, clock()), clock);
      // For gauges of the store, all processes of a cluster report the same value.
      const options = { registers, aggregator: "max" as const };
      new Gauge({
        ...options,
        name: `${PREFIX}items`,
        help: "Live Items of all clients",
        async collect() {
          this.set((await totals()).items);
        },
      });
      new Gauge({
        ...options,
        name: `${PREFIX}day_requests`,
        help: "Requests of all clients in the last 24 hours",
        labelNames: ["outcome"],
        async collect() {
          for (const [outcome, count] of (await totals()).requests) this.set({ outcome }, count);
        },
      });
      const depth = shareReading(() => store.jobs.depth(), clock);
      type Depth = Awaited<ReturnType<JobStore["depth"]>>[number];
      const gauge = (name: string, help: string, measure: (depth: Depth) => number) =>
        new Gauge({
          ...options,
          name: `${PREFIX}${name}`,
          help,
          labelNames: ["job"],
          async collect() {
            const rows = await depth();
            this.reset();
            for (const row of rows) this.set({ job: row.name }, measure(row));
          },
        });
      gauge("jobs_pending", "Jobs that wait or run", ({ pending }) => pending);
      gauge("jobs_suspect", "Jobs that run alone", ({ suspects }) => suspects);
      gauge("jobs_given_up", "Dead letters that gave up", ({ givenUp }) => givenUp);
      gauge("jobs_crashed", "Dead letters whose process ended", ({ crashed }) => crashed);
      gauge("jobs_oldest_due_seconds", "For how long the oldest job that waits is due", (row) =>
        row.oldestDueAt === null ? 0 : Math.max(0, clock() - row.oldestDueAt) / 1000,
      );
    },
  };
};
