import type { TargetedSubmitEvent } from "preact";
import { useEffect } from "preact/hooks";
import { forgetRecent } from "./search/recent.ts";
import { command, hasPasskeys, Name } from "./session/brand.tsx";
import type { Controller } from "./session/controller.ts";
import { retryText } from "./session/messages.ts";
import type { Router } from "./session/route.ts";
import type { SignInError, SignInMode, SignInState } from "./session/state.ts";

type SignInProps = {
  state: SignInState;
  controller: Controller;
  router: Router;
};

/** The texts and fields of each mode of signing in. */
const MODES: Record<
  Exclude<SignInMode, "invitation">,
  { title: string; fields: readonly FieldName[]; button: string; busy: string; help: string[] }
> = {
  member: {
    title: "Sign in",
    fields: ["email", "password", "code"],
    button: "Sign in",
    busy: "Signing in…",
    help: [
      "If you have lost your password, app or passkey, an admin can send you another invitation.",
    ],
  },
  client: {
    title: "Sign in",
    fields: ["client_id", "secret"],
    button: "Sign in",
    busy: "Signing in…",
    help: [
      "These are your keys of the API. On the server's machine the command ",
      "keys",
      " shows them.",
    ],
  },
  operator: {
    title: "Sign in",
    fields: ["password"],
    button: "Sign in",
    busy: "Signing in…",
    help: [
      "The operator of the server sets this password. On its machine the command ",
      "dashboard setup",
      " prints the address for that.",
    ],
  },
  setup: {
    title: "Set the operator's password",
    fields: ["password"],
    button: "Set it and sign in",
    busy: "Setting it…",
    help: [
      "It opens all clients on this Dashboard. At least 12 characters; several words do well.",
    ],
  },
};

/** The sign-in form. A secret is removed from the page as soon as it was sent. */
export const SignIn = ({ state, controller, router }: SignInProps) => {
  const { reason, error, busy } = state;
  const mode = state.mode === "invitation" ? "member" : state.mode;
  const { title, fields, button, busy: busyText, help } = MODES[mode];
  useEffect(forgetRecent, []);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const text = (name: FieldName) => String(values.get(name) ?? "");
    if (mode === "member")
      await controller.signInMember({
        email: text("email").trim(),
        password: text("password"),
        code: text("code").replace(/\s/g, ""),
      });
    if (mode === "client") await controller.signIn(text("client_id").trim(), text("secret").trim());
    if (mode === "operator") await controller.signInOperator(text("password"));
    if (
      mode === "setup" &&
      (await controller.setUp(globalThis.location.hash.slice(1), text("password")))
    )
      router.go("/dashboard", true);
    for (const name of ["secret", "password", "code"]) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = "";
    }
  };
  return (
    <main class="card sign-in">
      <Name />
      <h1 tabIndex={-1} aria-describedby={reason ? "reason" : undefined}>
        {title}
      </h1>
      {reason && (
        <p id="reason" class="reason">
          {reason}
        </p>
      )}
      <form key={mode} onSubmit={submit} onInput={controller.clearFailure} noValidate>
        {fields.map((name) => (
          <Field key={name} {...{ name, error }} isNew={mode === "setup"} />
        ))}
        <SignInFailure error={error} />
        <button
          type="submit"
          class="button primary"
          aria-disabled={busy || Boolean(error?.seconds)}
        >
          {busy ? busyText : button}
        </button>
      </form>
      {mode === "member" && hasPasskeys() && (
        <button
          type="button"
          class="button"
          aria-disabled={busy || Boolean(error?.seconds)}
          onClick={() => void controller.signInByPasskey()}
        >
          Sign in with a passkey
        </button>
      )}
      {mode === "operator" && "oidc" in document.documentElement.dataset && (
        // The target keeps the router from handling a link that leaves the page.
        <a class="button" href="/dashboard/oidc/start" target="_self">
          Sign in with single sign-on
        </a>
      )}
      <p class="lead">
        {help.map((part, index) =>
          index % 2 === 0 ? part : <code key={part}>{command(part)}</code>,
        )}
      </p>
      {mode !== "setup" && (
        <p class="lead ways">
          {WAYS.filter(([other]) => other !== mode).map(([other, text]) => (
            <button
              key={other}
              type="button"
              class="link"
              onClick={() => controller.showMode(other)}
            >
              {text}
            </button>
          ))}
        </p>
      )}
    </main>
  );
};

/** The modes that a user chooses among. */
const WAYS = [
  ["member", "Use your e-mail address"],
  ["client", "Use a client's keys"],
  ["operator", "Use the operator's password"],
] as const;

type FieldName = NonNullable<SignInError["field"]>;

const LABELS: Partial<Record<FieldName, string>> = {
  email: "E-mail address",
  password: "Password",
  code: "Code of your authenticator app",
};

/** The attributes by which browsers and password managers recognize the fields. */
const ATTRIBUTES = {
  email: { type: "email", autocomplete: "username" },
  code: { type: "text", autocomplete: "one-time-code", inputMode: "numeric" },
  client_id: { type: "text", autocomplete: "username" },
  secret: { type: "password", autocomplete: "current-password" },
  password: { type: "password", autocomplete: "current-password" },
} as const;

type FieldProps = { name: FieldName; error: SignInError | null; isNew?: boolean };

/** A field of a sign-in; `isNew` asks password managers for a new password. */
export const Field = ({ name, error, isNew = false }: FieldProps) => (
  <div class="field">
    <label for={name}>{LABELS[name] ?? name}</label>
    <input
      id={name}
      name={name}
      class="text"
      {...ATTRIBUTES[name]}
      {...(isNew && { autocomplete: "new-password" })}
      autocapitalize="none"
      spellcheck={false}
      maxLength={200}
      required
      aria-invalid={error?.field === name}
      aria-describedby={error?.field === name ? "sign-in-error" : undefined}
    />
  </div>
);

/** Says why a sign-in failed. It is always in the document, since a live region is announced when it changes. */
export const SignInFailure = ({ error }: { error: SignInError | null }) => (
  <div id="sign-in-error" class={`notice ${error ? "failure" : ""}`} role="alert">
    {error && <p>{error.text}</p>}
    {error && error.seconds !== null && <Wait seconds={error.seconds} />}
  </div>
);

/** The countdown is hidden from screen readers, which would read it aloud each second. */
const Wait = ({ seconds }: { seconds: number }) =>
  seconds === 0 ? <p>{retryText(0)}</p> : <p aria-hidden="true">{retryText(seconds)}</p>;
