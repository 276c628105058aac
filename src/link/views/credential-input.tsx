import type { Catalogue } from "../../i18n/catalogue.ts";
import type { CredentialField, LoginForm } from "../../protocol/login-form.ts";
import { CheckField } from "../ui/check-field.tsx";
import { Field } from "../ui/field.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { autocompleteOf } from "./autocomplete-of.ts";
import { inSentence } from "./in-sentence.ts";

/** The server takes no longer values. */
const LONGEST = 1000;

type CredentialInputProps = {
  field: CredentialField;
  /** The form that the field is in. */
  form: LoginForm;
  text: Catalogue;
  refusalId: string | undefined;
  /** Whether more fields follow. */
  hasNext: boolean;
};

/** A field of an institution's form, of whatever kind it is. */
export const CredentialInput = ({
  field,
  form,
  text,
  refusalId,
  hasNext,
}: CredentialInputProps) => {
  const { name, label, type } = field;
  const testId = `credential-${name}`;
  if (type === "checkbox")
    return (
      <CheckField
        name={name}
        label={label}
        required={field.required}
        testId={testId}
        missing={text.missingTick}
      />
    );
  if (type === "select")
    return (
      <SelectField
        name={name}
        label={label}
        options={field.options}
        choose={text.choose}
        testId={testId}
        missing={text.missingChoice}
        refusalId={refusalId}
      />
    );
  return (
    <Field
      name={name}
      label={label}
      type={type}
      autocomplete={autocompleteOf(form, field)}
      longest={LONGEST}
      testId={testId}
      showLabel={text.show(label)}
      example={type === "amount" ? text.amountExample : undefined}
      missing={type === "amount" ? text.missingAmount : text.missing(inSentence(label))}
      refusalId={refusalId}
      hasNext={hasNext}
    />
  );
};
