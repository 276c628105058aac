import { later } from "./later.ts";
import { link } from "./link.ts";

/** Everything Link says in French. */
export const words = { ...link, ...later };
