import { FORM_WORDS, type FormWords } from "../../../i18n/forms.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type { SumMismatch } from "../../formats/balance-check.ts";
import type { LeftOut } from "../../formats/left-out.ts";
import type { AddedResult } from "./add-file.ts";
import type { FileEffect } from "./file-effect.ts";

/** The omitted rows, and the sums that do not agree, as sentences. */
export function writeNote(
  { leftOut, mismatch }: Pick<Extract<AddedResult, { at: "done" }>, "leftOut" | "mismatch">,
  language: Language,
): { note?: string } {
  const sentences = [
    ...(leftOut.count > 0 ? [leftOutText(leftOut, language)] : []),
    ...(mismatch ? [mismatchText(mismatch, FORM_WORDS[language].files, language)] : []),
  ];
  return sentences.length > 0 ? { note: sentences.join(" ") } : {};
}

function leftOutText({ count, first }: LeftOut, language: Language): string {
  const { leftOut, problems, line } = FORM_WORDS[language].files;
  const [example] = first;
  if (!example || first.every(({ problem }) => problem === "NO_TRANSACTION"))
    return leftOut(count, null);
  const sentence = problems[example.problem];
  return leftOut(count, example.line === undefined ? sentence : line(example.line, sentence));
}

/** An amount with the minus of a text, not the hyphen of a file. */
export const amountText = (
  amount: number,
  language: Language,
  signDisplay: "auto" | "exceptZero" = "auto",
): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, signDisplay })
    .format(amount)
    .replace("-", "−");

/** The sums that do not agree, in a sentence. */
export const mismatchText = (
  { rows, balances }: SumMismatch,
  words: FormWords["files"],
  language: Language,
): string => {
  const [sum, balance] = [rows, balances].map((amount) => amountText(Number(amount), language));
  return words.mismatch(sum ?? "", balance ?? "");
};

/** The payments, trades or positions of a file in a sentence. */
export const effectText = (
  effect: FileEffect,
  words: FormWords["files"],
  language: Language,
): string => {
  const { amounts, count } = effect;
  if (effect.of === "words") return words.nextWords(amounts.map(words.quoted).join(", "), count);
  const days = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  const shown = amounts.map((amount) => amountText(Number(amount), language, "exceptZero"));
  const rest = count > amounts.length ? " …" : "";
  const head =
    effect.of === "positions"
      ? words.positions(count)
      : words[effect.of](count, days.formatRange(Date.parse(effect.from), Date.parse(effect.to)));
  return `${head} ${shown.join(" · ")}${rest}`;
};
