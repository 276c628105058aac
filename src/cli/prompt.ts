import { createInterface } from "node:readline/promises";

/** Asks whoever sits at the terminal; null where nobody does. */
export const prompt = async (question: string): Promise<string | null> => {
  if (!process.stdin.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
};
