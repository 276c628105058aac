import type { FastifyInstance } from "fastify";
import type { Store } from "../../domain/store.ts";
import { limitStoreWaits } from "../../domain/store-wait.ts";

/**
 * Serves the health checks of load balancers: whether the process is alive, and whether it can take requests (503 if
 * it cannot, with the part that is not ready). Neither needs keys, and neither says anything about data.
 */
export const healthRoutes = (app: FastifyInstance, readiness: Readiness): void => {
  app.get("/healthz", async (_, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "alive" };
  });
  app.get("/readyz", async (_, reply) => {
    const parts = await readiness.check();
    const isReady = Object.values(parts).every((part) => part === "ok");
    reply.header("cache-control", "no-store").status(isReady ? 200 : 503);
    return { status: isReady ? "ready" : "not ready", parts };
  });
};

/** How long a whole check may wait for the store, in ms; a health check has a time-out, too. */
const RESPONSE_LIMIT_MS = 1000;

/** How long a check that has not ended is shared, in ms: later ones must not wait for one that hangs. */
const PENDING_SHARED_MS = 200;

/** How long a result is cached, in ms, since any client may request it at any rate. */
const VALID_MS = 1000;

/** How long the result of a test write is cached, in ms, since each costs a commit. */
const WRITE_VALID_MS = 10_000;

/** The parts that a server needs to accept requests: `ok`, or the problem of a part. */
type ReadinessParts = { store: string; schema: string; draining: string };
type StoreParts = Omit<ReadinessParts, "draining">;

/** Whether a server can take requests. */
export type Readiness = {
  /** Each part; asks a store that responds at most once a second, and waits at most a second for it. */
  check(): Promise<ReadinessParts>;
  /** The store has refused something: the next check writes, however soon it comes. */
  suspectWrites(): void;
  /** Reports not ready from now on: the process is about to stop. */
  drain(): void;
  isDraining(): boolean;
};

type Options = {
  store: Pick<Store, "schema" | "tryWrite">;
  clock: () => number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called with the reason why the store does not respond, or refuses writes. */
  report: (failure: unknown) => void;
};

/** Checks that the store responds, has the schema of this version and takes writes. */
export const createReadiness = ({ store, clock, wait, report }: Options): Readiness => {
  let isDraining = false;
  let latest: { at: number; isPending: boolean; parts: Promise<StoreParts> } | undefined;

  let writes: { at: number; refusal: unknown } | undefined;
  let writing: Promise<void> | undefined;

  /**
   * Tries a write if there was none recently; a slow one continues after the response, and a later check
   * writes again.
   */
  const tryWrite = async (limit: Promise<unknown>): Promise<boolean> => {
    const at = clock();
    const isValid =
      writes && writes.refusal === undefined && Math.abs(at - writes.at) < WRITE_VALID_MS;
    if (isValid) return true;
    writing ??= store.tryWrite().then(
      () => {
        writes = { at, refusal: undefined };
      },
      (refusal: unknown) => {
        report(refusal);
        writes = { at, refusal };
      },
    );
    await Promise.race([writing, limit]);
    writing = undefined;
    return writes?.refusal === undefined;
  };

  const look = async (): Promise<StoreParts> => {
    const end = new AbortController();
    try {
      const limit = wait(RESPONSE_LIMIT_MS, end.signal).then(() => null);
      const schema = await Promise.race([store.schema(), limit]);
      if (schema === null)
        return { store: `no response in ${RESPONSE_LIMIT_MS} ms`, schema: "not known" };
      // Changes of a newer version are no hindrance: it may be taking over from this one.
      const { length } = schema.pending;
      if (!(await tryWrite(limit))) return { store: "refuses writes", schema: "not known" };
      return { store: "ok", schema: length === 0 ? "ok" : `${length} changes are not made yet` };
    } catch (failure) {
      // A path that is open to everybody says no more.
      report(failure);
      return { store: "fails", schema: "not known" };
    } finally {
      end.abort();
    }
  };

  const begin = (at: number) => {
    const check = { at, isPending: true, parts: limitStoreWaits(RESPONSE_LIMIT_MS, look) };
    void check.parts.then(() => {
      check.isPending = false;
    });
    return check;
  };

  return {
    check: async () => {
      const now = clock();
      const age = latest ? Math.abs(now - latest.at) : Number.POSITIVE_INFINITY;
      if (!latest || age >= (latest.isPending ? PENDING_SHARED_MS : VALID_MS)) latest = begin(now);
      return { ...(await latest.parts), draining: isDraining ? "the server is stopping" : "ok" };
    },
    suspectWrites: () => {
      writes = undefined;
      latest = undefined;
    },
    drain: () => {
      isDraining = true;
    },
    isDraining: () => isDraining,
  };
};
