import type { PlayedBank } from "./server.d.mts";

/** The banks of the demo, with half a year of payments up to a moment, in ms since 1970. */
export declare function demoBanks(now: number): PlayedBank[];
