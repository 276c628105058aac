import type { FormWords } from "../../../i18n/forms.ts";
import { REASON_WORDS } from "../../../i18n/reasons.ts";
import type { Challenge } from "../../../protocol/link/login-form.ts";
import { reasonsText } from "../../../protocol/match-reason.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type { MatchAnswer, OpenMatch } from "../../domain/connectors/login-step.ts";
import { Fault } from "../../domain/fault.ts";
import type { AskedPair } from "./add-file.ts";
import { amountText } from "./file-note.ts";
import type { Answer } from "./merge-rows.ts";

type FilesWords = FormWords["files"];
type RowQuestion = Pick<
  Extract<Challenge, { type: "selections" }>["questions"][number],
  "question" | "options" | "pair"
>;

/** The maximum number of pairs of rows to ask about individually. */
const MAX_PAIRS = 10;

/** The questions about a file's rows that earlier files may have: one per pair, or one for many. */
export const pairQuestions = (
  pairs: readonly AskedPair[],
  words: FilesWords,
  language: Language,
): RowQuestion[] => {
  const options = [words.same, words.other];
  const optionsOfMany = [words.sameMany, words.otherMany];
  return isTooMany(pairs)
    ? [{ question: words.samePairs(pairs.length), options: optionsOfMany }]
    : pairs.map((pair) => {
        const { day, amount, before, now } = pairText(pair, language);
        const { title, earlier, this: own } = words.pair;
        return {
          question: words.samePair({ day, amount, before, now }),
          options,
          pair: {
            title,
            rows: [
              { label: earlier, name: before, amount, day },
              { label: own, name: now, amount, day },
            ],
            why: "",
          },
        };
      });
};

/** The answers to the questions about rows. Throws INVALID_MFA for an unknown option. */
export const pairAnswersIn = (
  pairs: readonly AskedPair[],
  answers: readonly string[],
  words: FilesWords,
): Answer[] => {
  if (!isTooMany(pairs)) return sayingsIn(answers, words, pairs.length);
  const { sameMany: same, otherMany: other } = words;
  const [said = "other"] = sayingsIn(answers, { same, other }, 1);
  return pairs.map(() => said);
};

/** The questions about earlier files' transactions that may be the same. */
export const matchQuestions = (
  matches: readonly OpenMatch[],
  words: FilesWords,
  language: Language,
): RowQuestion[] =>
  matches.map(({ before, now, reasons }) => {
    const rows = [rowText(before, language), rowText(now, language)] as const;
    const why = reasonsText(reasons, REASON_WORDS[language]);
    const { pair } = words;
    return {
      question: words.match(...rows, why),
      options: [words.same, words.other],
      pair: {
        title: pair.title,
        rows: [
          { label: pair.gone, ...rows[0] },
          { label: pair.new, ...rows[1] },
        ],
        why: pair.why(why),
      },
    };
  });

/** The answers to the questions about transactions. Throws like `pairAnswersIn`. */
export const matchAnswersIn = (
  matches: readonly OpenMatch[],
  answers: readonly string[],
  words: FilesWords,
): MatchAnswer[] => {
  const said = sayingsIn(answers, words, matches.length);
  return matches.map(({ transactionId, beforeId }, at) => ({
    ...{ transactionId, beforeId },
    decision: said[at] === "same" ? "same" : "different",
  }));
};

/** The answers to whether two rows are the same. */
function sayingsIn(
  answers: readonly string[],
  words: Pick<FilesWords, "same" | "other">,
  count: number,
): Answer[] {
  if (answers.length !== count) throw new Fault("INVALID_MFA");
  return answers.map((answer) => {
    if (answer === words.same) return "same";
    if (answer === words.other) return "other";
    throw new Fault("INVALID_MFA");
  });
}

const isTooMany = (pairs: readonly AskedPair[]): boolean => pairs.length > MAX_PAIRS;

const pairText = ({ date, amount, before, now }: AskedPair, language: Language) => ({
  ...momentText(date, Number(amount), language),
  before,
  now,
});

/** A row as text. Outflows are negative, as in files. */
const rowText = ({ date, amount, name }: OpenMatch["now"], language: Language) => ({
  ...momentText(date, 0 - amount, language),
  name,
});

const momentText = (date: string, amount: number, language: Language) => ({
  day: new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(
    Date.parse(date),
  ),
  amount: amountText(amount, language),
});
