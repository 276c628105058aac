import type { lazyWords } from "./en/lazy-words.ts";
import type { link } from "./en/link.ts";
import type { words as accounts } from "./en/rare/accounts.ts";
import type { words as byHand } from "./en/rare/by-hand.ts";
import type { words as code } from "./en/rare/code.ts";
import type { words as consent } from "./en/rare/consent.ts";
import type { words as end } from "./en/rare/end.ts";
import type { words as errors } from "./en/rare/errors.ts";
import type { words as mfa } from "./en/rare/mfa.ts";
import type { words as signIn } from "./en/rare/sign-in.ts";
import type { words as trust } from "./en/rare/trust.ts";
import type { words as ways } from "./en/rare/ways.ts";

/** The texts of the first views. */
export type FirstWords = typeof link;

/** The texts of the lazy views. */
export type LazyWords = typeof lazyWords;

/** The texts of each rare chunk, by the chunk's name. */
export type RareWords = {
  accounts: typeof accounts;
  "by-hand": typeof byHand;
  code: typeof code;
  consent: typeof consent;
  end: typeof end;
  errors: typeof errors;
  /** The server sends these texts with the form. */
  files: object;
  mfa: typeof mfa;
  /** The server sends these texts with the form. */
  questions: object;
  "sign-in": typeof signIn;
  trust: typeof trust;
  ways: typeof ways;
};

/** All texts of Link in a language, except those of the rare chunks. */
export type Catalogue = FirstWords & LazyWords;
