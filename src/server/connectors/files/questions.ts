import { FORM_WORDS, type FormWords } from "../../../i18n/forms.ts";
import type { Challenge } from "../../../protocol/link/login-form.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type { OpenMatch } from "../../domain/connectors/login-step.ts";
import { Fault } from "../../domain/fault.ts";
import { securityColumns } from "../../formats/broker-csv/mapped-table.ts";
import type { CsvGuess, CsvMapping, CsvRole } from "../../formats/csv/csv-mapping.ts";
import { isAmount } from "../../formats/csv/csv-rows.ts";
import type { EncodingCandidate } from "../../formats/decode-text.ts";
import type { AddedResult } from "./add-file.ts";
import { mismatchText } from "./file-note.ts";
import {
  type Columns,
  columnRules,
  type FileChoices,
  fileRules,
  ruleChoices,
  ruleQuestions,
} from "./file-rules.ts";
import type { AccountSummary } from "./files-state.ts";
import { matchAnswersIn, matchQuestions, pairAnswersIn, pairQuestions } from "./row-questions.ts";
import { saidWordsIn, wordsChallenge } from "./word-questions.ts";

/** The questions for the user: about a file, or about earlier files' transactions. */
export type Open =
  | Exclude<AddedResult, { at: "done" }>
  | { at: "matches"; matches: readonly OpenMatch[] };

/** The maximum number of a table's columns to ask about individually. */
const MAX_COLUMNS = 16;

/** The meanings of columns that users choose from. */
const ROLES = [
  "date",
  "amount",
  "debit",
  "credit",
  "description",
  "payee",
  "memo",
  "balance",
  "currency",
  "id",
  "reference",
  "direction",
] as const satisfies readonly CsvRole[];

/** The roles of a broker's table's columns, offered if the table may be one. */
const SECURITY_ROLES = [
  ...["security", "units", "price", "action"],
] as const satisfies readonly CsvRole[];
type Role = (typeof ROLES)[number] | (typeof SECURITY_ROLES)[number];

const roleTexts = ({ roles, securityRoles }: FilesWords): Record<Role, string> => ({
  ...roles,
  ...securityRoles,
});

/**
 * The possible roles of a table's columns. Roles of securities are included if column names or
 * cells identify a security, or if uncertain columns have at least two numbers in each row.
 */
function rolesOf({ doubts, header, preview, mapping }: CsvGuess): readonly Role[] {
  const { balance } = mapping.columns;
  const countNumbers = (row: readonly string[]) =>
    row.filter((cell, at) => at !== balance && isAmount(cell)).length;
  const isOpen = doubts.includes("columns") && preview.every((row) => countNumbers(row) >= 2);
  const isNamed = securityColumns(header, preview).security !== undefined;
  return isOpen || isNamed ? [...ROLES, ...SECURITY_ROLES] : ROLES;
}

/** A question about a file as a challenge, in the user's language. */
export const challengeFor = (open: Open, language: Language, newKey: string): Challenge => {
  const words = FORM_WORDS[language].files;
  switch (open.at) {
    case "account":
      return selections([
        {
          question: words.whichAccount,
          options: accountOptions(open.accounts, words, newKey).map(({ text }) => text),
        },
      ]);
    case "encoding":
      return selections([{ question: words.whichText, options: open.candidates.map(joinLines) }]);
    case "year":
      return selections([{ question: words.whichYear, options: yearsUpTo(open.newest) }]);
    case "rules":
      return selections(ruleQuestions(fileRules(open, words)));
    case "columns":
      return columnsChallenge(open, words, language);
    case "words":
      return wordsChallenge(open.words, words, language);
    case "matches":
      return selections(matchQuestions(open.matches, words, language));
    case "questions":
      return selections(pairQuestions(open.questions, words, language));
  }
};

/** The choices in a challenge's answers. Throws INVALID_MFA for an unknown option. */
export const choicesIn = (
  open: Open,
  answers: readonly string[],
  language: Language,
  newKey: string,
): FileChoices => {
  const words = FORM_WORDS[language].files;
  switch (open.at) {
    case "account": {
      const options = accountOptions(open.accounts, words, newKey);
      const chosen = options.find(({ text }) => text === answers[0]);
      if (!chosen) throw new Fault("INVALID_MFA");
      return { account: chosen.key };
    }
    case "encoding": {
      const chosen = open.candidates.find((candidate) => joinLines(candidate) === answers[0]);
      if (!chosen) throw new Fault("INVALID_MFA");
      return { encoding: chosen.encoding };
    }
    case "year": {
      const chosen = yearsUpTo(open.newest).find((year) => year === answers[0]);
      if (chosen === undefined) throw new Fault("INVALID_MFA");
      return { year: Number(chosen) };
    }
    case "rules":
      return ruleChoices(fileRules(open, words), answers);
    case "columns":
      return columnChoices(open, answers, words);
    case "words":
      return { tradeWords: saidWordsIn(open.words, answers, words) };
    case "matches":
      return { matchAnswers: matchAnswersIn(open.matches, answers, words) };
    case "questions":
      return { answers: pairAnswersIn(open.questions, answers, words) };
  }
};

const selections = (
  questions: Extract<Challenge, { type: "selections" }>["questions"],
): Challenge => ({ type: "selections", questions });

type FilesWords = FormWords["files"];

