import { lazyWords } from "./lazy-words.ts";
import { link } from "./link.ts";

/** Everything Link says in French. */
export const words = { ...link, ...lazyWords };
