/** A call that is taken out of a bucket, or only looked at: what `RateCounters` are asked. */
export type CounterCall = { mode: "take" | "peek"; key: string; perMinute: number };

/** What a process that answers requests says to the primary process that started it. */
export type ToPrimary =
  /** It answers; and where the demo shop is, if it shows one. */
  | { type: "ready"; demoOrigin: string | null }
  /** It has added jobs, which another process does. */
  | { type: "jobs" }
  | { type: "count"; id: number; calls: CounterCall[] };

/** What the primary process says to one of those that answer. */
export type FromPrimary =
  /** It is to answer what is under way, and end. */
  | { type: "stop" }
  /** There are jobs to do. */
  | { type: "jobs" }
  /** The waits of a `count`, in its order. */
  | { type: "counts"; id: number; waits: number[] };
