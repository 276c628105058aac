import { Emblem } from "../ui/emblem.tsx";
import { OutLink } from "../ui/out-link.tsx";
import { Screen } from "../ui/screen.tsx";
import { errorAdvice } from "./texts.ts";
import type { RareView } from "./view.ts";

/** Explains an error to the user, with the action that most likely helps. */
export const ConnectionError: RareView<"ERROR", "errors"> = ({ state, send, text }) => {
  const { institution, error, url, update } = state;
  const [label, testId] = {
    "ERROR.retry": [text.retry, "retry"],
    "ERROR.list": [text.another, "another"],
    "ERROR.leave": [text.close, "leave"],
  }[state.name];
  return (
    <Screen
      title={institution.label ? text.failedNumbers : text.failed(institution.name)}
      emblem={<Emblem badge="bad" shape={institution.mark} color={institution.color} />}
      actions={
        <>
          {url && (
            <OutLink
              class="button primary"
              href={url}
              testId="institution-site"
              newTab={text.newTab}
            >
              {text.site(institution.name)}
            </OutLink>
          )}
          <button
            type="button"
            class={url ? "button" : "button primary"}
            data-testid={testId}
            onClick={() => send({ type: "next.requested" })}
          >
            {label}
          </button>
          {state.name === "ERROR.retry" && !update && (
            <button
              type="button"
              class="button"
              data-testid="another"
              onClick={() => send({ type: "back.requested" })}
            >
              {text.another}
            </button>
          )}
        </>
      }
    >
      <p class="lead">{errorAdvice(text, state)}</p>
      <p class="code quietly">{text.reference(error.error_code)}</p>
    </Screen>
  );
};
