import type { TargetedSubmitEvent } from "preact";
import type { Controller } from "./controller.ts";
import { EmailField } from "./email-field.tsx";
import { Gate } from "./gate.tsx";
import type { SignInState } from "./state.ts";

type SignInProps = { state: SignInState; controller: Controller; hasMail: boolean };

/** Offers a sign-in mail to a user without a session, or points to Link. */
export const SignIn = ({ state, controller, hasMail }: SignInProps) => {
  const { words } = controller;
  const { reason, sentTo, error, busy } = state;
  if (sentTo !== null)
    return (
      <Gate {...{ error }} title={words.signIn.sentTitle} text={words.signIn.sent(sentTo)}>
        <button
          type="button"
          class="button"
          aria-disabled={busy}
          onClick={() => void controller.signIn(sentTo)}
        >
          {busy ? words.signIn.sending : words.signIn.again}
        </button>
        <button type="button" class="button" onClick={controller.changeAddress}>
          {words.signIn.other}
        </button>
      </Gate>
    );
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void controller.signIn(String(new FormData(event.currentTarget).get("email")));
  };
  const isExpired = reason === "expired";
  return (
    <Gate
      title={isExpired ? words.expired.title : words.signIn.title}
      {...(isExpired && { text: words.expired.help })}
    >
      {reason === "session-end" && <p class="reason">{words.sessionEnd}</p>}
      {reason === "signed-out" && <p class="reason">{words.signedOut}</p>}
      <p class="lead">{hasMail ? words.signIn.help : words.signIn.noMail}</p>
      {hasMail && (
        <form onSubmit={submit} noValidate>
          <EmailField label={words.signIn.email} error={error} />
          <button type="submit" class="button primary" aria-disabled={busy}>
            {busy ? words.signIn.sending : words.signIn.send}
          </button>
        </form>
      )}
    </Gate>
  );
};
