import { Logo } from "../ui/logo.tsx";
import { Screen } from "../ui/screen.tsx";
import { errorText } from "./texts.ts";
import type { RareView } from "./view.ts";

/** Asks for a press that starts a proof of work in the browser, against automated guessing. */
export const Recaptcha: RareView<"RECAPTCHA", "errors"> = ({ state, send, text }) => {
  const { refusal, form } = state;
  const { institution } = form;
  const isSolving = state.name === "RECAPTCHA.solving";
  return (
    <Screen
      title={text.captcha}
      emblem={
        <div class={isSolving ? "emblem ring" : "emblem ring still"}>
          <Logo of={institution} />
        </div>
      }
      actions={
        <>
          <button
            type="button"
            class="button primary"
            data-testid="captcha"
            aria-disabled={isSolving}
            onClick={() => send({ type: "captcha.started" })}
          >
            {refusal ? text.captchaAgain : text.captchaStart}
          </button>
          <p class="note quietly" role="status">
            {isSolving && text.captchaSolving}
          </p>
        </>
      }
    >
      <p class="lead">{text.captchaHelp(institution.label ? null : institution.name)}</p>
      {refusal && !isSolving && (
        <p class="notice refusal" role="alert">
          {errorText(text, refusal)} {text.advice.again}
        </p>
      )}
    </Screen>
  );
};
