import type { FormWords } from "../../../i18n/forms.ts";
import type { Challenge } from "../../../protocol/link/login-form.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import { type SaidWord, TRADE_KINDS } from "../../domain/connectors/new-file.ts";
import { Fault } from "../../domain/fault.ts";
import type { TradeSample, UnknownWord } from "../../formats/trade-words.ts";

type FilesWords = FormWords["files"];

/** The maximum number of words that a user is asked about at once; the others are asked about next. */
const MAX_ASKED = 16;

/** The words to ask about, those of the most rows first. */
const askedWords = (unknown: readonly UnknownWord[]): readonly UnknownWord[] =>
  unknown.toSorted((a, b) => b.count - a.count).slice(0, MAX_ASKED);

/** The words of trades that are not known, each with its first row. */
export function wordsChallenge(
  unknown: readonly UnknownWord[],
  words: FilesWords,
  language: Language,
): Challenge {
  const { choose, ...kinds } = words.tradeKinds;
  const asked = askedWords(unknown);
  const rows = asked.map(({ sample }) => sampleCells(sample, words, language));
  return {
    type: "selections",
    title: words.words,
    lead: words.wordsHelp,
    questions: asked.map(({ word, count }) => ({
      question: words.wordRows(word, count),
      options: [choose, ...TRADE_KINDS.map((kind) => kinds[kind])],
      chosen: choose,
    })),
    table: [0, 1, 2].map((cell) => rows.map((row) => row[cell] ?? "")),
  };
}

/** The day, the units with their security, and the amount of a row. */
function sampleCells(
  { day, security, units, amount }: TradeSample,
  words: FilesWords,
  language: Language,
): string[] {
  const days = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  const format = (number: number, digits: number) =>
    new Intl.NumberFormat(language, {
      ...{ minimumFractionDigits: digits, maximumFractionDigits: 8 },
    })
      .format(number)
      .replace("-", "−");
  return [
    day === null ? "" : days.format(Date.parse(day)),
    units === null ? (security ?? "") : words.unitsOf(format(units, 0), security ?? ""),
    amount === null ? "" : format(amount, 2),
  ];
}

/** The meanings in the answers. Throws INVALID_MFA for an answer that is not one of the options, or for none. */
export function saidWordsIn(
  unknown: readonly UnknownWord[],
  answers: readonly string[],
  { tradeKinds, sayWord }: FilesWords,
): SaidWord[] {
  const asked = askedWords(unknown);
  if (answers.length !== asked.length) throw new Fault("INVALID_MFA");
  return asked.map(({ word }, at) => {
    if (answers[at] === tradeKinds.choose)
      throw new Fault("INVALID_MFA", { display: sayWord(word) });
    const kind = TRADE_KINDS.find((each) => tradeKinds[each] === answers[at]);
    if (kind === undefined) throw new Fault("INVALID_MFA");
    return { word, kind };
  });
}
