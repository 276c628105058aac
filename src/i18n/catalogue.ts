import type { consent } from "./en/consent.ts";
import type { lazyWords } from "./en/lazy-words.ts";
import type { link } from "./en/link.ts";

/** What the first views say. */
export type FirstWords = typeof link;

/** What the lazy views say. */
export type LazyWords = typeof lazyWords;

/** What people are asked to agree to. */
export type ConsentWords = typeof consent;

/** Everything Link says, in one language. */
export type Catalogue = FirstWords & LazyWords;
