import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An application's receiver, which collects webhooks in any order. */
export const receiver = async () => {
  const bodies: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    bodies.push(JSON.parse(text));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received: bodies,
    codes: () => bodies.map(({ webhook_code }) => webhook_code).toSorted(),
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
