import type { Catalogue } from "../../i18n/catalogue.ts";
import type { LoginForm } from "../../protocol/login-form.ts";

type PurposeWords = {
  title: string;
  help: string;
  /** What becomes of that which is typed; null where there is nothing to say. */
  note: string | null;
};

/** What a form says of itself: it depends on what its fields are for. */
export const purposeWords = (
  { purpose, institution, help }: LoginForm,
  text: Catalogue,
  clientName: string,
): PurposeWords => {
  switch (purpose) {
    case "login":
      return {
        title: text.signIn(institution.name),
        help: help ?? text.signInHelp,
        note: text.privacy(clientName),
      };
    case "numbers":
      return {
        title: text.numbers,
        help: text.numbersHelp(clientName),
        note: text.sharesNumbers(clientName),
      };
    case "amounts":
      return { title: text.amounts, help: text.amountsHelp, note: null };
  }
};
