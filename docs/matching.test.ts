import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plainWord } from "../src/server/domain/transactions/match/plain-text.ts";
import {
  CHEQUE_WORDS,
  FUEL_WORDS,
  PAYMENT_WORDS,
  SERVICE_WORDS,
  TRANSFER_WORDS,
} from "../src/server/domain/transactions/match/words-of-payment.ts";

const page = readFileSync(join(import.meta.dirname, "matching.md"), "utf8");

/** The paragraphs that are lists of words alone. */
const lists = page.split("\n\n").flatMap((paragraph) => {
  const words = [...paragraph.matchAll(/`(\w+)`/g)].map(([, word = ""]) => plainWord(word));
  return /^[`\w\s]+$/.test(paragraph) && words.length > 3 ? [words.toSorted()] : [];
});

test("the page of matching has the matcher's words, each list whole", () => {
  const known = [PAYMENT_WORDS, SERVICE_WORDS, TRANSFER_WORDS, CHEQUE_WORDS, FUEL_WORDS];
  expect(lists).toEqual(known.map((words) => [...words].toSorted()));
});
