import { identifyHolder, isInUse, portFailure, portRefusal } from "../serve/port.ts";
import type { Finding, Start } from "./finding.ts";

/** Checks that a server can listen at its port, or that this server already does. */
export const checkPort = async ({ settings, isStarting, inspection }: Start): Promise<Finding> => {
  const { host, port } = settings;
  const failure = await portFailure(settings);
  if (failure === null) return { is: "right", says: `${port} on ${host} is free` };
  const publicKey = (await inspection().catch(() => null))?.publicKeys[0];
  const holder = isInUse(failure) ? await identifyHolder(settings, publicKey) : null;
  const { reason, advice } = portRefusal(failure, settings, holder);
  const is = holder === "this server" && !isStarting ? "right" : "wrong";
  return { is, says: reason, ...(is === "wrong" && advice !== undefined && { advice }) };
};

/** Checks that metrics can be served at their address; null without an address. */
export const checkMetrics = async ({ settings, isStarting }: Start): Promise<Finding | null> => {
  const { metrics } = settings;
  if (!metrics) return null;
  const place = `port ${metrics.port} on ${metrics.host}`;
  const failure = await portFailure(metrics);
  if (failure === null) return { is: "right", says: `${place} is free` };
  const advice = "choose another METRICS_ADDRESS";
  if (!isInUse(failure)) return { is: "wrong", says: failure.message, advice };
  return isStarting
    ? { is: "wrong", says: `${place}, for metrics, is taken`, advice }
    : { is: "odd", says: `${place} is taken, by this server if it runs`, advice };
};
