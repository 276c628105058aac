import { sqlite } from "../../server/store/dialects/sqlite.ts";

/** The dialects that the contract is run in. */
export const dialects = { sqlite };
export type DialectName = keyof typeof dialects;
