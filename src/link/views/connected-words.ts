import type { Catalogue } from "../../i18n/catalogue.ts";
import type { ViewState } from "../machine/states.ts";

/** What is done now, and what comes next: numbers entered by hand have still to be proven. */
export const connectedWords = (
  { institution, update }: Pick<ViewState<"CONNECTED">, "institution" | "update">,
  text: Catalogue,
  clientName: string,
): { title: string; help: string } => {
  const back = text.connectedHelp(clientName);
  if (institution.label)
    return update
      ? { title: text.confirmed, help: back }
      : { title: text.numbersSaved, help: text.depositsToCome(clientName) };
  const title = update ? text.connectedAgain : text.connected;
  return { title: title(institution.name), help: back };
};
