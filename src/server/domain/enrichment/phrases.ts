/** A phrase in a list of words: the first word's index, and how many words it has. */
export type Span = { at: number; length: number };

/** The maximum number of words of a phrase. */
const MAX_WORDS = 5;

/** Phrases by their words, with wildcards: `ab*` for words that begin so, `*ab` for words that end so. */
export type PhraseIndex<Value> = {
  add(phrase: readonly string[], value: Value): void;
  addWildcard(pattern: string, value: Value): void;
  /** Calls back for each phrase in the words. */
  find(
    words: readonly string[],
    found: (value: Value, span: Span, isWildcard: boolean) => void,
  ): void;
};

/** Returns an empty index. The time of its search depends on the number of words, not on the number of phrases. */
export const createPhraseIndex = <Value>(): PhraseIndex<Value> => {
  const whole = new Map<string, Value[]>();
  /** The maximum number of words of the phrases that begin with a word. */
  const lengths = new Map<string, number>();
  const beginnings = new Map<string, Value[]>();
  const ends = new Map<string, Value[]>();
  /** The letters that a wildcard has. */
  const sizes = new Set<number>();
  const put = (map: Map<string, Value[]>, key: string, value: Value) => {
    const values = map.get(key);
    if (values) values.push(value);
    else map.set(key, [value]);
  };
  return {
    add: (phrase, value) => {
      const [first] = phrase;
      if (first === undefined || phrase.length > MAX_WORDS) return;
      put(whole, phrase.join(" "), value);
      lengths.set(first, Math.max(lengths.get(first) ?? 0, phrase.length));
    },
    addWildcard: (pattern, value) => {
      sizes.add(pattern.length - 1);
      if (pattern.endsWith("*")) put(beginnings, pattern.slice(0, -1), value);
      else put(ends, pattern.slice(1), value);
    },
    find: (words, found) => {
      for (const [at, word] of words.entries()) {
        const longest = Math.min(lengths.get(word) ?? 0, words.length - at);
        let phrase = "";
        for (let length = 1; length <= longest; length += 1) {
          phrase = length === 1 ? word : `${phrase} ${words[at + length - 1]}`;
          for (const value of whole.get(phrase) ?? []) found(value, { at, length }, false);
        }
        // A long word is no word of a language.
        if (word.length > 40) continue;
        for (const size of sizes) {
          if (size > word.length) continue;
          const span = { at, length: 1 };
          for (const value of beginnings.get(word.slice(0, size)) ?? []) found(value, span, true);
          for (const value of ends.get(word.slice(-size)) ?? []) found(value, span, true);
        }
      }
    },
  };
};
