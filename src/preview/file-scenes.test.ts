import { expect, test } from "vitest";
import { LANGUAGES } from "../protocol/vocabulary.ts";
import type { AccountSummary } from "../server/connectors/files/files-state.ts";
import { challengeFor, type Open } from "../server/connectors/files/questions.ts";
import { currencyFrom, dayIn, lineFrom, ownId, ownLine } from "../server/domain/bank-values.ts";
import { fileQuestions } from "./file-scenes.ts";

const NEW_KEY = "new";

const account = (name: string | null): AccountSummary => ({
  ...{ key: ownId(name ?? "unnamed"), current: null, available: null },
  account: {
    currency: currencyFrom("EUR"),
    ...{ id: null, iban: null, bankId: null, name: lineFrom(name), type: "savings" as const },
  },
});

/** The open questions about a file, as the connector reports them. */
const OPEN: Record<string, Open> = {
  "file-columns": {
    at: "columns",
    currency: null,
    guess: {
      mapping: {
        ...{ delimiter: ";", skippedRows: 1, dateOrder: "DMY", decimalMark: ",", isNegated: false },
        columns: { date: 0, payee: 1, description: 2, amount: 3 },
      },
      header: ["Buchungstag", "Name", "Verwendungszweck", "Betrag", "Saldo"],
      preview: [
        ["02.01.2026", "Moonbean Coffee", "Kartenzahlung 4711", "-4,14", "1.200,00"],
        ["05.01.2026", "Juniper Labs", "Gehalt Januar", "1.890,50", "3.090,50"],
        ["09.01.2026", "Greenway Market", "SEPA-Lastschrift 20260109-0012", "-62,80", "3.027,70"],
      ],
      ...{ confidence: 0.8, isProven: false, mismatch: null, currency: null },
      doubts: ["dateOrder"],
      ...{ openRow: null, feeRow: null, fee: null },
    },
  },
  "file-encoding": {
    at: "encoding",
    candidates: [
      {
        encoding: "windows-1250",
        lines: ["01.09.2026;Żabka Łąkowa;-12,50", "03.09.2026;Przelew śródroczny;1250,00"],
      },
      {
        encoding: "windows-1252",
        lines: ["01.09.2026;¯abka £¹kowa;-12,50", "03.09.2026;Przelew œródroczny;1250,00"],
      },
    ],
  },
  "file-sign": {
    at: "columns",
    currency: "USD",
    guess: {
      mapping: {
        ...{ delimiter: ",", skippedRows: 1, dateOrder: "YMD", decimalMark: ".", isNegated: false },
        columns: { date: 0, description: 1, amount: 2 },
      },
      header: ["Date", "Description", "Amount"],
      preview: [
        ["2026-09-05", "COPPER LADLE 0421", "18.40"],
        ["2026-09-12", "GAMMA 14 REF 200", "-250.00"],
        ["2026-09-14", "NORTHLINE 77", "23.00"],
      ],
      ...{ confidence: 0.5, isProven: false, currency: null, doubts: ["sign"] },
      mismatch: { rows: "-310", balances: "-310.5" },
      ...{ openRow: null, feeRow: null, fee: null },
    },
  },
  "file-words": {
    at: "words",
    words: [
      ["Vétel", 14, "2026-01-05", 10, -125] as const,
      ["Eladás", 3, "2026-01-12", -4, 60] as const,
      ["Osztalék", 1, "2026-01-14", null, 5] as const,
    ].map(([word, count, day, units, amount]) => ({
      ...{ word: ownLine(word), count },
      sample: { ...{ day: dayIn(day), security: ownLine("Acorn") }, units, amount },
    })),
  },
  "file-rules": { at: "rules", hasDateOrder: true, hasCurrency: true },
  "file-account": { at: "account", accounts: [account("Rainy Day"), account(null)] },
  "file-same": {
    at: "questions",
    questions: [
      {
        ...{ date: "2026-01-09", amount: "-62.80" },
        ...{ before: "Greenway Market", now: "GREENWAY MKT 0421" },
      },
    ],
  },
  "file-many": {
    at: "questions",
    questions: Array.from({ length: 14 }, () => ({
      ...{ date: "2026-01-09", amount: "-62.80", before: "Greenway Market", now: "GW 0421" },
    })),
  },
  "file-matches": {
    at: "matches",
    matches: [
      {
        ...{ transactionId: "now", beforeId: "before" },
        before: { date: "2026-01-11", amount: 20, name: "Copper Ladle" },
        now: { date: "2026-01-13", amount: 24, name: "COPPER LADLE 0421" },
        reasons: [
          { reason: "more", value: 20 },
          { reason: "later", value: 2 },
        ],
      },
    ],
  },
};

test.each(LANGUAGES)("the questions about files in %s are those of the connector", (language) => {
  expect(fileQuestions(language)).toEqual(
    Object.fromEntries(
      Object.entries(OPEN).map(([id, open]) => [id, challengeFor(open, language, NEW_KEY)]),
    ),
  );
});
