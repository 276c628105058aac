import { createServer, type Server } from "node:http";
import { digest, isSameDigest } from "../domain/identifiers.ts";

/** A scraper sends one request every few seconds. */
const LIMITS = { requestTimeout: 5000, headersTimeout: 5000, keepAliveTimeout: 30_000 };
const MAX_CONNECTIONS = 20;

type Options = {
  host: string;
  port: number;
  /** The token of `Authorization: Bearer …`; undefined for an address on this machine. */
  token: string | undefined;
  /** Returns the metrics as text, and their content type. */
  read: () => Promise<{ text: string; type: string }>;
  report: (failure: unknown) => void;
};

/** Serves `GET /metrics` at a separate address, out of reach of people and clients. */
export const openMetricsServer = async ({
  host,
  port,
  token,
  read,
  report,
}: Options): Promise<{ port: number; close(): Promise<void> }> => {
  const tokenDigest = token === undefined ? null : digest(`Bearer ${token}`);
  const server = createServer(LIMITS, async ({ method = "", url = "", headers }, response) => {
    const answer = (status: number, text: string, type = "text/plain; charset=utf-8") =>
      response
        .writeHead(status, { "content-type": type, "cache-control": "no-store" })
        .end(method === "HEAD" ? undefined : text);
    if (url.split("?", 1)[0] !== "/metrics") return answer(404, "there is /metrics\n");
    if (!["GET", "HEAD"].includes(method)) return answer(405, "use GET\n");
    if (tokenDigest !== null && !isSameDigest(tokenDigest, digest(headers.authorization ?? "")))
      return answer(401, "METRICS_TOKEN has to come as Authorization: Bearer\n");
    try {
      const { text, type } = await read();
      return answer(200, text, type);
    } catch (failure) {
      report(failure);
      return answer(503, "the metrics cannot be read\n");
    }
  });
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, resolve);
  });
  // An open connection must not keep the process alive.
  server.unref();
  server.on("connection", (socket) => socket.unref());
  return {
    port: readPort(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

function readPort(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
