import type { Catalogue } from "../../i18n/catalogue.ts";
import type { LinkAccount } from "../../protocol/account.ts";
import { fold } from "../../protocol/fold.ts";

/** What kind of account it is; nothing where its name says so already. */
export const kindOf = ({ name, subtype }: LinkAccount, words: Catalogue["subtypes"]): string => {
  const kind = words[subtype ?? "other"];
  return fold(name).includes(fold(kind)) ? "" : kind;
};
