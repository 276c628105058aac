import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { CredentialField } from "../../../protocol/link/login-form.ts";
import {
  DEFAULT_LANGUAGE,
  LANGUAGES,
  type Language,
  type Product,
} from "../../../protocol/vocabulary.ts";
import { catalogueInstitutions } from "../../domain/institutions/custom-institutions.ts";
import type {
  CatalogueInstitution,
  ConnectedInstitution,
} from "../../domain/institutions/institution.ts";
import {
  hasPreStep,
  type InstitutionRegistration,
} from "../../domain/institutions/institution-registration.ts";
import { USER_FIELD } from "./backchannel.ts";
import { PASSWORD_FIELD } from "./consent-form.ts";
import { DIALECTS } from "./dialects/index.ts";
import { asksForAccounts, IBANS_FIELD } from "./named-accounts.ts";

/** The connected institutions in Link's list, with their flow's form and their products. */
export const listInstitutions = (
  connected: () => readonly ConnectedInstitution[],
): (() => readonly CatalogueInstitution[]) =>
  catalogueInstitutions(connectedWithProducts(connected), ({ connection }) => accessTo(connection));

const accessTo = (connection: InstitutionRegistration) => {
  const { approach, dialect: name } = connection.standard;
  const dialect = DIALECTS.find((each) => each.name === name);
  const isNamed = dialect !== undefined && asksForAccounts(dialect, connection.standard);
  const forms = isNamed ? NAMED_FORMS : FORMS;
  if (isApprovedInApp(connection)) return forms.decoupled;
  return forms[hasPreStep(connection.standard) ? "oauth" : approach];
};

const userIn = (language: Language): CredentialField[] => [
  { name: USER_FIELD, label: FORM_WORDS[language].approval.user, type: "text" },
];

const passwordIn = (language: Language): CredentialField[] => [
  ...userIn(language),
  { name: PASSWORD_FIELD, label: FORM_WORDS[language].confirmation.password, type: "password" },
];

const ibansIn = (language: Language): CredentialField[] => [
  { name: IBANS_FIELD, label: FORM_WORDS[language].ownAccounts.ibans, type: "text" },
];

const toForm = (fieldsIn: (language: Language) => CredentialField[]) => ({
  enabled: true,
  fields: fieldsIn(DEFAULT_LANGUAGE),
  translations: Object.fromEntries(LANGUAGES.map((each) => [each, { fields: fieldsIn(each) }])),
});

const NO_FORM = { enabled: true, fields: [] };

/** The form of an institution whose users approve in its app. It only asks for the user's name. */
const APPROVAL_FORM = { ...toForm(userIn), approval: true };

/** The form of each approach. */
const FORMS = {
  ...{ oauth: NO_FORM, redirect: NO_FORM },
  decoupled: APPROVAL_FORM,
  embedded: toForm(passwordIn),
};

/** Each approach's form for consents whose accounts are named in advance. */
const NAMED_FORMS = {
  oauth: { ...toForm(ibansIn), atSite: true },
  redirect: { ...toForm(ibansIn), atSite: true },
  decoupled: {
    ...toForm((language) => [...userIn(language), ...ibansIn(language)]),
    approval: true,
  },
  embedded: toForm((language) => [...passwordIn(language), ...ibansIn(language)]),
};

/** Whether users approve in the institution's app, after Link has asked for their name. */
export const isApprovedInApp = ({
  flow,
  standard,
}: Pick<InstitutionRegistration, "flow" | "standard">): boolean =>
  flow === "ciba" || (standard.approach === "decoupled" && !hasPreStep(standard));

/**
 * The institutions with the products that their dialects and deviations allow. Returns the same
 * list until an institution changes.
 */
const connectedWithProducts = (
  connected: () => readonly ConnectedInstitution[],
): (() => readonly ConnectedInstitution[]) => {
  let source: readonly ConnectedInstitution[] | null = null;
  let list: readonly ConnectedInstitution[] = [];
  return () => {
    if (source !== connected()) {
      source = connected();
      list = source.map((institution) => ({
        ...institution,
        products: sharedProducts(institution),
      }));
    }
    return list;
  };
};

/** The products of an institution that its dialect and deviations allow. */
export const sharedProducts = (institution: ConnectedInstitution) =>
  institution.products.filter((product) => isShared(institution, product));

const isShared = ({ connection: { standard } }: ConnectedInstitution, product: Product): boolean =>
  !standard.deviations.lacks.includes(product) &&
  (DIALECTS.find(({ name }) => name === standard.dialect)?.products.includes(product) ?? true);
