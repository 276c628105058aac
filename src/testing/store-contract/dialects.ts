import { sqlite } from "../../server/store/dialects/sqlite.ts";

/** How to reach a database by its address, in each dialect that the contract is run in. */
export const dialects = { sqlite };
export type Dialect = keyof typeof dialects;
