import type { Dialect } from "../dialect.ts";
import { fdx } from "./fdx/dialect.ts";

/** The dialects of data APIs by their names: a further one is a folder, and a line here. */
export const DIALECTS = { fdx } satisfies Record<string, Dialect>;
