import { plainText, plainWord } from "./plain-text.ts";
import {
  CARD_WORDS,
  CHEQUE_WORDS,
  PAYMENT_WORDS,
  REFERENCE_WORDS,
  TRANSFER_WORDS,
} from "./words-of-payment.ts";

/** The kinds of numbers in a text. Numbers are compared within a kind. */
export const NUMBER_KINDS = ["card", "reference", "day", "time", "other"] as const;
type NumberKind = (typeof NUMBER_KINDS)[number];

/** The words of a text in order. `cut` is the last word of a possibly cut text. */
export type TextWords = { words: readonly string[]; cut: string | null };

/** The words and numbers that identify a row. */
export type Reading = {
  texts: readonly TextWords[];
  /** The words of all texts, in the order of the texts. */
  words: ReadonlySet<string>;
  numbers: ReadonlyMap<NumberKind, ReadonlySet<string>>;
  /** The words and numbers at the end of a cut text. */
  cut: ReadonlySet<string>;
  /** Whether a word is cut, or has letters that the bank could not write. */
  mayVary: boolean;
  isTransfer: boolean;
  isCheque: boolean;
  /** All words and numbers as one text. Rows with the same key are alike. */
  key: string;
};

/** The minimum length of a text that may be cut, in characters. */
const MIN_CUT = 20;

/**
 * Matches a word with digits and the digits after a mark, or a word without digits; ? is an
 * unwritable letter.
 */
const TOKEN =
  /[\p{L}?\ufffd]*\p{N}[\p{L}\p{N}?\ufffd]*(?:[-./:,]\p{L}*\p{N}[\p{L}\p{N}]*)*|[\p{L}?\ufffd]+/gu;

const AMOUNT = /^\d{1,3}(?:[.,]?\d{3})*[.,]\d{2}$/;
const DAY = /^(?:(\d{1,2})[./-](\d{1,2})(?:[./-]\d{2,4})?|\d{4}-(\d{2})-(\d{2}))$/;
const TIME = /^\d{1,2}:\d{2}(?::\d{2})?$/;
const MASKED = /^x{2,}\d{3,4}$/;

/**
 * The maximum number of cached readings, since a party's transactions mostly have the same texts.
 */
const MAX_KEPT = 20_000;
const kept = new Map<string, Reading>();

/** Reads the texts of a row. `given` are numbers from separate fields. */
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
    // A single word may be a complete name: TOTAL is not a cut TOTALLY.
    const isCut = text.trim().length >= MIN_CUT && own.some((word) => word !== last);
    if (isCut && last) cut.add(last);
    return own.length === 0 ? [] : [{ words: own, cut: isCut ? last : null }];
  });
  // Shares the empty sets. Most rows have no numbers or cut words, and hundreds of thousands of
  // sets slow garbage collection.
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

/** A number in comparable form: a day without its year, a card's digits without their mask. */
const numberAs = (kind: NumberKind, token: string, plain: string): string => {
  if (kind === "day") return dayIn(token, plain);
  return kind === "card" && MASKED.test(token) ? plainNumber(token.replace(/^x+/, "")) : plain;
};

const isDay = ([, a, b, month, day]: RegExpExecArray): boolean => {
  const [one, other] = a === undefined ? [Number(month), Number(day)] : [Number(a), Number(b)];
  return one >= 1 && other >= 1 && Math.min(one, other) <= 12 && Math.max(one, other) <= 31;
};

/** A day as two numbers, without its year. */
const dayIn = (token: string, plain: string): string => {
  const day = DAY.exec(token);
  if (!day) return plain;
  const [, a, b, month, other] = day;
  return a === undefined ? `${Number(other)}-${Number(month)}` : `${Number(a)}-${Number(b)}`;
};

/** A number without marks and leading zeros. */
const plainNumber = (token: string): string =>
  token.replace(/[^\p{L}\p{N}]/gu, "").replace(/^0+(?=.)/, "");
