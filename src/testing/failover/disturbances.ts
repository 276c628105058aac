import { setTimeout } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";

/** The times of a disturbance in ms. */
type Times = {
  /** From a failure to the promotion, and from a promotion to the balancer. */
  noticeMs: number;
  /** How long no packet passes, or a proxy is down. */
  silenceMs: number;
  restartMs: number;
  /**
   * How long the standby has received nothing when the primary is killed. With a synchronous
   * standby, all writes wait.
   */
  lagMs: number;
};

/** Disturbs the database of a cluster. Resolves when the database is usable again. */
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
  /**
   * The servers exchange their roles. The balancer forwards to the new standby until it notices.
   */
  switchover: async (cluster, { noticeMs }) => {
    const { server } = cluster.primary();
    await server.shutDown();
    await cluster.promote();
    await server.restart({ follows: cluster.replication.addressOf("postgres") });
    await setTimeout(noticeMs);
    cluster.announce();
  },
  /** The primary runs on, but no packet reaches the primary. */
  cut: async (cluster, { noticeMs }) => {
    cluster.primary().network.pause();
    cluster.replication.pause();
    await failOver(cluster, noticeMs);
  },
  /** For a time, no packet reaches any database server. Then the connections continue. */
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
