import type { TargetedSubmitEvent } from "preact";
import type { Controller } from "./controller.ts";
import { retryText } from "./messages.ts";
import { Name } from "./name.tsx";
import type { SignInError, SignInState } from "./state.ts";

/** Where a client proves who it is. The secret is taken out of the page as soon as it was sent. */
export const SignIn = ({ state, controller }: { state: SignInState; controller: Controller }) => {
  const { reason, error, busy } = state;
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    await controller.signIn(
      String(fields.get("client_id")).trim(),
      String(fields.get("secret")).trim(),
    );
    const secret = form.elements.namedItem("secret");
    if (secret instanceof HTMLInputElement) secret.value = "";
  };
  return (
    <main class="card sign-in">
      <Name />
      <h1 tabIndex={-1} aria-describedby={reason ? "reason" : undefined}>
        Sign in
      </h1>
      {reason && (
        <p id="reason" class="reason">
          {reason}
        </p>
      )}
      <form onSubmit={submit} noValidate>
        <Field name="client_id" error={error} />
        <Field name="secret" error={error} />
        <div id="sign-in-error" class={`notice ${error ? "failure" : ""}`} role="alert">
          {error && <p>{error.text}</p>}
          {error && error.seconds !== null && <Wait seconds={error.seconds} />}
        </div>
        <button
          type="submit"
          class="button primary"
          aria-disabled={busy || Boolean(error?.seconds)}
        >
          {busy ? "Signing in…" : "Sign in"}
        </button>
      </form>
      <p class="lead">
        These are your keys of the API. On the server's machine <code>npx service-link keys</code>{" "}
        shows them.
      </p>
    </main>
  );
};

/** How a browser, and whatever keeps its user's keys, knows the fields. */
const ATTRIBUTES = {
  client_id: { type: "text", autocomplete: "username" },
  secret: { type: "password", autocomplete: "current-password" },
} as const;

type FieldProps = { name: keyof typeof ATTRIBUTES; error: SignInError | null };

const Field = ({ name, error }: FieldProps) => (
  <div class="field">
    <label for={name}>{name}</label>
    <input
      id={name}
      name={name}
      class="text"
      {...ATTRIBUTES[name]}
      autocapitalize="none"
      spellcheck={false}
      maxLength={200}
      required
      aria-invalid={error?.field === name}
      aria-describedby={error?.field === name ? "sign-in-error" : undefined}
    />
  </div>
);

/** The seconds are counted for the eye only: read aloud each second they would be a nuisance. */
const Wait = ({ seconds }: { seconds: number }) =>
  seconds === 0 ? <p>{retryText(0)}</p> : <p aria-hidden="true">{retryText(seconds)}</p>;
