import { copyText } from "../../browser/copy-text.ts";
import type { Catalogue, RareWords } from "../../i18n/catalogue.ts";
import { ERROR_ACTIONS } from "../../protocol/errors/error-help.ts";
import type { ViewState } from "../machine/states.ts";
import { Emblem } from "../ui/emblem.tsx";
import { Icon } from "../ui/icon.tsx";
import { OutLink } from "../ui/out-link.tsx";
import { Screen } from "../ui/screen.tsx";
import { errorAdvice, formatTime } from "./error-texts.ts";
import type { RareView } from "./view.ts";

/** Explains an error to the user, with the action that most likely helps first. */
export const ConnectionError: RareView<"ERROR", "errors"> = ({ state, send, text }) => {
  const { institution, url, update } = state;
  const labels = { again: text.retry, another: text.another, close: text.close };
  const testIds = { again: "retry", another: "another", close: "leave" };
  return (
    <Screen
      title={institution.label ? text.failedNumbers : text.failed(institution.name)}
      emblem={<Emblem badge="bad" of={institution} />}
      actions={toActions(state).map((action, at) => {
        const look = at === 0 ? "button primary" : "button";
        return action === "bank" ? (
          url && (
            <OutLink class={look} href={url} testId="institution-site" newTab={text.newTab}>
              {text.site(institution.name)}
            </OutLink>
          )
        ) : action === "another" && update ? null : (
          <button
            type="button"
            class={look}
            data-testid={testIds[action]}
            onClick={() =>
              send({
                type:
                  action === "another" && state.name === "ERROR.retry"
                    ? "back.requested"
                    : "next.requested",
              })
            }
          >
            {labels[action]}
          </button>
        );
      })}
    >
      <p class="lead">{errorAdvice(text, state)}</p>
      <SupportLine state={state} text={text} />
    </Screen>
  );
};

const toActions = ({ name, url }: ViewState<"ERROR">) => {
  if (name === "ERROR.retry") return ERROR_ACTIONS[url ? "bank" : "again"];
  return ERROR_ACTIONS[name === "ERROR.list" ? "another" : "close"];
};

type SupportLineProps = { state: ViewState<"ERROR">; text: Catalogue & RareWords["errors"] };

/**
 * The code and time of an error in a line. A press copies the line for support, with the date and
 * the request.
 */
const SupportLine = ({ state: { error, trace }, text }: SupportLineProps) => {
  const { error_code: code } = error;
  return (
    <div class="code quietly">
      <p>
        <span>
          {text.reference} <span>{code}</span>
        </span>
        {trace && (
          <>
            <span aria-hidden="true">{formatTime(text.language, trace.at, "short")}</span>
            <span class="unseen">{formatTime(text.language, trace.at)}</span>
            {/* An unreachable server has not seen the request. */}
            {code !== "LINK_UNREACHABLE" && <span class="unseen">{trace.requestId}</span>}
          </>
        )}
      </p>
      <button
        type="button"
        class="tool"
        data-testid="copy"
        aria-label={text.copy}
        onClick={({ currentTarget }) => void copyLine(currentTarget, text.copied)}
      >
        <Icon d="M9 9h11v11H9zM15 9V4H4v11h5" />
      </button>
      <span role="status" />
    </div>
  );
};

/** Copies the line before a button, and shows this after the button. */
async function copyLine(button: HTMLButtonElement, copied: string): Promise<void> {
  const { previousElementSibling: line, nextElementSibling: status } = button;
  if (!(line && status)) return;
  const text = [...line.querySelectorAll(":scope > :not([aria-hidden])")]
    .map(({ textContent }) => textContent)
    .join(" · ");
  if (await copyText(text, () => getSelection()?.selectAllChildren(line)))
    status.textContent = copied;
}
