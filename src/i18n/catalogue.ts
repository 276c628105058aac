import type { consent } from "./en/consent.ts";
import type { lazyWords } from "./en/lazy-words.ts";
import type { link } from "./en/link.ts";

/** The texts of the first views. */
export type FirstWords = typeof link;

/** The texts of the lazy views. */
export type LazyWords = typeof lazyWords;

/** The text of the consent. */
export type ConsentWords = typeof consent;

/** All texts of Link, in one language. */
export type Catalogue = FirstWords & LazyWords;
