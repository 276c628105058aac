import type { Segment as Order } from "lib-fints";
import type { BankBalances } from "../../domain/connectors/bank-account.ts";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import { Fault } from "../../domain/fault.ts";
import { type KnownAccount, permits, readBalances } from "./accounts.ts";
import { type Answer, errorsIn, segmentsOf, wantsTan } from "./answers.ts";
import { type BankParameters, versionOf } from "./bank-parameters.ts";
import { COUNTRY, type Dialog, order, tanOrder } from "./dialog.ts";
import { BankRefusal } from "./pin-guard.ts";
import { isLoginRefused, refusalOf } from "./refusals.ts";

/** An open dialog, and the facts for its orders. */
export type OpenDialog = { dialog: Dialog; parameters: BankParameters; medium: string | null };

/** The first orders of a dialog. The bank replies with its parameters and the accounts. */
export const openingOrders = (
  { bankCode, user, systemId }: Dialog["login"],
  productId: string,
): Order[] => [
  order("HKIDN", 2, {
    bank: { country: COUNTRY, bankId: bankCode },
    customerId: user,
    systemId,
    systemIdRequired: 1,
  }),
  order("HKVVB", 3, {
    ...{ bpdVersion: 0, updVersion: 0, dialogLanguage: 0 },
    ...{ productId, productVersion: "1.0" },
  }),
];

/** The TAN order for an order that may require a TAN. */
const tanFor = ({ dialog, parameters, medium }: OpenDialog, of: string): Order[] =>
  dialog.method && parameters.tanOrders.includes(of) ? [tanOrder(dialog.method, of, medium)] : [];

/**
 * Sends an order, and collects all parts of its answer; null if the bank refuses the order. Throws
 * if the bank ends the dialog or refuses the PIN.
 */
const ask = async (open: OpenDialog, request: Order): Promise<Answer[] | null> => {
  const answers = await open.dialog.sendAll(request, tanFor(open, request.header.segId));
  const refused = answers.find(isLoginRefused);
  if (refused) throw new BankRefusal(refusalOf(refused) ?? "unknown", refused);
  const errors = answers.flatMap(errorsIn);
  if (errors.some(({ code }) => code === "9800"))
    throw new Fault("INSTITUTION_DOWN", { cause: new Error("the bank has ended the dialog") });
  return errors.length > 0 ? null : answers;
};

/**
 * The account of an order. The IBAN is included from the order's version that has a field for it.
 */
const accountOf = (account: KnownAccount, isInternational: boolean) => ({
  ...(isInternational && {
    ...(account.iban !== "" && { iban: account.iban }),
    ...(account.bic !== "" && { bic: account.bic }),
  }),
  accountNumber: account.number,
  ...(account.subAccount !== "" && { subAccountId: account.subAccount }),
  bank: { country: COUNTRY, bankId: account.bankCode },
});

/** Reads the accounts with their IBANs; null if the bank lists no IBANs. */
export const askForSepa = async (open: OpenDialog): Promise<Answer[] | null> => {
  const version = versionOf(open.parameters, "HKSPA", [1, 2, 3]);
  return version === null ? null : ask(open, order("HKSPA", version));
};

/**
 * Reads the balances of an account; null if the bank does not report them, and "tan" if the bank
 * requires a TAN first.
 */
export const askForBalances = async (
  open: OpenDialog,
  account: KnownAccount,
): Promise<BankBalances | "tan" | null> => {
  const version = versionOf(open.parameters, "HKSAL", [5, 6, 7, 8]);
  if (version === null || !permits(account, "HKSAL")) return null;
  const request = { account: accountOf(account, version >= 7), allAccounts: false };
  const answers = await ask(open, order("HKSAL", version, request));
  if (answers?.some(wantsTan)) return "tan";
  const [answer] = answers ?? [];
  return answer ? readBalances(answer, account) : null;
};

/**
 * The texts of statements: camt documents, or MT940 messages. Texts of pending rows are separate.
 */
export type StatementTexts = { booked: readonly string[]; noted: readonly string[] };

/** The maximum number of days for which the bank keeps an account's rows. */
const daysOf = ({ parameters: { days } }: OpenDialog, by: "HKCAZ" | "HKKAZ"): number =>
  days[by] || Number.POSITIVE_INFINITY;

/**
 * The order for an account's statements: camt if the bank has it, otherwise MT940; null without
 * both.
 */
export const statementOrder = (open: OpenDialog, account: KnownAccount) => {
  const camt = versionOf(open.parameters, "HKCAZ", [1]);
  const format = camtFormat(open.parameters);
  if (camt !== null && format !== null && permits(account, "HKCAZ"))
    return { name: "HKCAZ", version: camt, format, days: daysOf(open, "HKCAZ") } as const;
  const mt940 = versionOf(open.parameters, "HKKAZ", [5, 6, 7]);
  if (mt940 !== null && permits(account, "HKKAZ"))
    return { name: "HKKAZ", version: mt940, format: null, days: daysOf(open, "HKKAZ") } as const;
  return null;
};

/** The newest camt format of a bank. A report of the current day is preferred to a statement. */
const camtFormat = ({ camtFormats }: BankParameters): string | null =>
  ["camt.052.001.", "camt.053.001."]
    .flatMap((name) => camtFormats.filter((format) => format.includes(name)).toSorted())
    .findLast(Boolean) ?? null;

/**
 * Reads the statements of an account; null if the bank refuses, and "tan" if the bank requires a
 * TAN first.
 */
export const askForStatements = async (
  open: OpenDialog,
  account: KnownAccount,
  by: NonNullable<ReturnType<typeof statementOrder>>,
  period: Period,
): Promise<StatementTexts | "tan" | null> => {
  const answers = await ask(
    open,
    order(by.name, by.version, {
      account: accountOf(account, by.name === "HKCAZ" || by.version >= 7),
      ...(by.format !== null && { acceptedCamtFormats: [by.format] }),
      allAccounts: false,
      from: new Date(`${period.from}T00:00:00Z`),
      to: new Date(`${period.to}T00:00:00Z`),
    }),
  );
  if (!answers) return null;
  if (answers.some(wantsTan)) return "tan";
  const isCamt = by.name === "HKCAZ";
  const segments = answers.flatMap((each) => segmentsOf(each, isCamt ? "HICAZ" : "HIKAZ"));
  const textsAt = (element: number): string[] =>
    segments
      .flatMap(({ elements }) => elements[element] ?? [])
      .filter((text) => text.trim() !== "");
  const [booked, noted] = isCamt ? [textsAt(2), textsAt(3)] : [textsAt(0), textsAt(1)];
  // The parts of MT940 form one stream.
  return isCamt ? { booked, noted } : { booked: joined(booked), noted: joined(noted) };
};

const joined = (texts: readonly string[]): string[] =>
  texts.length === 0 ? [] : [texts.join("\r\n")];
