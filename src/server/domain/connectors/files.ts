import type { Language } from "../../../protocol/vocabulary.ts";
import type { IdSetting } from "../institutions/institution-ids.ts";
import type { BankTransaction, InstitutionLogin, Period } from "./bank-transaction.ts";
import type { NewFile } from "./new-file.ts";

/**
 * A list of transactions, read in pieces to save memory. Each iteration returns the same
 * transactions, oldest first.
 */
export type TransactionPieces = {
  keys(): AsyncIterable<readonly Pick<BankTransaction, "key" | "accountKey">[]>;
  transactions(): AsyncIterable<readonly BankTransaction[]>;
};

/** The result of an added file: the Item's new state, its accounts, and the number of new rows. */
type AddedFile = {
  connectorState: string;
  addedKeys: readonly string[];
  added: number;
  leftOut: LeftOutRows;
};

/**
 * The rows that were left out of a file: their number, the first reasons, and a sentence for the
 * user.
 */
export type LeftOutRows = { count: number; reasons: readonly string[]; note: string };

/**
 * The facts that a file may leave open: its account, columns, encoding, order of day and month,
 * year, the words of its trades, or whether rows repeat.
 */
export type LeftOpen =
  | "account"
  | "columns"
  | "encoding"
  | "questions"
  | "rules"
  | "words"
  | "year";

/**
 * An open fact: the doubts as sentences, the guessed rules of a table, and the candidate encodings
 * with their first differing lines.
 */
export type OpenFact = {
  leftOpen: LeftOpen;
  doubts: readonly string[];
  table?: NewFile["table"];
  candidates?: readonly { name: string; lines: readonly string[] }[];
};

/**
 * The number of an account's payments that were booked again under another id and day, and the
 * setting for them.
 */
export type AccountIds = { accountKey: string; rebooked: number; setting: IdSetting | null };

export type Files = {
  /**
   * Adds a file to an Item, or returns the questions that the file leaves open. Throws INVALID_FILE
   * with the line.
   */
  add(
    login: InstitutionLogin,
    file: NewFile,
    /**
     * The language of refusals; the file's person, of whom one file is read at a time; and a
     * callback with the read share, from 0 to 1.
     */
    options?: {
      language?: Language | undefined;
      person?: string | undefined;
      onRead?: ((share: number) => void) | undefined;
    },
  ): Promise<AddedFile | OpenFact>;
  /**
   * Returns the effect of some answers on a file, or the reason why it cannot be read, as a
   * sentence; changes nothing. Null if the challenge has no columns or words.
   */
  effect(
    credentials: Record<string, string>,
    progress: string,
    answers: readonly string[],
    language: Language,
  ): Promise<string | null>;
  /**
   * Returns the transactions of a period in pieces. A pending transaction never appears together
   * with its booked one. Cash of investment accounts is included if no security moves.
   */
  pieces(login: InstitutionLogin, period: Period): TransactionPieces;
  /** Returns the behaviour of each account's row ids, as observed in its files or as set. */
  idsIn(connectorState: string): AccountIds[];
  /** Returns a state with the setting; null deletes the setting and the observations. */
  withIds(connectorState: string, accountKey: string, setting: IdSetting | null): string;
  /** Writes the sandbox's sample file. */
  sample(): AsyncIterable<string>;
  /**
   * Returns the first day changed since a moment, YYYY-MM-DD, if a user brought the change; null
   * for none.
   */
  changedSince(connectorState: string, since: number): string | null;
  /**
   * Whether a new state was made from the stored state, so that concurrent changes are not lost.
   */
  isSuccessor(connectorState: string, next: string): boolean;
};