/** The years that a user chooses from, the newest first. */
const yearsUpTo = (newest: number): string[] =>
  Array.from({ length: MAX_YEARS }, (_, ago) => `${newest - ago}`);
const MAX_YEARS = 10;

/** The lines of a text in an encoding, one below the other. */
const joinLines = ({ lines }: EncodingCandidate): string => lines.join("\n");

const accountOptions = (
  accounts: readonly AccountSummary[],
  words: FilesWords,
  newKey: string,
): { key: string; text: string }[] => [
  ...accounts.map(({ key, account }, at) => ({
    key,
    text: `${at + 1}. ${accountName(account, words)}`,
  })),
  { key: newKey, text: words.newAccount },
];

/** The name of an account: its bank's, or its kind with the number's last digits. */
export const accountName = ({ name, type }: AccountSummary["account"], words: FilesWords): string =>
  name ?? words.kinds[type ?? "checking"];

/** A CSV file's table: a question per column, and per uncertain rule. */
function columnsChallenge(
  { guess, currency }: Columns,
  words: FilesWords,
  language: Language,
): Challenge {
  const { preview } = guess;
  const roles = rolesOf(guess);
  const texts = roleTexts(words);
  const options = [words.ignored, ...roles.map((role) => texts[role])];
  const asked = askedColumns(guess);
  const guessed = guessedColumns(guess);
  const columns = asked.map((at) => {
    const role = roles.find((each) => guessed[each] === at);
    return {
      question: guess.header[at] || words.column(at + 1),
      options,
      chosen: role === undefined ? words.ignored : texts[role],
    };
  });
  const rules = ruleQuestions(columnRules({ guess: ruled(guess), currency }, words));
  const { mismatch } = guess;
  return {
    type: "selections",
    questions: [...columns, ...rules],
    table: preview.map((row) => asked.map((at) => row[at] ?? "")),
    ...(mismatch && { note: mismatchText(mismatch, words, language) }),
  };
}

/**
 * The guess of the columns, including those of securities if names or cells identify a security and
 * its units.
 */
function guessedColumns({
  header,
  preview,
  mapping,
}: Pick<CsvGuess, "header" | "preview" | "mapping">): CsvMapping["columns"] {
  const securities = securityColumns(header, preview);
  if (securities.security === undefined || securities.units === undefined) return mapping.columns;
  const places: unknown[] = Object.values(securities);
  const others = Object.entries(mapping.columns).filter(([, at]) => !places.includes(at));
  return { ...Object.fromEntries(others), ...securities };
}

/**
 * A guess without the doubts of a bank's table, if its columns identify a security and its units.
 */
function ruled(guess: CsvGuess): CsvGuess {
  const { security, units } = guessedColumns(guess);
  if (security === undefined || units === undefined) return guess;
  const doubts = guess.doubts.filter((doubt) => doubt === "dateOrder" || doubt === "decimalMark");
  return { ...guess, doubts, fee: null };
}

/**
 * The indexes of the columns to ask about: those with a meaning, then the first others with text.
 */
const askedColumns = (guess: CsvGuess): number[] => {
  const { header, preview } = guess;
  const [columns, roles] = [guessedColumns(guess), rolesOf(guess)];
  const width = Math.max(header.length, ...preview.map((row) => row.length));
  const all = Array.from({ length: width }, (_, at) => at);
  const hasRole = (at: number) => roles.some((role) => columns[role] === at);
  const isFilled = (at: number) => preview.some((row) => (row[at] ?? "").trim() !== "");
  const rank = (at: number) => (hasRole(at) ? 0 : isFilled(at) ? 1 : 2);
  return all
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_COLUMNS)
    .toSorted((a, b) => a - b);
};

function columnChoices(
  { guess, currency }: Columns,
  answers: readonly string[],
  words: FilesWords,
): FileChoices {
  const asked = askedColumns(guess);
  const [roles, texts] = [rolesOf(guess), roleTexts(words)];
  const rules = columnRules({ guess: ruled(guess), currency }, words);
  if (answers.length !== asked.length + rules.length) throw new Fault("INVALID_MFA");
  const columns: CsvMapping["columns"] = { ...guess.mapping.columns };
  for (const role of roles) delete columns[role];
  for (const [index, at] of asked.entries()) {
    const role = roles.find((each) => texts[each] === answers[index]);
    if (role === undefined && answers[index] !== words.ignored) throw new Fault("INVALID_MFA");
    if (role === undefined) continue;
    if (columns[role] !== undefined)
      throw new Fault("INVALID_MFA", { display: words.twice(texts[role]) });
    columns[role] = at;
  }
  requireColumns(columns, words);
  return ruleChoices(rules, answers.slice(asked.length), {
    mapping: { ...guess.mapping, columns },
  });
}

function requireColumns(columns: CsvMapping["columns"], words: FilesWords): void {
  const lacks = (role: Role) => columns[role] === undefined;
  const missing =
    lacks("security") && lacks("units")
      ? lacks("date")
        ? "date"
        : lacks("amount") && (lacks("debit") || lacks("credit"))
          ? "amount"
          : null
      : ((["security", "units"] as const).find(lacks) ??
        (lacks("amount") && lacks("price") ? "amount" : null));
  if (missing !== null)
    throw new Fault("INVALID_MFA", { display: words.lacks(roleTexts(words)[missing]) });
}
