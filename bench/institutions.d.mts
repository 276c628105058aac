import type { InstitutionRecord } from "../src/protocol/institution-record.ts";

/** So many institutions as a file of them has them; the same ones for the same seed. */
export declare const madeUpInstitutions: (count: number, seed?: number) => InstitutionRecord[];

/** The same as a CSV file that can be imported. */
export declare const institutionsCsv: (institutions: readonly InstitutionRecord[]) => string;
