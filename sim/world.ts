import { createDraw, type Draw } from "./draw.ts";
import { createFaults, type Faults } from "./faults.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";
import { createTrace, type Trace } from "./trace.ts";

/**
 * The start days of simulations. The 20 days after each cover ends of months and a year, a leap
 * day, and clock changes.
 */
const STARTS = [
  ...["2026-01-05", "2026-03-12", "2026-10-18", "2026-12-20", "2027-02-15"],
  ...["2028-02-18", "2028-03-20"],
].map((day) => Date.parse(`${day}T08:00:00Z`));

/** A broken rule: a rule for all times, or a rule for the end after days without faults. */
export class Violation extends Error {
  readonly isOfEnd: boolean;
  constructor(rule: string, isOfEnd: boolean) {
    super(rule);
    this.isOfEnd = isOfEnd;
  }
}

/** The shared world of all actors: time, draws, faults, and the record of events. */
export type World = {
  seed: string;
  scheduler: Scheduler;
  faults: Faults;
  trace: Trace;
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Separate draws for each actor, so that an actor's draws do not depend on other actors. */
  draw(name: string): Draw;
  /** Records a step of an actor. */
  note(actor: string, step: string, status: string | number, ...ids: string[]): void;
  /** Counts an event that leaves no step. */
  reach(name: string): void;
  /** The number of occurrences by event name. */
  coverage: Map<string, number>;
  /** Ends the simulation: the service has broken a rule. */
  violate(rule: string): never;
  /** Checks a rule. */
  require(isKept: boolean, rule: () => string): void;
};

export const createWorld = (
  seed: string,
  {
    sink,
    isMasked = () => false,
  }: { sink?: (line: string) => void; isMasked?: (fault: number) => boolean },
): World => {
  const draw = (name: string) => createDraw(seed, name);
  const scheduler = createScheduler(draw("start").pick(STARTS), draw("scheduler"));
  const trace = createTrace(sink);
  const coverage = new Map<string, number>();
  const reach = (name: string): void => {
    coverage.set(name, (coverage.get(name) ?? 0) + 1);
  };
  let [time, timeOf] = ["", Number.NaN];
  const note: World["note"] = (actor, step, status, ...ids) => {
    if (timeOf !== scheduler.now()) {
      timeOf = scheduler.now();
      time = new Date(timeOf).toISOString();
    }
    trace.add([time, actor, step, status, ...ids].join(" "));
    reach(`${step} ${status}`);
  };
  const faults = createFaults(seed, draw("faults"), isMasked, (fault, where) =>
    note("fault", where, fault),
  );
  const violate = (rule: string): never => {
    const violation = new Violation(rule, faults.hasCeased());
    note("rule", rule, "broken");
    scheduler.fail(violation);
    throw violation;
  };
  return {
    seed,
    scheduler,
    trace,
    coverage,
    faults,
    now: scheduler.now,
    sleep: (ms) => scheduler.sleep(ms),
    draw,
    note,
    reach,
    violate,
    require: (isKept, rule) => {
      if (!isKept) violate(rule());
    },
  };
};
