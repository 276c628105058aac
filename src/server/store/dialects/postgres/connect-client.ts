import type { Client } from "pg";
import { type Role, readAddress } from "./address.ts";
import { createHostOrder } from "./host-order.ts";
import { loadPg } from "./load-pg.ts";
import { askForRole } from "./renewal.ts";

/** Connects to the first host of an address with the role, without a pool. */
export const connectClient = async (address: string, role: Role = "primary"): Promise<Client> => {
  const pg = await loadPg();
  const { hosts } = readAddress(address, role);
  return createHostOrder(hosts.length).tryEach(async (index) => {
    const client = new pg.Client(hosts[index]);
    // A connection that breaks fails its query; without a listener the event would end the process.
    client.on("error", () => {});
    try {
      await client.connect();
      await askForRole(client, role, hosts[index]?.connectionTimeoutMillis);
      return client;
    } catch (failure) {
      // The end is not awaited, since a silent server never ends the connection.
      void client.end();
      throw failure;
    }
  });
};
