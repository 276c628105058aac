import type { Fault, Group } from "./types.d.mts";

/** All that the bank can get wrong, by the part of it. */
export declare const FAULTS: readonly Group[];

/** Which faults are switched on. */
export type FaultSwitches = {
  /** Switches these on and all others off. Throws a RangeError for a name that no fault has. */
  set(names: readonly string[]): void;
  isOn(name: string): boolean;
  /** Those that are on for a request to this address; without one, all that are on. */
  active(url?: string): Fault[];
};

export declare const createFaultSwitches: () => FaultSwitches;
