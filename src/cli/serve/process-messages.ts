import { z } from "zod";
import { BrandSource } from "../../protocol/dashboard/dashboard.ts";
import type { CounterAnswer, CounterCall } from "../../server/domain/limits/permits.ts";
import type { ProcessLoad } from "./load-balance.ts";

/** A message from a serving process to its primary process. */
export type ToPrimary =
  /** The process is ready. The message contains its brand, and the demo shop's origin, if any. */
  | { type: "ready"; demoOrigin: string | null; brand: ProcessRole["brand"] }
  /** The process has added jobs, which another process runs. */
  | { type: "jobs" }
  | { type: "count"; id: number; calls: readonly CounterCall[] }
  /** The load of the process, if known. */
  | { type: "load"; load: ProcessLoad };

/** A message of the primary process to a process that serves requests. */
export type FromPrimary =
  /** Makes the process finish its requests, and exit. An urgent stop skips the delay before. */
  | { type: "stop"; isUrgent: boolean }
  /** The files of the certificate may be new. */
  | { type: "certificate" }
  /** There are jobs to do. */
  | { type: "jobs" }
  /** The results of a `count` in the same order. */
  | { type: "counts"; id: number; answers: CounterAnswer[] }
  /** These buckets are empty, and admit no call for the given time in ms. */
  | { type: "empty"; waits: [key: string, ms: number][] }
  /** Makes the process close some connections, so that other processes accept them. */
  | { type: "surplus"; connections: number };

/** The role of a process. The first process also runs the jobs, and serves the demo. */
export const ProcessRole = z.strictObject({
  number: z.int(),
  /** Whether the process replaces an ended process. */
  isReplacement: z.boolean(),
  /** The shared port of all processes. */
  port: z.int(),
  /** The origin of the demo shop, which the first process serves. */
  demoOrigin: z.string().nullable(),
  /**
   * The brand that the first process read. All processes show the same brand until the next start.
   * Null for the first process.
   */
  brand: z.strictObject({ name: z.string(), source: BrandSource }).nullable(),
});
export type ProcessRole = z.infer<typeof ProcessRole>;

/** The environment variable with which a primary process passes a role. */
export const ROLE_VARIABLE = "SERVICE_LINK_PROCESS";

/** Reads the role from the primary process; null without a role. */
export const readRole = (variables: Record<string, string | undefined>): ProcessRole | null => {
  const text = variables[ROLE_VARIABLE];
  return text === undefined ? null : ProcessRole.parse(JSON.parse(text));
};
