import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { MAX_FILE_LENGTH } from "../../../protocol/link/bridge.ts";
import type { LeftOpen, OpenFact } from "../../domain/connectors/files.ts";
import { COLUMN_ROLES, type NewFile, TRADE_KINDS } from "../../domain/connectors/new-file.ts";
import { Fault } from "../../domain/fault.ts";
import { addFileTo } from "../../domain/transactions/add-file-to.ts";
import { refreshTransactions } from "../../domain/transactions/ensure-fresh-feed.ts";
import { isOfInvestments } from "../../formats/csv/csv-mapping.ts";
import { isEncoding } from "../../formats/encodings/decoders.ts";
import { endpoint } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { accountShapes, loadAccounts } from "../item-accounts.ts";
import { loadItem } from "../item-of.ts";

const place = z.int().min(0).max(1000);

/** Adds a bank's file to an Item that was linked with a file. */
export const addFile = endpoint({
  path: "/item/files/add",
  effect: "write",
  products: [],
  summary: "Add a file from a bank to an Item that was made from one.",
  description:
    "Its transactions that are not there yet are added under new ids; all others keep theirs. Nothing is stored of " +
    "a file that cannot be read: `error_message` names the line. An account that the Item does not have is added by " +
    "its user, in Link's update mode.",
  refusals: ["INVALID_FILE", "INVALID_INSTITUTION", "INVALID_ACCOUNT_ID", "ITEM_LOGIN_REQUIRED"],
  limits: { item: { perMinute: 30, code: "RATE_LIMIT" } },
  request: z.strictObject({
    access_token: Token,
    file: z
      .string()
      .min(1)
      .max(MAX_FILE_LENGTH)
      .meta({
        description:
          "OFX, QIF, CSV, MT940 or camt.052 and camt.053, in base64; it may be compressed by gzip.",
        examples: ["T0ZYSEVBREVSOjEwMA=="],
      }),
    account_id: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: "The account of a file that does not name it, as CSV and QIF." }),
    date_order: z
      .enum(["DMY", "MDY"])
      .optional()
      .meta({ description: "The order of day and month in QIF, if the file leaves it open." }),
    encoding: z
      .string()
      .min(1)
      .max(40)
      .refine(isEncoding, { message: "must be a label of the Encoding Standard or a code page" })
      .optional()
      .meta({
        description:
          "The encoding of the text, if the file neither declares it nor says it by its letters.",
        examples: ["windows-1250"],
      }),
    year: z
      .int()
      .min(1980)
      .max(2079)
      .optional()
      .meta({ description: "The year of the newest day, if the days of the file have none." }),
    trade_words: z
      .array(z.strictObject({ word: z.string().min(1).max(100), kind: z.enum(TRADE_KINDS) }))
      .max(100)
      .optional()
      .meta({
        description:
          "The meanings of words of trades in the file of a broker that are not known; they are kept for the Item's " +
          "later files. Rows of the kind `none` are left out.",
        examples: [[{ word: "Vétel", kind: "buy" }]],
      }),
    possible_matches: z
      .enum(["same", "other"])
      .optional()
      .meta({
        description:
          "Whether rows are the same as rows of earlier files, where the files do not tell; without this a file " +
          "with such rows is refused.",
      }),
    csv: z
      .strictObject({
        delimiter: z.enum([",", ";", "\t", "|"]),
        skipped_rows: place.meta({ description: "The rows before the first transaction." }),
        date_order: z.enum(["YMD", "DMY", "MDY"]),
        decimal_mark: z.enum([".", ","]),
        is_negated: z
          .boolean()
          .optional()
          .meta({ description: "Whether money that leaves the account has no minus." }),
        is_signed_by_balance: z
          .boolean()
          .optional()
          .meta({
            description:
              "Whether amounts have no sign, and the balances of their lines tell it; `is_negated` is then of a first " +
              "row that they leave open.",
          }),
        negative_columns: z
          .array(z.enum(["debit", "credit"]))
          .optional()
          .meta({
            description: "The columns of money out and in whose amounts have a minus by habit.",
          }),
        out_words: z.array(z.string().max(40)).max(10).optional().meta({
          description: "The words of the direction's column for money out, in lower case.",
        }),
        is_one_account: z
          .boolean()
          .optional()
          .meta({ description: "Whether rows in several currencies are of one account." }),
        columns: z
          .partialRecord(z.enum(COLUMN_ROLES), place)
          .meta({ description: "The places of the columns, from 0." }),
      })
      .optional()
      .meta({
        description:
          "How the rows of a CSV file are read; by default as the account's files before, or as its names of columns say.",
      }),
  }),
  response: z.strictObject({
    accounts: z.array(Account),
    added: z.int().meta({
      description: "How many transactions the file has added.",
      examples: [12],
    }),
    left_out: z.strictObject({
      count: z.int().meta({
        description: "How many rows of the file are no transactions, or could not be read.",
        examples: [1],
      }),
      reasons: z.array(z.string()).meta({
        description: "The lines of the first of them, with the reason.",
        examples: [["line 12: a field is missing (TRNAMT)"]],
      }),
    }),
  }),
  async handle(
    { access_token, file, account_id, csv, trade_words, possible_matches, ...facts },
    context,
  ) {
    requireSecurity(csv?.columns);
    const item = await loadItem(access_token, context, "institution");
    const [account] = account_id ? await loadAccounts(item, [account_id], context) : [];
    const result = await addFileTo(context, item, {
      file,
      accountKey: account?.key,
      dateOrder: facts.date_order,
      ...{ encoding: facts.encoding, year: facts.year, tradeWords: trade_words },
      repeats: possible_matches,
      table: csv && {
        delimiter: csv.delimiter,
        skippedRows: csv.skipped_rows,
        dateOrder: csv.date_order,
        decimalMark: csv.decimal_mark,
        isNegated: csv.is_negated ?? false,
        ...(csv.is_signed_by_balance && { isSignedByBalance: true }),
        ...(csv.negative_columns && { negativeColumns: csv.negative_columns }),
        ...(csv.out_words && { outWords: csv.out_words }),
        ...(csv.is_one_account !== undefined && { isOneAccount: csv.is_one_account }),
        columns: csv.columns,
      },
    });
    if ("leftOpen" in result)
      throw new Fault("INVALID_FILE", {
        message: `the file leaves open ${[LEFT_OPEN[result.leftOpen], ...result.doubts].join("; ")}${candidateText(result)}`,
        ...(result.table && { doubts: result.doubts, csv: csvOf(result.table) }),
      });
    const { added, leftOut } = result;
    const { count, reasons } = leftOut;
    await refreshTransactions(context, item);
    return {
      accounts: accountShapes(await loadAccounts(item, undefined, context)),
      added,
      left_out: { count, reasons: [...reasons] },
    };
  },
});

