/// <reference types="vite/client" />
import { byLanguage } from "./by-language.ts";

/** The fields and options of the forms at the sandbox's institutions. */
export type SandboxLabel =
  | "username"
  | "password"
  | "pin"
  | "customer_number"
  | "card_number"
  | "account_type"
  | "personal"
  | "business"
  | "own_account"
  | "remember";

/** The texts of the sandbox's institutions. */
export type SandboxWords = {
  labels: Record<SandboxLabel, string>;
  /** Security questions, up to the maximum of a round. */
  questions: readonly string[];
  /** Everyday questions with options, the first of which is right. */
  selections: { question: string; options: string[] }[];
  /** A generated question with its numbers. */
  numberedQuestion: (question: number, round: number) => string;
};

/** The texts of the sandbox's institutions, by language. */
export const SANDBOX_WORDS = byLanguage(
  import.meta.glob<SandboxWords>("./*/sandbox.ts", { eager: true, import: "sandbox" }),
);
