import type { Catalogue, RareWords } from "../../i18n/catalogue.ts";
import type { Renewal } from "../../protocol/link/login-form.ts";
import { Logo } from "../ui/logo.tsx";
import { Screen } from "../ui/screen.tsx";
import { CredentialForm } from "./credential.tsx";
import { errorText, formatDay, healthNotice, siteDomain } from "./texts.ts";
import type { RareView } from "./view.ts";

/**
 * Announces the sign-in at the institution's site, and waits for the user. The user can always open
 * the window again or go back. For an approval in the institution's app, shows the server's
 * instructions.
 */
export const OAuth: RareView<"OAUTH", "sign-in"> = ({ state, send, text, clientName }) => {
  const { form } = state;
  const { renewal, sign_in_host: host } = form;
  const { name } = form.institution;
  const isWaiting = state.name === "OAUTH.waiting";
  const notice = healthNotice(form, text);
  const domain = siteDomain(form);
  const refusal = state.name === "OAUTH.ready" && state.refusal;
  const approval = isWaiting && state.approval;
  const code = approval ? approval.code : null;
  return (
    <Screen
      title={
        approval
          ? approval.title
          : isWaiting
            ? text.oauthWaiting(name)
            : (renewal ? text.signInAgain : text.signIn)(name)
      }
      emblem={
        <div class={isWaiting ? "emblem ring" : "emblem ring still"}>
          <Logo of={form.institution} />
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
              class="button primary"
              data-testid="oauth"
              // The button stays under the pointer, so the second click of a double click is
              // ignored.
              onClick={({ detail }) => detail > 1 || send({ type: "oauth.opened" })}
            >
              {isWaiting ? text.oauthAgain : text.site(name)}
            </button>
          )}
        </>
      }
    >
      {domain && !host && <p class="quietly">{domain}</p>}
      <p class="lead" role="status">
        {approval
          ? approval.help
          : isWaiting
            ? text.oauthWaitingHelp
            : renewal
              ? reasonOf(renewal, text, clientName)
              : text.oauthHelp(name, clientName)}
      </p>
      {!isWaiting && renewal && <Reason renewal={renewal} text={text} />}
      {isWaiting && !approval && (
        <p
          class="lead returned"
          role="status"
          ref={(status) => tellOnReturn(status, text.isClosed)}
        />
      )}
      {!approval && host && <p class="lead host">{text.addressBar(host)}</p>}
      {code && <p class="compare">{code}</p>}
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

/** The maximum time in ms until the session continues after the user's return. */
const RETURN_MS = 1000;

/**
 * Shows how to continue, if the user returns to waiting Link or the window seems closed. Link
 * cannot know whether the window is closed, since the institution's page may cut its connection to
 * Link.
 */
const tellOnReturn = (status: HTMLElement | null, words: string): void => {
  const tell = () => {
    if (status) status.textContent = words;
  };
  for (const type of ["focus", "gone"])
    addEventListener(type, () => setTimeout(tell, RETURN_MS), { once: true });
};

type SignInWords = Catalogue & RareWords["sign-in"];

/**
 * The login form of an existing connection. It names the reason for another sign-in instead of the
 * words for a first visit.
 */
export const CredentialAgain: RareView<"CREDENTIAL", "sign-in"> = (props) => {
  const { state, text, clientName } = props;
  const { institution, renewal } = state.form;
  return (
    <CredentialForm
      {...props}
      title={text.signInAgain(institution.name)}
      help={renewal ? reasonOf(renewal, text, clientName) : text.signInHelp}
      note={text.privacy(institution.name, clientName)}
      facts={renewal && <Reason renewal={renewal} text={text} />}
    />
  );
};

const reasonOf = ({ ended }: Renewal, text: SignInWords, clientName: string): string =>
  (ended ? text.endedAgain : text.asksAgain)(clientName);

/** The maximum number of accounts that are named. */
const MAX_NAMED = 2;

/** Describes the connection to renew: its start, its last read, and its waiting accounts. */
const Reason = ({ renewal, text }: { renewal: Renewal; text: SignInWords }) => {
  const { since, last_read: lastRead, accounts } = renewal;
  const day = (moment: string) => formatDay(text.language, 0, Date.parse(moment));
  const rest = accounts.length - MAX_NAMED;
  return (
    <dl class="reason">
      <dt>{text.since}</dt>
      <dd>{day(since)}</dd>
      {lastRead && (
        <>
          <dt>{text.lastRead}</dt>
          <dd>{day(lastRead)}</dd>
        </>
      )}
      {accounts.length > 0 && (
        <>
          <dt>{text.waiting(accounts.length)}</dt>
          <dd>
            {accounts
              .slice(0, MAX_NAMED)
              .map(({ name, mask }) => (mask ? `${name}\u00a0••••\u00a0${mask}` : name))
              .join(", ")}
            {rest > 0 && ` ${text.more(rest)}`}
          </dd>
        </>
      )}
    </dl>
  );
};
