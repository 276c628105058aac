import { createServer, type Server } from "node:http";
import { digest, isSameDigest } from "../domain/identifiers.ts";

/** Whoever reads metrics does so every few seconds, one after the other. */
const LIMITS = { requestTimeout: 5000, headersTimeout: 5000, keepAliveTimeout: 30_000 };
const MOST_CONNECTIONS = 20;

type Options = {
  host: string;
  port: number;
  /** What has to come as `Authorization: Bearer …`; undefined where the address is this machine's own. */
  token: string | undefined;
  /** Its metrics as text, and their content type. */
  read: () => Promise<{ text: string; type: string }>;
  report: (failure: unknown) => void;
};

/** Serves `GET /metrics` at an address of its own, apart from what people and clients reach. */
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
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, resolve);
  });
  // What it belongs to says how long a process lives, and not who keeps a connection open.
  server.unref();
  server.on("connection", (socket) => socket.unref());
  return {
    port: portOf(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
