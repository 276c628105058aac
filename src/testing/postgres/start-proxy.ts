import { once } from "node:events";
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Socket,
} from "node:net";
import { setTimeout } from "node:timers/promises";
import { readAddress } from "../../server/store/dialects/postgres/address.ts";

/** A TCP proxy in front of a PostgreSQL server. It acts as a balancer, or as a failing network. */
export type TestProxy = {
  port: number;
  /** Returns the address of a database through the proxy. */
  addressOf(database: string): string;
  /** The number of connections since the start. */
  total(): number;
  /** The number of connections that are open. */
  open(): number;
  /** Keeps all connections open and forwards nothing, like a network that loses every packet. */
  pause(): void;
  resume(): void;
  /** Ends all connections, like a restart of the proxy. */
  cut(): void;
  /** Ends all connections, and accepts no connection for `ms`. */
  restart(ms: number): Promise<void>;
  /** Forwards later connections to another server. */
  redirect(address: string): void;
  close(): Promise<void>;
};

type Options = {
  /** Returns a response to a startup packet, or null to forward the packet. */
  refuse?: (startup: Buffer) => Buffer | null;
};

/** Starts a proxy in front of the server of an address. */
export const startProxy = async (
  address: string,
  { refuse = () => null }: Options = {},
): Promise<TestProxy> => {
  const pairs = new Set<readonly [Socket, Socket]>();
  let target = toTarget(address);
  let isPaused = false;
  let total = 0;
  const server = createServer((near) => {
    total += 1;
    const far = connect(target);
    const pair = [near, far] as const;
    pairs.add(pair);
    let isFirst = true;
    near.on("data", (bytes) => {
      const refusal = isFirst ? refuse(bytes) : null;
      isFirst = false;
      if (refusal) near.end(refusal);
      else far.write(bytes);
    });
    far.on("data", (bytes) => void near.write(bytes));
    for (const [one, other] of [pair, pair.toReversed()] as const) {
      one?.on("error", () => other?.destroy());
      one?.on("close", () => {
        other?.destroy();
        pairs.delete(pair);
      });
      if (isPaused) one?.pause();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const each = (act: (socket: Socket) => void) => {
    for (const pair of pairs) for (const socket of pair) act(socket);
  };
  const { user = "" } = readAddress(address).hosts[0];
  return {
    port,
    addressOf: (database) => `postgres://${user}@127.0.0.1:${port}/${database}`,
    total: () => total,
    open: () => pairs.size,
    pause: () => {
      isPaused = true;
      each((socket) => socket.pause());
    },
    resume: () => {
      isPaused = false;
      each((socket) => socket.resume());
    },
    cut: () => each((socket) => socket.destroy()),
    restart: async (ms) => {
      server.close();
      each((socket) => socket.destroy());
      await setTimeout(ms);
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    redirect: (next) => {
      target = toTarget(next);
    },
    close: async () => {
      const end = once(server, "close");
      server.close();
      each((socket) => socket.destroy());
      await end;
    },
  };
};

const toTarget = (address: string): NetConnectOpts => {
  const { host = "", port = 5432 } = readAddress(address).hosts[0];
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
};
