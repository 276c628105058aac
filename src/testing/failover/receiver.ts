import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";

export type Receiver = {
  /** Returns the URL of a name, so that a sender can use one URL for each webhook. */
  siteOf(name: string): string;
  /** Waits up to `ms`, and returns the URLs that were not called. */
  missing(urls: readonly string[], ms: number): Promise<string[]>;
  close(): void;
};

export const startReceiver = async (): Promise<Receiver> => {
  const called = new Set<string>();
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      called.add(request.url ?? "");
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    siteOf: (name) => `http://127.0.0.1:${port}/${name}`,
    missing: async (urls, ms) => {
      const find = () => urls.filter((url) => !called.has(new URL(url).pathname));
      for (const end = performance.now() + ms; find().length > 0 && performance.now() < end; )
        await setTimeout(100);
      return find();
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
