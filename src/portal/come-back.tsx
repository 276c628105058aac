import type { TargetedSubmitEvent } from "preact";
import type { Controller } from "./controller.ts";
import { EmailField } from "./email-field.tsx";
import { ErrorLine } from "./gate.tsx";
import { lazy } from "./lazy.tsx";
import type { RemindersProps } from "./reminders.tsx";
import type { ConnectionsState } from "./state.ts";

const LazyReminders = lazy<RemindersProps>(() => import("./reminders.tsx"));

type ComeBackProps = { state: ConnectionsState; controller: Controller; hasMail: boolean };

/**
 * Lets a user confirm an address with a code. The user can later return to this page by the
 * address.
 */
export const ComeBack = ({ state, controller, hasMail }: ComeBackProps) => {
  const { words } = controller;
  const { answer, comeBack } = state;
  return (
    <section class="card" aria-labelledby="come-back">
      <h2 id="come-back">{words.comeBack.title}</h2>
      <p class="lead">
        {answer.email !== null
          ? words.comeBack.signedIn(answer.email)
          : hasMail
            ? words.comeBack.help
            : words.signIn.noMail}
      </p>
      {answer.reminders !== undefined && <LazyReminders {...{ state, controller }} />}
      {hasMail &&
        answer.email === null &&
        (comeBack.email === null ? (
          <AddressForm {...{ state, controller }} />
        ) : (
          <CodeForm {...{ state, controller }} />
        ))}
    </section>
  );
};

type FormProps = Omit<ComeBackProps, "hasMail">;

const AddressForm = ({ state, controller }: FormProps) => {
  const { words } = controller;
  const { error, busy } = state.comeBack;
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void controller.sendCode(String(new FormData(event.currentTarget).get("email")));
  };
  return (
    <form onSubmit={submit} noValidate>
      <EmailField label={words.signIn.email} error={error} />
      <button type="submit" class="button primary" aria-disabled={busy}>
        {busy ? words.signIn.sending : words.comeBack.send}
      </button>
    </form>
  );
};

const CodeForm = ({ state, controller }: FormProps) => {
  const { words } = controller;
  const { email, error, busy } = state.comeBack;
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void controller.confirmCode(String(new FormData(event.currentTarget).get("code")));
  };
  return (
    <form onSubmit={submit} noValidate>
      <p class="hint">{words.comeBack.sent(email ?? "")}</p>
      <div class="field">
        <label for="code">{words.comeBack.code}</label>
        <input
          id="code"
          name="code"
          class="text"
          inputMode="numeric"
          autocomplete="one-time-code"
          maxLength={20}
          required
          aria-invalid={error !== null}
          aria-describedby="code-error"
        />
        <ErrorLine id="code-error" text={error} />
      </div>
      <button type="submit" class="button primary" aria-disabled={busy}>
        {busy ? words.working : words.comeBack.confirm}
      </button>
      <button type="button" class="button" aria-disabled={busy} onClick={controller.changeAddress}>
        {words.signIn.other}
      </button>
    </form>
  );
};
