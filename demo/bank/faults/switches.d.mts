import type { Group } from "./types.d.mts";

/** All that the bank can get wrong, by the part of it. */
export declare const FAULTS: readonly Group[];
