import { LANGUAGES, type Language, WIDE_SCRIPTS, type WideScript } from "./languages.ts";

/** The weights of letters, from a language's most frequent letter to the rarest, and of words. */
const WEIGHTS = {
  ...{ frequent: 3, rareAccent: 1.5, rareLetter: 0.2, foreignAccent: -3.5, foreign: -4 },
  ...{ wide: 4, halfWidth: 1, rareWide: 0.3 },
  ...{ word: 4, plainWord: 2, maxPlain: 6 },
  ...{ brokenCase: -4, crowded: -3, mixedScripts: -8 },
};

/** The weights of signs by kind. Within a word, all signs except an apostrophe are wrong. */
const SIGNS = { usual: 0.3, money: 1, odd: -2, wrong: -4, none: -8 };

/**
 * Scores how likely a text belongs to a language of banks' files: by letters, words, and misplaced
 * signs. `plain` contains the ASCII words, which are the same in every encoding.
 */
export function scoreText(text: string, plain: ReadonlySet<string>): number {
  const words = new Set(text.match(WORD));
  for (const word of words) if (/^\p{ASCII}+$/u.test(word)) words.delete(word);
  let best = Number.NEGATIVE_INFINITY;
  for (const profile of PROFILES) best = Math.max(best, profileScore(profile, words, plain));
  for (const script of WIDE_SCRIPTS) best = Math.max(best, wideScore(script, words, plain));
  return best + signScore(text);
}

/** A word of letters; the ordinals and the micro sign are signs. */
const WORD = /(?:(?![ªºµ])[\p{L}\p{M}])+/gu;

/** The ASCII words of a text that may be words of a language. */
export const plainWords = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[a-z]{3,}/g));

type Profile = {
  isLatin: boolean;
  foreign: number;
  weights: ReadonlyMap<string, number>;
  known: ReadonlySet<string>;
};

const profileOf = ({ script, letters, words }: Language): Profile => {
  const isLatin = script === "latin";
  const all = [...letters];
  const fall = WEIGHTS.frequent - (isLatin ? WEIGHTS.rareAccent : WEIGHTS.rareLetter);
  return {
    isLatin,
    // Names from other countries occur in files of every country.
    foreign: isLatin ? WEIGHTS.foreignAccent : WEIGHTS.foreign,
    weights: new Map(all.map((each, at) => [each, WEIGHTS.frequent - (fall * at) / all.length])),
    known: new Set(words.split(" ")),
  };
};

const PROFILES: readonly Profile[] = LANGUAGES.map(profileOf);

function profileScore(
  { isLatin, foreign, weights, known }: Profile,
  words: ReadonlySet<string>,
  plain: ReadonlySet<string>,
): number {
  let score = plainScore(known, plain);
  for (const word of words) {
    const lower = word.toLowerCase();
    const letters = [...lower.normalize("NFC")];
    const accents = letters.filter((letter) => letter > "\x7f");
    const ascii = letters.length - accents.length;
    if (letters.length === 1) {
      score += weights.has(lower) ? 0 : WEIGHTS.foreign / 2;
      continue;
    }
    if (known.has(lower)) score += WEIGHTS.word;
    for (const letter of accents) score += weights.get(letter) ?? foreign;
    if (/\p{Ll}\p{Lu}/u.test(word)) score += WEIGHTS.brokenCase;
    if (isLatin) score += WEIGHTS.crowded * Math.max(0, accents.length - ascii - 1);
    else if (ascii > 0) score += WEIGHTS.mixedScripts;
  }
  return score;
}

const plainScore = (known: ReadonlySet<string>, plain: ReadonlySet<string>): number => {
  let count = 0;
  for (const word of known) if (plain.has(word)) count += 1;
  return Math.min(WEIGHTS.maxPlain, count * WEIGHTS.plainWord);
};

function wideScore(
  { isOwn, frequent, words: known }: WideScript,
  words: ReadonlySet<string>,
  plain: ReadonlySet<string>,
): number {
  let score = plainScore(new Set(known.split(" ")), plain);
  for (const word of words) {
    // A letter within a Latin word has an accent.
    if (/[a-z]\P{ASCII}[a-z]/u.test(word)) score += WEIGHTS.mixedScripts;
    for (const letter of word)
      if (letter <= "\x7f") score += WEIGHTS.rareWide;
      else if (/[\uFF61-\uFF9F]/.test(letter))
        score += frequent.has(letter) ? WEIGHTS.halfWidth : WEIGHTS.foreign;
      else if (frequent.has(letter)) score += WEIGHTS.wide;
      else score += isOwn.test(letter) ? WEIGHTS.rareWide : WEIGHTS.foreign;
  }
  return score;
}

const USUAL = /[“”„‘’‚–—…«»°ºªµ§·•№\u00a0\u00ad\u202f²³\u3000-\u303f\uff00-\uff60]/;
const LEADING = /[“„‘«–—№§…•·\u00a0\u202f]/;
const MONEY = /[€£¥]/;
const BETWEEN = /[’‘·\u00ad\u00a0–]/;
const LETTER = /\p{L}/u;
const SIGN = /[^\p{ASCII}\p{L}\p{M}]|[ªºµ]|(?<![\p{L}\p{M}])(?!\p{ASCII})\p{L}(?=\d)/gu;

/** Scores the signs of a text. Each sign counts once per pair of neighbours. */
function signScore(text: string): number {
  let score = 0;
  const seen = new Set<string>();
  for (const { 0: sign, index } of text.matchAll(SIGN)) {
    const [before, after] = [
      text.slice(Math.max(0, index - 2), index),
      text.slice(index + sign.length).slice(0, 2),
    ];
    const key = before + sign + after;
    if (seen.has(key)) continue;
    seen.add(key);
    score += scoreSign(sign, before, after);
  }
  return score;
}

function scoreSign(sign: string, before: string, after: string): number {
  if (/[\p{Cc}\p{Co}\p{Cn}\ufffd¤]/u.test(sign)) return SIGNS.none;
  // A single letter before a number is a currency sign in another encoding.
  if (LETTER.test(sign) && !/[ªºµ]/.test(sign)) return SIGNS.wrong;
  const [follows, leads] = [/\p{L}$/u.test(before), /^\p{L}/u.test(after)];
  if (follows && leads) return BETWEEN.test(sign) ? 0 : SIGNS.wrong;
  if (MONEY.test(sign)) return /\d\s?$/.test(before) || /^\s?\d/.test(after) ? SIGNS.money : 0;
  if (USUAL.test(sign)) return /^\d/.test(after) && !LEADING.test(sign) ? SIGNS.odd : SIGNS.usual;
  if (/[\u2500-\u259f\u2200-\u22ff]/.test(sign)) return SIGNS.wrong;
  if (/[©®™¡¿½¼¾¢]/.test(sign)) return leads && !/[¡¿]/.test(sign) ? SIGNS.odd : 0;
  return follows || leads ? SIGNS.wrong : SIGNS.odd;
}
