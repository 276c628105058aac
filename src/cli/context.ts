import type { ProgressOutput } from "./institutions/progress.ts";

/** The environment of a command: variables, a terminal, the time. */
export type Context = {
  variables: Record<string, string | undefined>;
  out(text: string): void;
  err: ProgressOutput;
  /** The width of the terminal; undefined without one. */
  columns: number | undefined;
  hasColors: boolean;
  clock(): number;
  /** Asks the user at the terminal; returns null without a terminal. */
  prompt(question: string): Promise<string | null>;
  /** Aborts when the user wants the command to end. */
  stopSignal(): AbortSignal;
};
