import { plainText, plainWord } from "./plain-text.ts";
import {
  CARD_WORDS,
  CHEQUE_WORDS,
  PAYMENT_WORDS,
  REFERENCE_WORDS,
  TRANSFER_WORDS,
} from "./words-of-payment.ts";

/** The kinds of numbers in a text; each is compared with its own kind. */
export const NUMBER_KINDS = ["card", "reference", "day", "time", "other"] as const;
type NumberKind = (typeof NUMBER_KINDS)[number];

/** The words of one text, in its order; `cut` is the last one of a text that may be cut. */
export type TextWords = { words: readonly string[]; cut: string | null };

/** The words and the numbers by which a row is recognized. */
export type Reading = {
  texts: readonly TextWords[];
  /** The words of all texts, in the order of the texts. */
  words: ReadonlySet<string>;
  numbers: ReadonlyMap<NumberKind, ReadonlySet<string>>;
  /** The words and numbers that a cut text ends with. */
  cut: ReadonlySet<string>;
  /** Whether a word is cut, or has letters that the bank could not write. */
  mayVary: boolean;
  isTransfer: boolean;
  isCheque: boolean;
  /** All words and numbers in one text: rows with the same key read alike. */
  key: string;
};

/** The length from which a text may be cut, in characters. */
const MIN_CUT = 20;

/** A word with digits and the digits that follow a mark, or a word without; ? is a letter that could not be written. */
const TOKEN =
  /[\p{L}?\ufffd]*\p{N}[\p{L}\p{N}?\ufffd]*(?:[-./:,]\p{L}*\p{N}[\p{L}\p{N}]*)*|[\p{L}?\ufffd]+/gu;

const AMOUNT = /^\d{1,3}(?:[.,]?\d{3})*[.,]\d{2}$/;
const DAY = /^(?:(\d{1,2})[./-](\d{1,2})(?:[./-]\d{2,4})?|\d{4}-(\d{2})-(\d{2}))$/;
const TIME = /^\d{1,2}:\d{2}(?::\d{2})?$/;
const MASKED = /^x{2,}\d{3,4}$/;

/** How many readings are kept: transactions of one party mostly have the same texts. */
const MAX_KEPT = 20_000;
const kept = new Map<string, Reading>();

/** Reads the texts of a row; `given` are numbers that it has in fields of their own. */
export const readTexts = (
  texts: readonly (string | null | undefined)[],
  given: readonly (string | null | undefined)[] = [],
): Reading => {
  const key = `${texts.join("\n")}\n\n${given.join("\n")}`;
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const reading = read(texts, given);
  kept.set(key, reading);
  return reading;
};

const read = (
  texts: readonly (string | null | undefined)[],
  given: readonly (string | null | undefined)[],
): Reading => {
  const numbers = new Map<NumberKind, Set<string>>();
  const add = (kind: NumberKind, number: string): void => {
    const known = numbers.get(kind);
    if (known) known.add(number);
    else numbers.set(kind, new Set([number]));
  };
  for (const number of given) if (number) add("other", plainNumber(plainText(number)));
  const words = new Set<string>();
  const cut = new Set<string>();
  let [isTransfer, isCheque] = [false, false];
  const readings = [...new Set(texts)].flatMap((text): TextWords[] => {
    if (!text) return [];
    const own: string[] = [];
    const plain = plainText(text);
    let last: string | null = null;
    /** The words of payment directly before a word. */
    let before: string[] = [];
    for (const { 0: token, index } of plain.matchAll(TOKEN)) {
      if (/\p{N}/u.test(token)) {
        const kind = chooseKind(token, before, plain.slice(Math.max(0, index - 2), index));
        last = plainNumber(token);
        if (kind) add(kind, numberAs(kind, token, last));
        if (kind !== "card" && kind !== "reference") before = [];
        continue;
      }
      const word = plainWord(token.replaceAll("\ufffd", "?"));
      last = word;
      if (TRANSFER_WORDS.has(word)) isTransfer = true;
      if (CHEQUE_WORDS.has(word)) isCheque = true;
      if (token.length < 2 || !/\p{L}/u.test(word) || PAYMENT_WORDS.has(word)) {
        before.push(word);
        continue;
      }
      before = [];
      own.push(word);
      words.add(word);
    }
    // A single word is a name of its own: TOTAL is no cut TOTALLY.
    const isCut = text.trim().length >= MIN_CUT && own.some((word) => word !== last);
    if (isCut && last) cut.add(last);
    return own.length === 0 ? [] : [{ words: own, cut: isCut ? last : null }];
  });
  // Shares the empty sets: most rows have no numbers and no cut words, and hundreds of thousands of
  // sets make garbage collection slow.
  const [allNumbers, allCut] = [
    numbers.size > 0 ? numbers : NO_NUMBERS,
    cut.size > 0 ? cut : NO_CUT,
  ];
  const numbersKey = NUMBER_KINDS.map((kind) => [...(numbers.get(kind) ?? [])].sort());
  return {
    ...{ texts: readings, words, numbers: allNumbers, cut: allCut, isTransfer, isCheque },
    mayVary: cut.size > 0 || [...words].some((word) => word.includes("?")),
    key: JSON.stringify([[...words].sort(), numbersKey]),
  };
};

const NO_NUMBERS: Reading["numbers"] = new Map();
const NO_CUT: Reading["cut"] = new Set();

/** The kind of a number in its text; null for an amount, which is no evidence. */
function chooseKind(token: string, before: readonly string[], marks: string): NumberKind | null {
  const day = DAY.exec(token);
  if (day && isDay(day)) return "day";
  if (TIME.test(token)) return "time";
  if (AMOUNT.test(token)) return null;
  if (MASKED.test(token) || (/^\d{4}$/.test(token) && /^(?:\s|)[*•]$|^[*•]{2}$/.test(marks)))
    return "card";
  if (before.includes("checkcard")) return "day";
  for (const word of before.toReversed()) {
    if (CARD_WORDS.has(word)) return "card";
    if (REFERENCE_WORDS.has(word)) return "reference";
  }
  return "other";
}

/** A number by which it is compared: a day without its year, the digits of a card without their mask. */
const numberAs = (kind: NumberKind, token: string, plain: string): string => {
  if (kind === "day") return dayIn(token, plain);
  return kind === "card" && MASKED.test(token) ? plainNumber(token.replace(/^x+/, "")) : plain;
};

const isDay = ([, a, b, month, day]: RegExpExecArray): boolean => {
  const [one, other] = a === undefined ? [Number(month), Number(day)] : [Number(a), Number(b)];
  return one >= 1 && other >= 1 && Math.min(one, other) <= 12 && Math.max(one, other) <= 31;
};

/** A day by its two numbers, without its year. */
const dayIn = (token: string, plain: string): string => {
  const day = DAY.exec(token);
  if (!day) return plain;
  const [, a, b, month, other] = day;
  return a === undefined ? `${Number(other)}-${Number(month)}` : `${Number(a)}-${Number(b)}`;
};

/** A number without marks, and without zeros in front. */
const plainNumber = (token: string): string =>
  token.replace(/[^\p{L}\p{N}]/gu, "").replace(/^0+(?=.)/, "");
