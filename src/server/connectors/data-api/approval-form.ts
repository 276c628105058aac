import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { CredentialField } from "../../../protocol/login-form.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../../protocol/vocabulary.ts";
import { USER_FIELD } from "./backchannel.ts";

const fieldsIn = (language: Language): CredentialField[] => [
  { name: USER_FIELD, label: FORM_WORDS[language].approval.user, type: "text" },
];

/** The form of an institution whose users approve in its app: only who they are is asked here. */
export const APPROVAL_FORM = {
  enabled: true,
  approval: true,
  fields: fieldsIn(DEFAULT_LANGUAGE),
  translations: Object.fromEntries(LANGUAGES.map((each) => [each, { fields: fieldsIn(each) }])),
};
