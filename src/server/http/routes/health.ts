import type { FastifyInstance } from "fastify";
import type { Readiness } from "../readiness.ts";

/**
 * Serves what load balancers ask: whether the process is alive, and whether it can take requests (503 if
 * it cannot, with the part that is not ready). Neither needs keys, and neither says anything about data.
 */
export const healthRoutes = (app: FastifyInstance, readiness: Readiness): void => {
  app.get("/healthz", async (_, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "alive" };
  });
  app.get("/readyz", async (_, reply) => {
    const parts = await readiness.check();
    const isReady = Object.values(parts).every((part) => part === "ok");
    reply.header("cache-control", "no-store").status(isReady ? 200 : 503);
    return { status: isReady ? "ready" : "not ready", parts };
  });
};
