import type { Language } from "../protocol/vocabulary.ts";

/** What the page itself says to the user, as long as Link is not there to speak. */
type Words = Record<"starting" | "failed" | "later" | "retry" | "close" | "again", string>;

const WORDS: Record<Language, Words> = {
  en: {
    starting: "One moment…",
    failed: "Accounts cannot be connected right now.",
    later: "Please come back later.",
    retry: "Check your connection and try again.",
    close: "Close",
    again: "Try again",
  },
  fr: {
    starting: "Un instant…",
    failed: "Connecter un compte est impossible pour l’instant.",
    later: "Revenez plus tard.",
    retry: "Vérifiez votre réseau et réessayez.",
    close: "Fermer",
    again: "Réessayer",
  },
};

/** The words of a language; English in place of one that is not spoken, which the server refuses. */
export const wordsOf = (language: unknown): Words => WORDS[language as Language] ?? WORDS.en;
