import { Logo } from "../ui/logo.tsx";
import { Screen } from "../ui/screen.tsx";
import { errorText, healthNotice } from "./texts.ts";
import type { LazyView } from "./view.ts";

/**
 * That the user signs in at the institution's own site, and what happens there; then that we wait for them.
 * Whatever became of the window that was opened, they can open it again, or go back. Who approves in the
 * institution's app reads what the server says about that.
 */
export const OAuth: LazyView<"OAUTH"> = ({ state, send, text, clientName }) => {
  const { form } = state;
  const { name, mark, color } = form.institution;
  const isWaiting = state.name === "OAUTH.waiting";
  const notice = healthNotice(form, text);
  const refusal = state.name === "OAUTH.ready" && state.refusal;
  const approval = isWaiting && state.approval;
  return (
    <Screen
      title={approval ? approval.title : isWaiting ? text.oauthWaiting(name) : text.signIn(name)}
      emblem={
        <div class={isWaiting ? "emblem ring" : "emblem ring still"}>
          <Logo shape={mark} color={color} />
        </div>
      }
      actions={
        <>
          {isWaiting && (
            <button
              type="button"
              class="button"
              data-testid="cancel"
              onClick={() => send({ type: "back.requested" })}
            >
              {text.cancel}
            </button>
          )}
          {!approval && (
            <button
              type="button"
              class={isWaiting ? "button" : "button primary"}
              data-testid="oauth"
              // It stays under the pointer, and the second half of a double click opens nothing again.
              onClick={({ detail }) => detail > 1 || send({ type: "oauth.opened" })}
            >
              {isWaiting ? text.oauthAgain : text.site(name)}
            </button>
          )}
        </>
      }
    >
      <p class="lead" role="status">
        {approval
          ? approval.help
          : isWaiting
            ? text.oauthWaitingHelp
            : text.oauthHelp(name, clientName)}
      </p>
      {approval && <p class="compare">{approval.code}</p>}
      {approval && <p class="slow quietly">{approval.later}</p>}
      {!isWaiting && notice && <p class="notice">{notice}</p>}
      {refusal && (
        <p class="notice refusal" role="alert">
          {errorText(text, refusal)}
        </p>
      )}
    </Screen>
  );
};
