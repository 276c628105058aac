import { Emblem } from "../ui/emblem.tsx";
import { OutLink } from "../ui/out-link.tsx";
import { Screen } from "../ui/screen.tsx";
import { errorAdvice } from "./error-words.ts";
import type { LaterView } from "./view.ts";

/** What went wrong in the user's words, and the one thing that most likely helps. */
export const ConnectionError: LaterView<"ERROR"> = ({ state, send, text }) => {
  const { institution, error, way, url, update } = state;
  const [label, testId] = {
    again: [text.retry, "retry"],
    list: [text.another, "another"],
    leave: [text.close, "leave"],
  }[way.to];
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
            onClick={() => send({ type: "CONTINUED" })}
          >
            {label}
          </button>
          {way.to === "again" && !update && (
            <button
              type="button"
              class="button"
              data-testid="another"
              onClick={() => send({ type: "BACK" })}
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
