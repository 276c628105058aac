import type { ComponentChildren } from "preact";
import type { FirstWords } from "../../i18n/catalogue.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import { Logo } from "../ui/logo.tsx";
import { Screen } from "../ui/screen.tsx";
import type { View } from "./view.ts";

/** Says that the chosen institution, or Link itself, is opening. */
export const Loading: View<"LOADING"> = ({ state: { institution }, text }) => (
  <Waiting institution={institution} title={openingWords(institution, text)} />
);

/** The title while opening; manual entry has no name to show. */
export const openingWords = (institution: InstitutionRow | null, text: FirstWords): string =>
  institution && !institution.label ? text.opening(institution.name) : text.starting;

type WaitingProps = {
  institution: InstitutionRow | null;
  title: string;
  actions?: ComponentChildren;
  children?: ComponentChildren;
};

/** A ring that turns around the institution's logo. */
export const Waiting = ({ institution, title, actions, children }: WaitingProps) => (
  <Screen
    title={title}
    actions={actions}
    emblem={<div class="emblem ring">{institution && <Logo of={institution} />}</div>}
  >
    {children}
  </Screen>
);
