import { FORM_WORDS, type FormWords } from "../../../i18n/forms.ts";
import type { Challenge } from "../../../protocol/login-form.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type { MatchAnswer, OpenMatch } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import type { CsvGuess, CsvMapping, CsvRole } from "../../formats/csv/csv-mapping.ts";
import type { EncodingCandidate } from "../../formats/decode-text.ts";
import type { DateOrder } from "../../formats/locale-values.ts";
import type { AddedResult } from "./add-file.ts";
import type { AccountSummary } from "./files-state.ts";
import type { Answer } from "./merge-rows.ts";
import { matchAnswersIn, matchQuestions, pairAnswersIn, pairQuestions } from "./row-questions.ts";

/** The questions that are left to the user: about a file, or about transactions of earlier ones. */
export type Open =
  | Exclude<AddedResult, { at: "done" }>
  | { at: "matches"; matches: readonly OpenMatch[] };

/** The choices of the user about a file so far. */
export type FileChoices = {
  account?: string;
  encoding?: string;
  mapping?: CsvMapping;
  currency?: string;
  dateOrder?: DateOrder;
  answers?: Answer[];
  matchAnswers?: MatchAnswer[];
};

/** The most columns of a table that a user is asked about one by one. */
const MAX_COLUMNS = 16;

/** The currencies that a user chooses from, where the file does not tell. */
const CURRENCIES = ["USD", "EUR", "GBP", "CAD", "CHF", "SEK", "NOK", "DKK", "PLN"];

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
type Role = (typeof ROLES)[number];

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
      return selections([{ question: words.whichText, options: open.candidates.map(textOf) }]);
    case "rules":
      return selections(ruleQuestions(fileRules(open, words)));
    case "columns":
      return columnsChallenge(open, words);
    case "matches":
      return selections(matchQuestions(open.matches, words, language));
    case "questions":
      return selections(pairQuestions(open.questions, words, language));
  }
};

/** The choices in the answers to a challenge. Throws INVALID_MFA for an answer that is none of the options. */
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
      const chosen = open.candidates.find((candidate) => textOf(candidate) === answers[0]);
      if (!chosen) throw new Fault("INVALID_MFA");
      return { encoding: chosen.encoding };
    }
    case "rules":
      return ruleChoices(fileRules(open, words), answers);
    case "columns":
      return columnChoices(open, answers, words);
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

/** The lines of a text in an encoding, which Link shows one below the other. */
const textOf = ({ lines }: EncodingCandidate): string => lines.join("\n");

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

/** The name of an account: its bank's, or that of its kind with the end of its number. */
export const accountName = ({ name, type }: AccountSummary["account"], words: FilesWords): string =>
  name ?? words.kinds[type ?? "checking"];

/** The table of a CSV file: a question for each column, and one for each rule that is not certain. */
function columnsChallenge({ guess, currency }: Columns, words: FilesWords): Challenge {
  const { mapping, preview } = guess;
  const options = [words.ignored, ...ROLES.map((role) => words.roles[role])];
  const columns = columnsOf(guess).map((name, at) => {
    const role = ROLES.find((each) => mapping.columns[each] === at);
    return {
      question: name || words.column(at + 1),
      options,
      chosen: role === undefined ? words.ignored : words.roles[role],
    };
  });
  const rules = ruleQuestions(rulesOf({ guess, currency }, words));
  return {
    type: "selections",
    questions: [...columns, ...rules],
    table: preview.map((row) => columns.map((_, at) => row[at] ?? "")),
  };
}

type Columns = Pick<Extract<Open, { at: "columns" }>, "guess" | "currency">;

const columnsOf = ({ header, preview }: CsvGuess): string[] => {
  const width = Math.max(header.length, ...preview.map((row) => row.length));
  return Array.from({ length: Math.min(width, MAX_COLUMNS) }, (_, at) => header[at] ?? "");
};

/** A rule of a file that its user may have to tell, and the choice that follows from a value. */
type Rule = {
  question: string;
  values: { value: string; text: string }[];
  chosen?: string;
  choose(value: string, choices: FileChoices): FileChoices;
};

const ruleQuestions = (rules: readonly Rule[]) =>
  rules.map(({ question, values, chosen }) => ({
    question,
    options: values.map(({ text }) => text),
    ...(chosen !== undefined && {
      chosen: values.find(({ value }) => value === chosen)?.text ?? "",
    }),
  }));

