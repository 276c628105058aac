import { setTimeout } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";

/** The times of a disturbance in ms. */
type Times = {
  /** From a failure to the promotion, and from a promotion to the balancer. */
  noticeMs: number;
  /** How long no packet passes, or a proxy is down. */
  silenceMs: number;
  restartMs: number;
  /** For how long the standby has received nothing when the primary is killed; a synchronous one stops all writes. */
  lagMs: number;
};

/** Disturbs the database of a cluster; resolves once it can be used again. */
type Disturb = (cluster: Cluster, times: Times) => Promise<void>;

/** The disturbances by their names. */
export const DISTURBANCES = {
  /** The primary is killed, and the standby promoted. */
  kill: async (cluster, { noticeMs, lagMs }) => {
    if (lagMs > 0) {
      cluster.replication.pause();
      await setTimeout(lagMs);
    }
    await cluster.primary().server.kill();
    await failOver(cluster, noticeMs);
  },
  /** The two exchange their roles. Until the balancer notices, it forwards to the one that is now the standby. */
  switchover: async (cluster, { noticeMs }) => {
    const { server } = cluster.primary();
    await server.shutDown();
    await cluster.promote();
    await server.restart({ follows: cluster.replication.addressOf("postgres") });
    await setTimeout(noticeMs);
    cluster.announce();
  },
  /** No packet reaches the primary any more, which itself goes on. */
  cut: async (cluster, { noticeMs }) => {
    cluster.primary().network.pause();
    cluster.replication.pause();
    await failOver(cluster, noticeMs);
  },
  /** No packet reaches any database server for a time, after which connections go on as if nothing had been. */
  silence: async ({ primary, standby, replication }, { silenceMs }) => {
    const networks = [primary().network, standby().network, replication];
    for (const network of networks) network.pause();
    await setTimeout(silenceMs);
    for (const network of networks) network.resume();
  },
  /** The proxies in front of the database are restarted. */
  restart: async ({ balancer, primary, standby }, { restartMs }) => {
    const proxies = [balancer, primary().network, standby().network];
    await Promise.all(proxies.map((proxy) => proxy.restart(restartMs)));
  },
} satisfies Record<string, Disturb>;

export type Disturbance = keyof typeof DISTURBANCES;

async function failOver(cluster: Cluster, noticeMs: number): Promise<void> {
  await setTimeout(noticeMs);
  await cluster.promote();
  cluster.announce();
}
