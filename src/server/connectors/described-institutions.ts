import { FORM_WORDS } from "../../i18n/forms.ts";
import type { CredentialField } from "../../protocol/link/login-form.ts";
import {
  DEFAULT_LANGUAGE,
  type Environment,
  LANGUAGES,
  type Language,
} from "../../protocol/vocabulary.ts";
import { type BankDescription, baseProblem } from "../domain/institutions/bank-description.ts";
import { catalogueInstitutions } from "../domain/institutions/custom-institutions.ts";
import type {
  CatalogueInstitution,
  DescribedInstitution,
} from "../domain/institutions/institution.ts";

type Options = { described: () => readonly DescribedInstitution[]; environment: Environment };

/** The institutions of a protocol in a connector's list, with their forms in each language. */
export const describedInstitutions = (
  { described, environment }: Options,
  protocol: "token" | "simplefin",
): (() => readonly CatalogueInstitution[]) => {
  let source: readonly DescribedInstitution[] | null = null;
  let ofProtocol: readonly DescribedInstitution[] = [];
  const current = () => {
    if (source !== described()) {
      source = described();
      ofProtocol = source.filter(({ description }) => description.protocol === protocol);
    }
    return ofProtocol;
  };
  return catalogueInstitutions(current, ({ name, description }) => ({
    enabled:
      description.protocol !== "token" || baseProblem(description.base, environment) === null,
    fields: fieldsIn(description, DEFAULT_LANGUAGE),
    translations: Object.fromEntries(
      LANGUAGES.map((language) => [
        language,
        { fields: fieldsIn(description, language), help: helpIn(description, name, language) },
      ]),
    ),
  }));
};

function fieldsIn(description: BankDescription, language: Language): CredentialField[] {
  const { token, setupToken } = FORM_WORDS[language].ownToken;
  if (description.protocol !== "token")
    return [{ name: "setup_token", label: setupToken, type: "password" }];
  return (
    description.credentials?.map(({ name, label, type }) => ({
      name,
      label: label[language],
      type,
    })) ?? [{ name: "token", label: token, type: "password" }]
  );
}

function helpIn({ help, protocol }: BankDescription, name: string, language: Language): string {
  const { before, beforeSetup } = FORM_WORDS[language].ownToken;
  return help?.[language] ?? (protocol === "simplefin" ? beforeSetup : before(name));
}
