import type { ComponentChild, VNode } from "preact";
import type { Catalogue } from "../../i18n/catalogue.ts";
import type { CredentialField, LoginForm } from "../../protocol/link/login-form.ts";
import { CheckField } from "../ui/check-field.tsx";
import { Field } from "../ui/field.tsx";
import { Logo } from "../ui/logo.tsx";
import { OutLink } from "../ui/out-link.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { FormScreen } from "./form-screen.tsx";
import { healthNotice, inSentence, siteDomain } from "./texts.ts";
import type { LazyView, ViewProps } from "./view.ts";

/** The longest value that the server accepts. */
const MAX_LENGTH = 1000;

/** After other refusals, such as a timeout, the input may be right. */
const TYPED_WRONG = /^(INVALID|INCORRECT|INSTANT)/;

/**
 * The form for an institution's login, account numbers or micro-deposits. The input stays in the
 * fields until the form is sent, and after a refusal, so that the user can correct typos.
 */
export const Credential: LazyView<"CREDENTIAL"> = (props) => {
  const { state, text, clientName } = props;
  const { institution, help } = state.form;
  return (
    <CredentialForm
      {...props}
      title={text.signIn(institution.name)}
      help={help ?? text.signInHelp}
      note={text.privacy(institution.name, clientName)}
    />
  );
};

/** A field that the user types into, or chooses in. */
type TypedField = Exclude<CredentialField, { type: "file" }>;

/** The words about amounts, which only forms with amounts need. */
type AmountWords = { amountExample: string; missingAmount: string };

type CredentialFormProps = ViewProps<"CREDENTIAL", Catalogue & Partial<AmountWords>> & {
  title: string;
  help: string;
  /** The use of the input; null if there is nothing to say. */
  note: string | null;
  /** Facts below the help. */
  facts?: VNode | undefined;
  /** A picture above the fields, in place of the logo. */
  picture?: VNode | false | undefined;
  /** The text below a field, and the field's input handler. */
  hint?: { name: string; text: ComponentChild; onType(input: HTMLInputElement): void };
};

/** A form of an institution, with its own title and help. */
export const CredentialForm = (props: CredentialFormProps) => {
  const { state, send, text, title, help, note, facts, picture, hint } = props;
  const { refusal, form } = state;
  const { institution } = form;
  // Forms with a file have another view.
  const fields = form.fields as TypedField[];
  const notice = healthNotice(form, text);
  const domain = form.purpose === "login" && siteDomain(form);
  const refusalId = refusal && TYPED_WRONG.test(refusal.error_code) ? "refusal" : undefined;
  const input = (field: TypedField, at: number) => (
    <CredentialInput
      key={field.name}
      field={field}
      form={form}
      text={text}
      refusalId={refusalId}
      hasNext={at + 1 < fields.length}
    />
  );
  // The box for the user's agreement is above the button, visible without scrolling.
  const isPinned = ({ type }: CredentialField) => !!hint && type === "checkbox";
  return (
    <FormScreen
      {...{ title, text, refusal, note }}
      emblem={!picture && <Logo of={institution} />}
      onInput={({ target }) => {
        const input = target as HTMLInputElement;
        if (input.name === hint?.name) hint?.onType(input);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const credentials = readCredentials(fields, new FormData(event.currentTarget));
        send({ type: "credentials.submitted", credentials });
      }}
      actions={fields.map((field, at) => isPinned(field) && input(field, at))}
      head={
        <>
          {domain && <p class="quietly">{domain}</p>}
          <p class="lead">{help}</p>
          {facts}
          {notice && <p class="notice">{notice}</p>}
        </>
      }
    >
      {picture}
      {fields.map(
        (field, at) =>
          isPinned(field) || [
            input(field, at),
            field.name === hint?.name && (
              <p class="bank quietly" role="status">
                {hint.text}
              </p>
            ),
          ],
      )}
      {refusalId && form.url && (
        <OutLink class="link" href={form.url} testId="institution-site" newTab={text.newTab}>
          {text.site(institution.name)}
        </OutLink>
      )}
    </FormScreen>
  );
};

type CredentialInputProps = {
  field: TypedField;
  /** The form that the field is in. */
  form: LoginForm;
  text: Catalogue & Partial<AmountWords>;
  refusalId: string | undefined;
  /** Whether more fields follow. */
  hasNext: boolean;
};

/** A field of an institution's form, of any kind. */
const CredentialInput = ({ field, form, text, refusalId, hasNext }: CredentialInputProps) => {
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
      autocomplete={autocompleteFor(form, field)}
      maxLength={MAX_LENGTH}
      testId={testId}
      showLabel={text.show(label)}
      example={type === "amount" ? text.amountExample : undefined}
      missing={(type === "amount" && text.missingAmount) || text.missing(inSentence(label))}
      refusalId={refusalId}
      hasNext={hasNext}
    />
  );
};

/**
 * Returns the autocomplete value of a field: the user name, or the single secret. A second secret
 * would get the first secret's value, so it is not filled.
 */
export const autocompleteFor = (
  { purpose, fields }: Pick<LoginForm, "purpose" | "fields">,
  field: CredentialField,
): "username" | "current-password" | "off" => {
  const first = (kind: CredentialField["type"]) => fields.find(({ type }) => type === kind);
  if (purpose !== "login") return "off";
  if (field === (first("password") ?? first("pin"))) return "current-password";
  return field === first("text") ? "username" : "off";
};

/** Reads a form's values by field, in the bridge's format. */
export const readCredentials = (
  fields: readonly CredentialField[],
  form: { get(name: string): unknown },
): Record<string, string> =>
  Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = form.get(name);
      return [name, String(type === "checkbox" ? typeof value === "string" : value)];
    }),
  );
