import type { LegalTexts } from "../legal.ts";

/** The terms and the privacy page, in English. */
export const legal: LegalTexts = {
  terms: {
    title: "Terms of connecting an account",
    parts: [
      [
        "What you allow",
        "You allow the application that asked you to read the kinds of data that were named to you, from the accounts that you chose. The connection can only read: it makes no payment and changes nothing at your institution.",
      ],
      [
        "For how long",
        "Your permission holds for the time that was named to you. After that the application has to ask you again.",
      ],
      [
        "How to end it",
        "You can end the connection at any time, in the application or at your institution. From then on nothing more is read.",
      ],
      [
        "Who answers for it",
        "The application that asked you decides what your data is used for, and its own terms hold for that. This page is about the connection alone.",
      ],
    ],
  },
  privacy: {
    title: "Privacy when connecting an account",
    parts: [
      [
        "What is read",
        "Only the kinds of data that were named to you, and only from the accounts that you chose.",
      ],
      [
        "Your sign-in details",
        "What you type goes to your institution alone. It is kept encrypted, so that the data can be brought up to date, and is handed to nobody else.",
      ],
      [
        "Who gets the data",
        "The application that asked you. No advertising, measuring or other service of third parties is part of this window.",
      ],
      [
        "What is remembered of your consent",
        "When you gave it, for which institution and kinds of data, which text you were shown, and when it ends.",
      ],
      [
        "When data is deleted",
        "When you delete a connection, or the application does, your sign-in details and your accounts are deleted here. What the application has copied until then is subject to its own privacy policy.",
      ],
    ],
  },
};
