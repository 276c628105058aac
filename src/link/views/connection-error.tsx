import { Emblem } from "../ui/emblem.tsx";
import { Screen } from "../ui/screen.tsx";
import { errorWords } from "./error-words.ts";
import { isOver } from "./session-over.ts";
import type { LaterView } from "./view.ts";

/** What went wrong in the user's words, and the one thing that most likely helps. */
export const ConnectionError: LaterView<"ERROR"> = ({ state, send, text }) => {
  const { institution, error, retry } = state;
  const over = isOver(state);
  const [label, testId] = over
    ? [text.close, "leave"]
    : retry
      ? [text.retry, "retry"]
      : [text.another, "another"];
  return (
    <Screen
      title={text.failed(institution.name)}
      emblem={<Emblem badge="bad" shape={institution.mark} color={institution.color} />}
      actions={
        <>
          <button
            type="button"
            class="button primary"
            data-testid={testId}
            onClick={() => send({ type: "CONTINUED" })}
          >
            {label}
          </button>
          {retry && (
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
      <p class="lead">{errorWords(text, error)}</p>
      <p class="code quietly">{text.reference(error.error_code)}</p>
    </Screen>
  );
};
