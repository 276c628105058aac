import type { FormWords } from "../../../i18n/forms.ts";
import type { PicturedRow } from "../../../protocol/link/login-form.ts";
import type { MatchAnswer } from "../../domain/connectors/login-step.ts";
import type { SaidWord } from "../../domain/connectors/new-file.ts";
import { Fault } from "../../domain/fault.ts";
import type { CsvMapping } from "../../formats/csv/csv-mapping.ts";
import type { DateOrder } from "../../formats/locale-values.ts";
import type { Answer } from "./merge-rows.ts";
import { picturedFee, picturedRows } from "./pictured-rows.ts";
import type { OpenRules, OpenTable } from "./read-rows.ts";

/** The choices of the user about a file so far. */
export type FileChoices = {
  account?: string;
  encoding?: string;
  year?: number;
  mapping?: CsvMapping;
  currency?: string;
  dateOrder?: DateOrder;
  tradeWords?: readonly SaidWord[];
  answers?: Answer[];
  matchAnswers?: MatchAnswer[];
};

/** A table, and its currency if known. */
export type Columns = Pick<OpenTable, "guess" | "currency">;

type FilesWords = FormWords["files"];

/** The currencies to choose from if the file names none: those of Link's countries, then others. */
const CURRENCIES = [
  ...["USD", "EUR", "GBP", "CAD", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "BGN"],
  ...["AED", "AUD", "BRL", "CNY", "HKD", "ILS", "INR", "ISK", "JPY", "KRW", "MXN", "NZD", "RSD"],
  ...["RUB", "SGD", "THB", "TRY", "UAH", "VND", "ZAR"],
];

/** A rule of a file that the user may have to choose, and the resulting choice. */
type Rule = {
  question: string;
  values: { value: string; text: string }[];
  chosen?: string;
  /** Example rows as each option reads them. */
  pictures?: PicturedRow[][];
  choose(value: string, choices: FileChoices): FileChoices;
};

/** The rules as questions. */
export const ruleQuestions = (rules: readonly Rule[]) =>
  rules.map(({ question, values, chosen, pictures }) => ({
    question,
    options: values.map(({ text }) => text),
    ...(pictures && { pictures }),
    ...(chosen !== undefined && {
      chosen: values.find(({ value }) => value === chosen)?.text ?? "",
    }),
  }));

/** The choices from the answers to rules. Throws INVALID_MFA for an unknown option. */
export function ruleChoices(
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
  values: [...new Set([...CURRENCIES, ...(chosen === undefined ? [] : [chosen])])].map((value) => ({
    value,
    text: value,
  })),
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

/** The rules of a file in a format with fixed columns. */
export const fileRules = ({ hasCurrency, hasDateOrder }: OpenRules, words: FilesWords): Rule[] => [
  ...(hasDateOrder ? [dateOrderRule(words, ["DMY", "MDY"])] : []),
  ...(hasCurrency ? [currencyRule(words)] : []),
];

const withFee = (mapping: CsvMapping, fee: number): CsvMapping => ({
  ...mapping,
  columns: { ...mapping.columns, fee },
});

/** The rules of a CSV file that its rows leave open, so that the user is asked. */
export function columnRules({ guess, currency }: Columns, words: FilesWords): Rule[] {
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
      pictures: [false, true].map((isNegated) => picturedRows(guess, isNegated)),
      choose: (value, choices) => change(choices, { isNegated: value === "true" }),
    });
  const { fee, feeRow } = guess;
  if (fee !== null && feeRow)
    rules.push({
      question: words.fee,
      values: [
        { value: "inside", text: words.fees.inside },
        { value: "onTop", text: words.fees.onTop },
      ],
      pictures: [mapping, withFee(mapping, fee)].map((each) => picturedFee(feeRow, each)),
      choose: (value, choices) =>
        value === "onTop"
          ? { ...choices, mapping: withFee(choices.mapping ?? mapping, fee) }
          : choices,
    });
  if (doubts.includes("currencies"))
    rules.push({
      question: words.currencies,
      values: [
        { value: "true", text: words.accountsOfCurrencies.one },
        { value: "false", text: words.accountsOfCurrencies.each },
      ],
      chosen: String(mapping.isOneAccount ?? false),
      choose: (value, choices) => change(choices, { isOneAccount: value === "true" }),
    });
  if (mapping.columns.currency === undefined)
    rules.push(currencyRule(words, currency ?? (mapping.dateOrder === "MDY" ? "USD" : "EUR")));
  return rules;
}
