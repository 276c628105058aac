import { createDraw, type Draw } from "./draw.ts";
import { createFaults, type Faults } from "./faults.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";
import { createTrace, type Trace } from "./trace.ts";

/** The days on which simulations start: 20 days on are the ends of months and a year, a leap day, and changed clocks. */
const STARTS = [
  ...["2026-01-05", "2026-03-12", "2026-10-18", "2026-12-20", "2027-02-15"],
  ...["2028-02-18", "2028-03-20"],
].map((day) => Date.parse(`${day}T08:00:00Z`));

/** A rule that the service has broken: one at all times, or one of its end, after days without faults. */
export class Violation extends Error {
  readonly isOfEnd: boolean;
  constructor(rule: string, isOfEnd: boolean) {
    super(rule);
    this.isOfEnd = isOfEnd;
  }
}

/** The world that all actors share: time, draws, faults, and the record of what happens. */
export type World = {
  seed: string;
  scheduler: Scheduler;
  faults: Faults;
  trace: Trace;
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Draws of its own for each actor, so that one draws the same whatever the others do. */
  draw(name: string): Draw;
  /** Records a step of an actor. */
  note(actor: string, step: string, status: string | number, ...ids: string[]): void;
  /** Counts a thing that happens, which leaves no step. */
  reach(name: string): void;
  /** How often things happened, by their names. */
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
