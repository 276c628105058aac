import type { TargetedSubmitEvent } from "preact";
import type { Desk } from "./desk.ts";
import { Name } from "./name.tsx";
import type { SignInState, SignInTrouble } from "./state.ts";
import { tryAgain } from "./words.ts";

/** Where a client proves who it is. The secret is taken out of the page as soon as it was sent. */
export const SignIn = ({ state, desk }: { state: SignInState; desk: Desk }) => {
  const { note, trouble, busy } = state;
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    await desk.signIn(String(fields.get("client_id")).trim(), String(fields.get("secret")).trim());
    const secret = form.elements.namedItem("secret");
    if (secret instanceof HTMLInputElement) secret.value = "";
  };
  return (
    <main class="card sign-in">
      <Name />
      <h1 tabIndex={-1} aria-describedby={note ? "note" : undefined}>
        Sign in
      </h1>
      {note && (
        <p id="note" class="note">
          {note}
        </p>
      )}
      <form onSubmit={submit} noValidate>
        <Field name="client_id" trouble={trouble} />
        <Field name="secret" trouble={trouble} />
        <div id="trouble" class={`told ${trouble ? "badly" : ""}`} role="alert">
          {trouble && <p>{trouble.text}</p>}
          {trouble && trouble.seconds !== null && <Wait seconds={trouble.seconds} />}
        </div>
        <button
          type="submit"
          class="button primary"
          aria-disabled={busy || Boolean(trouble?.seconds)}
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
const KINDS = {
  client_id: { type: "text", autocomplete: "username" },
  secret: { type: "password", autocomplete: "current-password" },
} as const;

type FieldProps = { name: keyof typeof KINDS; trouble: SignInTrouble | null };

const Field = ({ name, trouble }: FieldProps) => (
  <div class="field">
    <label for={name}>{name}</label>
    <input
      id={name}
      name={name}
      class="text"
      {...KINDS[name]}
      autocapitalize="none"
      spellcheck={false}
      maxLength={200}
      required
      aria-invalid={trouble?.field === name}
      aria-describedby={trouble?.field === name ? "trouble" : undefined}
    />
  </div>
);

/** The seconds are counted for the eye only: read aloud each second they would be a nuisance. */
const Wait = ({ seconds }: { seconds: number }) =>
  seconds === 0 ? <p>{tryAgain(0)}</p> : <p aria-hidden="true">{tryAgain(seconds)}</p>;
