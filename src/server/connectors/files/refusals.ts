import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { FormatError } from "../../formats/format-error.ts";
import type { AddedResult } from "./add-file.ts";

/** The refusal of a file, as a sentence with its line. */
export function toFault(failure: unknown, language: Language): unknown {
  if (!(failure instanceof FormatError)) return failure;
  const { problems, line } = FORM_WORDS[language].files;
  const sentence = problems[failure.problem];
  return new Fault("INVALID_FILE", {
    message: failure.message,
    display: failure.place.line === undefined ? sentence : line(failure.place.line, sentence),
    cause: failure,
  });
}

/** Throws INVALID_FILE for a file in another currency than its account's. */
export function requireSameCurrency(
  { accounts, keys }: Extract<AddedResult, { at: "done" }>,
  accountKey: string | undefined,
): void {
  const toCurrency = (wanted: string | undefined) =>
    accounts.find(({ key }) => key === wanted)?.account.currency ?? null;
  const [own, read] = [toCurrency(accountKey), toCurrency(keys[0])];
  if (accountKey === undefined || own === null || read === null || own === read) return;
  throw new Fault("INVALID_FILE", {
    message: `the file is in ${read}, and the account in ${own}; its user adds it in Link as another account`,
  });
}
