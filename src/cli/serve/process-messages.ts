import { z } from "zod";
import { BrandSource } from "../../protocol/dashboard/dashboard.ts";
import type { CounterAnswer, CounterCall } from "../../server/domain/limits/permits.ts";
import type { ProcessLoad } from "./load-balance.ts";

/** A message of a process that serves requests, to the primary process that started it. */
export type ToPrimary =
  /** The process is ready: its brand, and the demo shop's origin, if it serves one. */
  | { type: "ready"; demoOrigin: string | null; brand: ProcessRole["brand"] }
  /** The process has added jobs, which another process runs. */
  | { type: "jobs" }
  | { type: "count"; id: number; calls: readonly CounterCall[] }
  /** The load of the process, if known. */
  | { type: "load"; load: ProcessLoad };

/** A message of the primary process to a process that serves requests. */
export type FromPrimary =
  /** Makes the process finish requests in progress, and exit; if that is urgent, without the delay before. */
  | { type: "stop"; isUrgent: boolean }
  /** The files of the certificate may be new. */
  | { type: "certificate" }
  /** There are jobs to do. */
  | { type: "jobs" }
  /** The results of a `count`, in its order. */
  | { type: "counts"; id: number; answers: CounterAnswer[] }
  /** These buckets are empty, and admit no call for the given time in ms. */
  | { type: "empty"; waits: [key: string, ms: number][] }
  /** Makes the process close this number of connections, so that other processes accept them. */
  | { type: "surplus"; connections: number };

/** Which of several processes this is: the first one also does the jobs, and shows the demo. */
export const ProcessRole = z.strictObject({
  number: z.int(),
  /** Whether it takes the place of one that ended. */
  isReplacement: z.boolean(),
  /** The port at which all of them listen. */
  port: z.int(),
  /** The origin of the demo shop, which the first one shows. */
  demoOrigin: z.string().nullable(),
  /**
   * The brand that the first process read, so that all processes show the same one until the next start; null
   * for the first process.
   */
  brand: z.strictObject({ name: z.string(), source: BrandSource }).nullable(),
});
export type ProcessRole = z.infer<typeof ProcessRole>;

/** The variable through which a primary process passes a role to the processes that it starts. */
export const ROLE_VARIABLE = "SERVICE_LINK_PROCESS";

/** Reads the role that a primary process has given this one; null without one. */
export const readRole = (variables: Record<string, string | undefined>): ProcessRole | null => {
  const text = variables[ROLE_VARIABLE];
  return text === undefined ? null : ProcessRole.parse(JSON.parse(text));
};
