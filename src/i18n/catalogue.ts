import type { consent } from "./en/consent.ts";
import type { later } from "./en/later.ts";
import type { link } from "./en/link.ts";

/** What the first views say. */
export type FirstWords = typeof link;

/** What the later views say. */
export type LaterWords = typeof later;

/** What people are asked to agree to. */
export type ConsentWords = typeof consent;

/** Everything Link says, in one language. */
export type Catalogue = FirstWords & LaterWords;
