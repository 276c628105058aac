import { setTimeout } from "node:timers/promises";
import { query } from "../postgres/databases.ts";
import { SURVIVES_CRASHES, startServer, type TestServer } from "../postgres/server.ts";
import { startProxy, type TestProxy } from "../postgres/start-proxy.ts";

/** A database server, and the proxy in front of the server. */
type Member = { server: TestServer; network: TestProxy };

export type Cluster = {
  /** The values of DATABASE_URL: through the balancer, and with the addresses of both hosts. */
  addresses: { balanced: string; several: string };
  /** Forwards to the latest promoted primary. */
  balancer: TestProxy;
  /** The proxy through which the standby follows the primary. */
  replication: TestProxy;
  primary(): Member;
  standby(): Member;
  /** Makes the standby the primary, whether or not the other server runs. */
  promote(): Promise<void>;
  /** Has the balancer forward later connections to the primary. */
  announce(): void;
  /**
   * Gives the primary a complete standby: the other server if it follows already, or a new copy.
   */
  rejoin(): Promise<void>;
  /** The number of the servers' connections to the standby. */
  connectionsOnStandby(): Promise<number>;
  stop(): Promise<void>;
};

const SETTINGS = {
  ...SURVIVES_CRASHES,
  wal_level: "replica",
  max_wal_senders: "10",
  wal_keep_size: "512MB",
  wal_retrieve_retry_interval: "100ms",
  max_connections: "100",
  max_wal_size: "256MB",
};

const STANDBYS = "select state, sync_state from pg_stat_replication";
const CONNECTIONS = `select count(*)::int as count from pg_stat_activity
  where application_name = 'service-link' and pid <> pg_backend_pid()`;

const RETRY_MS = 50;

/**
 * Starts a primary and its standby. With a synchronous standby, a commit waits for both servers. An
 * asynchronous standby may lack the last commits.
 */
export const startCluster = async ({ isSynchronous = true } = {}): Promise<Cluster> => {
  const first = await startServer(SETTINGS);
  const replication = await startProxy(first.address);
  const follows = replication.addressOf("postgres");
  const copyPrimary = (from: TestServer) =>
    startServer(SETTINGS, { isStandby: true, copyOf: from.address, follows });
  let primary: Member = { server: first, network: await startProxy(first.address) };
  const second = await copyPrimary(first);
  let standby: Member = { server: second, network: await startProxy(second.address) };
  const balancer = await startProxy(primary.network.addressOf("postgres"));
  const ports = [primary, standby].map(({ network }) => network.port);
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");

  const followers = async () => {
    const { rows } = await query(primary.server.address, STANDBYS);
    return rows.filter(({ state }) => state === "streaming");
  };
  const awaitStandby = async (isReady: (states: string[]) => boolean) => {
    while (!isReady((await followers()).map((row) => String(row.sync_state))))
      await setTimeout(RETRY_MS);
  };
  const completePair = async () => {
    await awaitStandby((states) => states.length > 0);
    if (!isSynchronous) return;
    await query(primary.server.address, "alter system set synchronous_standby_names = '*'");
    await query(primary.server.address, "select pg_reload_conf()");
    await awaitStandby((states) => states.includes("sync"));
  };
  let hasStandby = true;
  await completePair();

  return {
    addresses: {
      balanced: balancer.addressOf("postgres"),
      several: `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`,
    },
    balancer,
    replication,
    primary: () => primary,
    standby: () => standby,
    promote: async () => {
      await query(standby.server.address, "select pg_promote()");
      [primary, standby] = [standby, primary];
      hasStandby = false;
      replication.redirect(primary.server.address);
      replication.cut();
      replication.resume();
    },
    announce: () => balancer.redirect(primary.network.addressOf("postgres")),
    rejoin: async () => {
      if (!hasStandby && (await followers()).length === 0) {
        await standby.server.stop();
        const server = await copyPrimary(primary.server);
        const { network } = standby;
        network.cut();
        network.redirect(server.address);
        network.resume();
        standby = { server, network };
      }
      await completePair();
      hasStandby = true;
    },
    connectionsOnStandby: async () =>
      (await query(standby.server.address, CONNECTIONS)).rows[0]?.count,
    stop: async () => {
      for (const proxy of [balancer, replication, primary.network, standby.network])
        await proxy.close();
      for (const { server } of [standby, primary]) await server.stop();
    },
  };
};
