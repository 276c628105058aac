import type { Language } from "../../../protocol/vocabulary.ts";
import type { IdSetting } from "../institutions/institution-ids.ts";
import type { BankTransaction, InstitutionLogin, Period } from "./bank-transaction.ts";
import type { NewFile } from "./new-file.ts";

/**
 * A list of transactions that is read in pieces, since all of them at once need too much memory. Each reading has the
 * same, oldest first.
 */
export type TransactionPieces = {
  keys(): AsyncIterable<readonly Pick<BankTransaction, "key" | "accountKey">[]>;
  transactions(): AsyncIterable<readonly BankTransaction[]>;
};

/** A file that was added: the new state of its Item, the accounts in it, and the number of new rows. */
type AddedFile = {
  connectorState: string;
  addedKeys: readonly string[];
  added: number;
  leftOut: LeftOutRows;
};

/** The rows that were left out of a file: their number, the first reasons, and a sentence for the user. */
export type LeftOutRows = { count: number; reasons: readonly string[]; note: string };

/**
 * The facts that a file leaves open: its account, its columns, its encoding, the order of day and month, its year, or
 * whether rows are the same.
 */
export type LeftOpen = "account" | "columns" | "encoding" | "questions" | "rules" | "year";

/**
 * A fact that a file leaves open: the doubts in sentences, the guess of a table's rules, and for its encoding the
 * candidates, each with the first lines that differ.
 */
export type OpenFact = {
  leftOpen: LeftOpen;
  doubts: readonly string[];
  table?: NewFile["table"];
  candidates?: readonly { name: string; lines: readonly string[] }[];
};

/** How many payments of an account were booked again under another id and day, and if they are taken to be. */
export type AccountIds = { accountKey: string; rebooked: number; setting: IdSetting | null };

/** Items that consist of files. */
export type Files = {
  /**
   * Adds a file to the contents of an Item's files, or returns the questions that it leaves open.
   * Throws INVALID_FILE, which names the line.
   */
  add(
    login: InstitutionLogin,
    file: NewFile,
    /**
     * The language of refusals; the person whose file it is (one file of each is read at a time);
     * and a function that is called with the share that is read, from 0 to 1.
     */
    options?: {
      language?: Language | undefined;
      person?: string | undefined;
      onRead?: ((share: number) => void) | undefined;
    },
  ): Promise<AddedFile | OpenFact>;
  /**
   * Returns how the file of a login reads with some answers to its challenge, or why it cannot be read, in a sentence;
   * changes nothing. Null if the challenge is about no columns.
   */
  effect(
    credentials: Record<string, string>,
    progress: string,
    answers: readonly string[],
    language: Language,
  ): Promise<string | null>;
  /**
   * Returns the transactions of a period in pieces, never a pending transaction together with its booked one,
   * and including the cash of investment accounts that moves without a security.
   */
  pieces(login: InstitutionLogin, period: Period): TransactionPieces;
  /** Returns how the ids of each account's rows behave, as its files have shown or as it was set. */
  idsIn(connectorState: string): AccountIds[];
  /** Returns a state in which that is set; null forgets what was set and seen. */
  withIds(connectorState: string, accountKey: string, setting: IdSetting | null): string;
  /** Writes the sample file that the sandbox takes. */
  sample(): AsyncIterable<string>;
  /**
   * Returns the first day that has changed since a moment, YYYY-MM-DD, if a user has brought the change; null for
   * none.
   */
  changedSince(connectorState: string, since: number): string | null;
  /**
   * Returns whether a new state was made from the stored one: of two concurrent changes, neither is
   * lost.
   */
  isSuccessor(connectorState: string, next: string): boolean;
};
