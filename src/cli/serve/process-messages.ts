import type { ProcessLoad } from "./load-balance.ts";
import type { ProcessRole } from "./process-role.ts";

/** A call that is taken out of a bucket, with so many more as the process may want soon. */
export type CounterCall = { key: string; perMinute: number; more: number };

/** How long to wait for a call, 0 where it was taken; and how many more were. */
export type CounterAnswer = { wait: number; more: number };

/** What a process that answers requests says to the primary process that started it. */
export type ToPrimary =
  /** It answers, under which brand; and where the demo shop is, if it shows one. */
  | { type: "ready"; demoOrigin: string | null; brand: ProcessRole["brand"] }
  /** It has added jobs, which another process does. */
  | { type: "jobs" }
  | { type: "count"; id: number; calls: CounterCall[] }
  /** What it has had to do, where that is anything. */
  | { type: "load"; load: ProcessLoad };

/** What the primary process says to one of those that answer. */
export type FromPrimary =
  /** It is to answer what is under way, and end; where that is urgent, without the delay before. */
  | { type: "stop"; isUrgent: boolean }
  /** The files of the certificate may be new. */
  | { type: "certificate" }
  /** There are jobs to do. */
  | { type: "jobs" }
  /** What a `count` asked for, in its order. */
  | { type: "counts"; id: number; answers: CounterAnswer[] }
  /** These buckets have no call for so many ms. */
  | { type: "empty"; waits: [key: string, ms: number][] }
  /** It is to close so many connections, so that others take them. */
  | { type: "surplus"; connections: number };
