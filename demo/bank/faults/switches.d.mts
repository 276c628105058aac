import type { Fault, Group } from "./types.d.mts";

/** All that a bank of FDX can get wrong, by the part of it. */
export declare const FAULTS: readonly Group[];

/** All that a bank of another standard can get wrong in its consents and its data. */
export declare const WIRE_FAULTS: Readonly<Record<"uk" | "berlin-group", readonly Group[]>>;

/** All that a bank of the UK can get wrong in responses that it signs. */
export declare const SIGNED_FAULTS: readonly Group[];

/** All that a bank of a standard can get wrong, by the part of it. */
export declare const faultsOf: (standard: "fdx" | "uk" | "berlin-group") => readonly Group[];

/** Which faults are switched on. */
export type FaultSwitches = {
  /** Switches these on and all others off. Throws a RangeError for a name that no fault has. */
  set(names: readonly string[]): void;
  isOn(name: string): boolean;
  /** Those that are on for a request to this address; without one, all that are on. */
  active(url?: string): Fault[];
};

export declare const createFaultSwitches: () => FaultSwitches;
