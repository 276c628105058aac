import { Socket } from "node:net";
import type { ClientBase, ClientConfig, PoolClient } from "pg";
import type { PostgresAddress, Role } from "./address.ts";
import { isElsewhere, isStartupRefused } from "./failures.ts";
import { createHostOrder } from "./host-order.ts";
import type { loadPg } from "./load-pg.ts";
import { askForRole } from "./renewal.ts";

type Pg = Awaited<ReturnType<typeof loadPg>>;

/** The server drops a client that acknowledges nothing for this long, in ms. */
const SERVER_TCP_TIMEOUT = "-c tcp_user_timeout=10000";

/** The connections of a process to the hosts of an address. */
export type HostPools = {
  /** Returns a connection to a host with the role; throws if no connection is free within `ms`. */
  connect(ms: number): Promise<PoolClient>;
  /**
   * Destroys a connection to a silent server, with its statement, and the idle connections to the
   * same host.
   */
  breakOff(client: ClientBase, reason: Error): void;
  /** Whether as many callers wait as connections exist. */
  isBusy(): boolean;
  end(): Promise<void>;
};

/** Pools connections to each host. Only the pool of the host with the role has connections. */
export const createHostPools = (
  { hosts, poolSize, hasPooler }: PostgresAddress,
  pg: Pg,
  { role, types }: { role: Role; types: ClientConfig["types"] },
): HostPools => {
  const order = createHostOrder(hosts.length);
  // A pooler may refuse a startup with options.
  let asksForTimeout = !hasPooler;
  const pools = hosts.map((host) =>
    createHostPool(pg, { role, max: poolSize }, () => ({
      ...host,
      types,
      ...(asksForTimeout && { options: [SERVER_TCP_TIMEOUT, host.options].join(" ").trim() }),
    })),
  );
  const owners = new WeakMap<ClientBase, HostPool>();

  const connectTo = async (pool: HostPool): Promise<PoolClient> => {
    const asked = asksForTimeout;
    try {
      return await pool.connect();
    } catch (failure) {
      if (asked && isStartupRefused(failure)) {
        asksForTimeout = false;
        pool.replace();
        return connectTo(pool);
      }
      // Other callers that wait for this host fail at once, instead of each after its own timeout.
      if (hosts.length > 1 && isElsewhere(failure)) pool.giveUp(failure);
      throw failure;
    }
  };

  const connect = () =>
    order.tryEach(async (index) => {
      const pool = pools[index];
      if (!pool) throw new Error("each host has a pool");
      const client = await connectTo(pool);
      owners.set(client, pool);
      return client;
    });

  return {
    connect: (ms) => within(ms, connect()),
    breakOff: (client, reason) => {
      sockets.get(client)?.destroy(reason);
      owners.get(client)?.replace();
    },
    isBusy: () => pools.some((pool) => pool.waiting() >= poolSize),
    end: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
};

/** The sockets of connections, so that a connection to a silent server can be destroyed. */
const sockets = new WeakMap<ClientBase, Socket>();

type Waiter = { use(client: PoolClient): void; fail(failure: unknown): void };
type HostPool = ReturnType<typeof createHostPool>;

/** The connections to one host. */
function createHostPool(
  pg: Pg,
  { role, max }: { role: Role; max: number },
  config: () => ClientConfig,
) {
  class HostClient extends pg.Client {
    constructor() {
      const socket = new Socket();
      super({ ...config(), stream: () => socket });
      sockets.set(this, socket);
    }
  }
  const waiters = new Set<Waiter>();
  const make = () => {
    const pool = new pg.Pool({
      max,
      Client: HostClient,
      verify: (client, done) =>
        void askForRole(client, role, config().connectionTimeoutMillis).then(() => done(), done),
    });
    // A broken connection fails only its current query, or the next query.
    pool.on("connect", (client) => void client.on("error", () => {}));
    pool.on("error", () => {});
    return pool;
  };
  let pool = make();
  const ask = async (waiter: Waiter): Promise<void> => {
    const asked = pool;
    try {
      const client = await asked.connect();
      if (waiters.delete(waiter)) waiter.use(client);
      else client.release();
    } catch (failure) {
      // A replaced pool no longer serves this waiter: the next pool has been asked.
      if (asked === pool && waiters.delete(waiter)) waiter.fail(failure);
    }
  };
  const replace = () => {
    const last = pool;
    pool = make();
    for (const waiter of waiters) void ask(waiter);
    void last.end();
  };
  return {
    connect: () =>
      new Promise<PoolClient>((use, fail) => {
        const waiter = { use, fail };
        waiters.add(waiter);
        void ask(waiter);
      }),
    /** Drops idle connections, and connects again for the waiters. */
    replace,
    /** Fails all waiters. */
    giveUp: (failure: unknown) => {
      const all = [...waiters];
      waiters.clear();
      for (const { fail } of all) fail(failure);
      replace();
    },
    waiting: () => waiters.size,
    end: () => pool.end(),
  };
}

/** Waits at most `ms` for a connection. A connection that arrives later returns to its pool. */
const within = (ms: number, connecting: Promise<PoolClient>): Promise<PoolClient> => {
  if (ms === Number.POSITIVE_INFINITY) return connecting;
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error(`timeout exceeded: no connection within ${ms} ms`));
    }, ms);
    connecting.then(
      (client) => {
        clearTimeout(timer);
        if (isLate) client.release();
        else resolve(client);
      },
      (failure: unknown) => {
        clearTimeout(timer);
        reject(failure);
      },
    );
  });
};
