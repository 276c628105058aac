import { lazyWords } from "./lazy-words.ts";
import { link } from "./link.ts";

/** All texts of Link, in French. */
export const words = { ...link, ...lazyWords };
