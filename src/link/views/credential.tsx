import { Icon, LOCK } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { Screen } from "../ui/screen.tsx";
import { CredentialInput } from "./credential-input.tsx";
import { credentialsOf } from "./credentials-of.ts";
import { errorWords } from "./error-words.ts";
import { purposeWords } from "./purpose-words.ts";
import { troubleWords } from "./trouble-words.ts";
import type { LazyView } from "./view.ts";

/** After other refusals, such as when it only came too late, nothing that was typed is at fault. */
const TYPED_WRONG = /^(INVALID|INCORRECT|INSTANT)/;

/**
 * The institution's login form, or the one for account numbers, or for the amounts that arrived. What
 * is typed stays in the fields until it is sent, and after a refusal, so that a slip can be mended.
 */
export const Credential: LazyView<"CREDENTIAL"> = ({ state, send, text, clientName }) => {
  const { refusal, form } = state;
  const { institution, fields } = form;
  const { title, help, note } = purposeWords(form, text, clientName);
  const trouble = troubleWords(form, text);
  return (
    <Screen
      title={title}
      emblem={<Logo shape={institution.mark} color={institution.color} />}
      onSubmit={(event) => {
        event.preventDefault();
        const credentials = credentialsOf(fields, new FormData(event.currentTarget));
        send({ type: "credentials.submitted", credentials });
      }}
      actions={
        <>
          <button type="submit" class="button primary" data-testid="submit">
            {text.continue}
          </button>
          {note && (
            <p class="note quietly">
              <Icon d={LOCK} />
              {note}
            </p>
          )}
        </>
      }
    >
      <p class="lead">{help}</p>
      {trouble && <p class="notice">{trouble}</p>}
      {refusal && (
        <p class="notice refusal" role="alert" id="refusal">
          {errorWords(text, refusal)}
        </p>
      )}
      {fields.map((field, at) => (
        <CredentialInput
          key={field.name}
          field={field}
          form={form}
          text={text}
          refusalId={refusal && TYPED_WRONG.test(refusal.error_code) ? "refusal" : undefined}
          hasNext={at + 1 < fields.length}
        />
      ))}
    </Screen>
  );
};
