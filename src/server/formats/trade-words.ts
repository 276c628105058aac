import type { InvestmentSubtype, InvestmentType } from "../../protocol/investments.ts";
import { type Day, type Line, lineFrom } from "../domain/bank-values.ts";
import type { SaidWord, TradeKind } from "../domain/connectors/new-file.ts";

/** The movement that a kind of trade means. */
export type SaidAction = {
  type: InvestmentType;
  subtype: InvestmentSubtype;
  /** 1 if units arrive, -1 if units leave. Absent if no units move, or if the row has the sign. */
  units?: 1 | -1;
  /**
   * 1 if cash leaves the account, -1 if cash arrives, 0 without cash. Absent if the amount has the
   * sign.
   */
  cash?: 1 | -1 | 0;
};

const cash = (subtype: InvestmentSubtype, way: 1 | -1): SaidAction => ({
  ...{ type: "cash", subtype, cash: way },
});
const transfer = (units: 1 | -1): SaidAction => ({
  ...{ type: "transfer", subtype: "transfer", units, cash: 0 },
});

/** The movement of each kind; null for rows that move nothing. */
const ACTIONS: Record<TradeKind, SaidAction | null> = {
  buy: { type: "buy", subtype: "buy", units: 1, cash: 1 },
  sell: { type: "sell", subtype: "sell", units: -1, cash: -1 },
  reinvestment: { type: "buy", subtype: "dividend reinvestment", units: 1, cash: 1 },
  dividend: cash("dividend", -1),
  interest: cash("interest", -1),
  fee: { type: "fee", subtype: "miscellaneous fee", cash: 1 },
  tax: { type: "fee", subtype: "tax withheld", cash: 1 },
  deposit: cash("deposit", -1),
  withdrawal: cash("withdrawal", 1),
  transfer_in: transfer(1),
  transfer_out: transfer(-1),
  split: { type: "transfer", subtype: "split", cash: 0 },
  other: { type: "cash", subtype: "adjustment" },
  none: null,
};

/** The first row with an unknown word, as far as it can be read. */
export type TradeSample = {
  day: Day | null;
  security: Line | null;
  units: number | null;
  amount: number | null;
};

/** An unknown trade word, the number of its rows, and the first row. */
export type UnknownWord = { word: Line; count: number; sample: TradeSample };

/** Trade words that a reader does not know itself. */
export type TradeWords = {
  /**
   * Returns the user's meaning of a word: null for rows without a movement, undefined for an
   * unknown word.
   */
  actionOf(word: string): SaidAction | null | undefined;
  /** Notes an unknown word. */
  note(word: string, sample: TradeSample): void;
};

/** No words, for a reader used alone. */
export const NO_WORDS: TradeWords = { actionOf: () => undefined, note: () => undefined };

/** The maximum length of a kept word, in characters. */
const MAX_WORD = 100;

/**
 * The maximum number of different unknown words. A column with more words contains no kinds of
 * trades.
 */
const MAX_WORDS = 100;

/** A word in the form used for comparison. */
const toWord = (text: string): Line | null =>
  lineFrom(text.slice(0, 4 * MAX_WORD).normalize("NFKC"), MAX_WORD);

const toKey = (word: Line): string => word.toLowerCase().replaceAll(/\s+/g, " ");

/** Returns the words with the user's meanings, and collects the unknown words of a file. */
export function createTradeWords(
  said: readonly SaidWord[],
): TradeWords & { unknown(): readonly UnknownWord[] } {
  const kinds = new Map<string, TradeKind>();
  for (const { word, kind } of said) {
    const line = toWord(word);
    if (line !== null) kinds.set(toKey(line), kind);
  }
  const unknown = new Map<string, UnknownWord>();
  let isTooMany = false;
  return {
    actionOf(word) {
      const line = kinds.size === 0 ? null : toWord(word);
      const kind = line === null ? undefined : kinds.get(toKey(line));
      return kind && ACTIONS[kind];
    },
    note(word, sample) {
      const line = toWord(word);
      if (line === null) return;
      const known = unknown.get(toKey(line));
      if (known) known.count += 1;
      else if (unknown.size < MAX_WORDS) unknown.set(toKey(line), { word: line, count: 1, sample });
      else isTooMany = true;
    },
    unknown: () => (isTooMany ? [] : [...unknown.values()]),
  };
}

/** Adds meanings to earlier ones. A later meaning replaces an earlier meaning. */
export function mergeWords(
  before: readonly SaidWord[],
  next: readonly SaidWord[],
): readonly SaidWord[] {
  const byKey = new Map<string, SaidWord>();
  for (const { word, kind } of [...before, ...next]) {
    const line = toWord(word);
    if (line === null) continue;
    byKey.delete(toKey(line));
    byKey.set(toKey(line), { word: line, kind });
  }
  return [...byKey.values()].slice(-MAX_KEPT);
}

/** The maximum number of words kept for an Item. The oldest words are dropped. */
const MAX_KEPT = 300;
