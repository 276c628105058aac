import type { Plans } from "./explain.mjs";

type Measurement = Map<string, Plans & { step: string; text: string }>;

/** The queries of two measurements, those that are not flat first, each with a line of the table. */
export declare const compare: (
  small: Measurement,
  large: Measurement,
) => { isFlat: boolean; text: string }[];
