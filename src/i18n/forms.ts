/// <reference types="vite/client" />
import { byLanguage } from "./by-language.ts";

/** What the server's own forms say: what it asks for itself, at no institution. */
export type FormWords = {
  /** In place of the name of an application that has none. */
  application: string;
  /** For account numbers that are entered by hand. */
  manualEntry: {
    /** In place of the name of the unknown institution. */
    name: string;
    /** Its row in Link. */
    label: string;
    /** The names of accounts by kind, as their own names are unknown. */
    kinds: Record<"checking" | "savings", string>;
  } & Record<"routing" | "account" | "type" | "agree", string>;
  /** For an institution whose users approve in its app. */
  approval: {
    /** Who they are there. */
    user: string;
    /** Above that. */
    before: (institution: string) => string;
    title: (institution: string) => string;
    /** Above the code. */
    help: string;
    /** After a while. */
    later: string;
  };
  /** For the two amounts that arrived on an account. */
  amounts: Record<"first" | "second", string>;
};

/** What the server's own forms say, by language. */
export const FORM_WORDS = byLanguage(
  import.meta.glob<FormWords>("./*/forms.ts", { eager: true, import: "forms" }),
);
