/// <reference types="vite/client" />
import { byLanguage } from "./by-language.ts";

/** The texts of the server's own forms, which ask for data without an institution. */
export type FormWords = {
  /** Used for an application without a name. */
  application: string;
  /** For account numbers that are entered by hand. */
  manualEntry: {
    /** Used as the name of the unknown institution. */
    name: string;
    /** Its row in Link. */
    label: string;
    /** The names of accounts by kind, since their own names are unknown. */
    kinds: Record<"checking" | "savings", string>;
  } & Record<"routing" | "account" | "type" | "agree", string>;
  /** For an institution whose users approve in its app. */
  approval: {
    /** The label of the user's id there. */
    user: string;
    /** The help above that field. */
    before: (institution: string) => string;
    title: (institution: string) => string;
    /** The text above the code. */
    help: string;
    /** Shown after a while. */
    later: string;
  };
  /** The button for another Item in the same session. */
  another: string;
  /** For a login that the user has connected before; Link puts in the day. */
  existing: string;
  /** The button that renews that connection. */
  renew: string;
  /** For the accounts that the user of an update unticks. */
  deletesRest: string;
  /** For a login whose accounts are all of another kind than the application asks for. */
  otherAccounts: (application: string) => string;
  /** For the two amounts that arrived on an account. */
  amounts: Record<"first" | "second", string>;
};

/** The texts of the server's own forms, by language. */
export const FORM_WORDS = byLanguage(
  import.meta.glob<FormWords>("./*/forms.ts", { eager: true, import: "forms" }),
);
