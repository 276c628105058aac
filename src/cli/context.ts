import type { ProgressOutput } from "./institutions/progress.ts";

/** The environment of a command: variables, a terminal, the time. */
export type Context = {
  variables: Record<string, string | undefined>;
  /** Shows a text; characters that would steer a terminal are escaped. */
  out(text: string): void;
  /** Writes a part of a file to the standard output without changes. */
  file(text: string): void;
  /** Notes, errors and progress; characters that would steer a terminal are escaped. */
  err: ProgressOutput;
  /** The width of the terminal; undefined without one. */
  columns: number | undefined;
  hasColors: boolean;
  clock(): number;
  /** Asks the user at the terminal; returns null without a terminal. */
  prompt(question: string): Promise<string | null>;
  /** Aborts when the user stops the command. */
  stopSignal(): AbortSignal;
};

/** The environment of the command line, which writes each text as it is. */
export type Terminal = Omit<Context, "file">;