/** The guessed rules of a table, in the request's form. */
const csvOf = (table: NonNullable<NewFile["table"]>) => ({
  delimiter: table.delimiter,
  skipped_rows: table.skippedRows,
  date_order: table.dateOrder,
  decimal_mark: table.decimalMark,
  is_negated: table.isNegated,
  is_signed_by_balance: table.isSignedByBalance,
  negative_columns: table.negativeColumns,
  out_words: table.outWords,
  is_one_account: table.isOneAccount,
  columns: table.columns,
});

/** The facts that a file may leave open, and the fields that answer them. */
const LEFT_OPEN: Record<LeftOpen, string> = {
  account: "of which account it is; send account_id",
  columns: "what its columns are; send csv",
  encoding: "in which encoding its text is; send encoding",
  questions: "whether some rows are the same as rows of earlier files; send possible_matches",
  rules: "the order of day and month; send date_order",
  words: "which trades its words mean; send trade_words",
  year: "of which year its newest day is; send year",
};

/** The encodings that fit a file, each with its first differing line. */
const candidateText = ({ candidates = [] }: OpenFact): string =>
  candidates.length === 0
    ? ""
    : `: ${candidates.map(({ name, lines }) => `${name} (${lines[0] ?? ""})`).join(", ")}`;

/**
 * Refuses incomplete columns of a broker's table, which would be ignored without the missing ones.
 */
function requireSecurity(
  columns: Partial<Record<(typeof COLUMN_ROLES)[number], number>> | undefined,
): void {
  if (!columns || isOfInvestments({ columns })) return;
  const { security, units, price, action } = columns;
  if ((security ?? units ?? price ?? action) === undefined) return;
  throw new Fault("INVALID_FIELD", {
    message: "csv.columns of securities must have security, units, and price or amount",
  });
}
