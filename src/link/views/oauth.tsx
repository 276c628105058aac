import { Logo } from "../ui/logo.tsx";
import { Screen } from "../ui/screen.tsx";
import { errorText, healthNotice, siteDomain } from "./texts.ts";
import type { LazyView } from "./view.ts";

/**
 * Announces the sign-in at the institution's own site, and then waits for the user. Whatever
 * happened to the window, the user can open it again, or go back. For approval in the institution's
 * app, shows the server's instructions.
 */
export const OAuth: LazyView<"OAUTH"> = ({ state, send, text, clientName }) => {
  const { form } = state;
  const { name, mark, color } = form.institution;
  const isWaiting = state.name === "OAUTH.waiting";
  const notice = healthNotice(form, text);
  const domain = siteDomain(form);
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
              // Stays under the pointer, so the second half of a double click is ignored.
              onClick={({ detail }) => detail > 1 || send({ type: "oauth.opened" })}
            >
              {isWaiting ? text.oauthAgain : text.site(name)}
            </button>
          )}
        </>
      }
    >
      {domain && <p class="quietly">{domain}</p>}
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
