import type { ProgressOutput } from "./institutions/progress.ts";

/** What a command runs in: the environment's variables, a terminal, the time. */
export type Context = {
  variables: Record<string, string | undefined>;
  out(text: string): void;
  err: ProgressOutput;
  /** How wide the terminal is; undefined where there is none. */
  columns: number | undefined;
  hasColors: boolean;
  clock(): number;
  /** Asks whoever sits at the terminal; null where nobody does. */
  prompt(question: string): Promise<string | null>;
  /** Aborts as soon as whoever runs the command wants it to end. */
  stopSignal(): AbortSignal;
};
