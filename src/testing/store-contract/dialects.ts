import { postgres } from "../../server/store/dialects/postgres.ts";
import { sqlite } from "../../server/store/dialects/sqlite.ts";

/** The dialects that the contract is run in. */
export const dialects = { sqlite, postgres };
export type DialectName = keyof typeof dialects;
