import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Mark } from "../ui/mark.tsx";
import { Screen } from "../ui/screen.tsx";
import { errorWords } from "./error-words.ts";
import type { LaterView } from "./view.ts";

/**
 * The institution's login form. What is typed stays in the fields until it is sent, and after a
 * refusal, so that a slip can be mended.
 */
export const Credential: LaterView<"CREDENTIAL"> = ({ state, send, text, clientName }) => {
  const { refusal, form } = state;
  const { institution, fields, health } = form;
  return (
    <Screen
      title={text.signIn(institution.name)}
      emblem={<Mark shape={institution.mark} color={institution.color} />}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget);
        const credentials = Object.fromEntries(
          fields.map(({ name }) => [name, String(typed.get(name))]),
        );
        send({ type: "CREDENTIALS_ENTERED", credentials });
      }}
      actions={
        <>
          <button type="submit" class="button primary" data-testid="submit">
            {text.continue}
          </button>
          <p class="note quietly">
            <Icon d="M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z" />
            {text.privacy(clientName)}
          </p>
        </>
      }
    >
      <p class="lead">{text.signInHelp}</p>
      {health !== "HEALTHY" && <p class="notice">{text.degraded(institution.name)}</p>}
      {refusal && (
        <p class="notice refusal" role="alert" id="refusal">
          {errorWords(text, refusal)}
        </p>
      )}
      {fields.map(({ name, label, type }) => (
        <Field
          key={name}
          name={name}
          label={label}
          type={type}
          longest={1000}
          testId={`credential-${name}`}
          showLabel={text.show(label)}
          missing={text.missing(label)}
          refusedBy={refusal?.error_code === "INVALID_CREDENTIALS" ? "refusal" : undefined}
        />
      ))}
    </Screen>
  );
};
