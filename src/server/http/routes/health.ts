import type { FastifyInstance } from "fastify";
import type { Store } from "../../domain/store.ts";
import { limitStoreWaits } from "../../domain/store-wait.ts";

/**
 * Serves the health checks of load balancers: whether the process is alive, and whether it can take
 * requests (503 with the unready part if not). They need no keys, and reveal nothing about data.
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

/** The maximum wait of a check for the store, in ms, since health checks have a time-out. */
const RESPONSE_LIMIT_MS = 1000;

/** How long a running check is shared, in ms. Later checks must not wait for a hanging one. */
const PENDING_SHARED_MS = 200;

/** How long a result is cached, in ms, since any client may request it at any rate. */
const VALID_MS = 1000;

/** How long the result of a test write is cached, in ms, since each write costs a commit. */
const WRITE_VALID_MS = 10_000;

/** The parts that a server needs to take requests: `ok`, or the part's problem. */
type ReadinessParts = { store: string; schema: string; draining: string };
type StoreParts = Omit<ReadinessParts, "draining">;

/** Whether a server can take requests. */
export type Readiness = {
  /**
   * Returns each part. Asks a responsive store at most once a second, and waits at most a second.
   */
  check(): Promise<ReadinessParts>;
  /** Called after the store refused a write. The next check then tries a write at once. */
  suspectWrites(): void;
  /** Reports not ready from now on, since the process is about to stop. */
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
   * Tries a write if none is recent. A slow write continues after the response, and a later check
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
      // Changes by a newer version are no problem, since that version may be taking over.
      const { length } = schema.pending;
      if (!(await tryWrite(limit))) return { store: "refuses writes", schema: "not known" };
      return { store: "ok", schema: length === 0 ? "ok" : `${length} changes are not made yet` };
    } catch (failure) {
      // A public path reveals no more.
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