function ruleChoices(
  rules: readonly Rule[],
  answers: readonly string[],
  choices: FileChoices = {},
): FileChoices {
  if (answers.length !== rules.length) throw new Fault("INVALID_MFA");
  return rules.reduce((all, { values, choose }, at) => {
    const value = values.find(({ text }) => text === answers[at])?.value;
    if (value === undefined) throw new Fault("INVALID_MFA");
    return choose(value, all);
  }, choices);
}

const currencyRule = (words: FilesWords, chosen?: string): Rule => ({
  question: words.roles.currency,
  values: CURRENCIES.map((value) => ({ value, text: value })),
  ...(chosen !== undefined && { chosen }),
  choose: (currency, choices) => ({ ...choices, currency }),
});

const dateOrderRule = (words: FilesWords, orders: readonly DateOrder[]): Rule => ({
  question: words.dateOrder,
  values: orders.map((value) => ({ value, text: words.dateOrders[value] })),
  choose: (order, choices) => {
    const dateOrder = order as DateOrder;
    const { mapping } = choices;
    return { ...choices, dateOrder, ...(mapping && { mapping: { ...mapping, dateOrder } }) };
  },
});

/** The rules of a file in a format with columns of its own. */
const fileRules = (
  { hasCurrency, hasDateOrder }: Extract<Open, { at: "rules" }>,
  words: FilesWords,
): Rule[] => [
  ...(hasDateOrder ? [dateOrderRule(words, ["DMY", "MDY"])] : []),
  ...(hasCurrency ? [currencyRule(words)] : []),
];

/** The rules of a CSV file that are asked for: those that its rows leave open. */
function rulesOf({ guess, currency }: Columns, words: FilesWords): Rule[] {
  const { mapping, doubts } = guess;
  const rules: Rule[] = [];
  const change = (choices: FileChoices, changes: Partial<CsvMapping>): FileChoices => ({
    ...choices,
    mapping: { ...(choices.mapping ?? mapping), ...changes },
  });
  if (doubts.includes("dateOrder"))
    rules.push({ ...dateOrderRule(words, ["DMY", "MDY", "YMD"]), chosen: mapping.dateOrder });
  if (doubts.includes("decimalMark"))
    rules.push({
      question: words.decimalMark,
      values: [
        { value: ".", text: "1,234.56" },
        { value: ",", text: "1.234,56" },
      ],
      chosen: mapping.decimalMark,
      choose: (mark, choices) => change(choices, { decimalMark: mark === "," ? "," : "." }),
    });
  if (doubts.includes("sign"))
    rules.push({
      question: words.sign,
      values: [
        { value: "false", text: words.signs.out },
        { value: "true", text: words.signs.in },
      ],
      chosen: String(mapping.isNegated),
      choose: (value, choices) => change(choices, { isNegated: value === "true" }),
    });
  if (mapping.columns.currency === undefined)
    rules.push(currencyRule(words, currency ?? (mapping.dateOrder === "MDY" ? "USD" : "EUR")));
  return rules;
}

function columnChoices(
  { guess, currency }: Columns,
  answers: readonly string[],
  words: FilesWords,
): FileChoices {
  const names = columnsOf(guess);
  const rules = rulesOf({ guess, currency }, words);
  if (answers.length !== names.length + rules.length) throw new Fault("INVALID_MFA");
  const columns: CsvMapping["columns"] = { ...guess.mapping.columns };
  for (const role of ROLES) delete columns[role];
  for (const [at] of names.entries()) {
    const role = ROLES.find((each) => words.roles[each] === answers[at]);
    if (role === undefined && answers[at] !== words.ignored) throw new Fault("INVALID_MFA");
    if (role === undefined) continue;
    if (columns[role] !== undefined)
      throw new Fault("INVALID_MFA", { display: words.twice(words.roles[role]) });
    columns[role] = at;
  }
  requireColumns(columns, words);
  return ruleChoices(rules, answers.slice(names.length), {
    mapping: { ...guess.mapping, columns },
  });
}

function requireColumns(columns: CsvMapping["columns"], words: FilesWords): void {
  const lacks = (role: Role) => columns[role] === undefined;
  const missing = lacks("date")
    ? words.roles.date
    : lacks("amount") && (lacks("debit") || lacks("credit"))
      ? words.roles.amount
      : null;
  if (missing !== null) throw new Fault("INVALID_MFA", { display: words.lacks(missing) });
}
