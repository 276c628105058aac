import { Icon } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { OutLink } from "../ui/out-link.tsx";
import { Screen } from "../ui/screen.tsx";
import { DATA_ICONS } from "./data-icons.ts";
import { expiry } from "./expiry.ts";
import type { LazyView } from "./view.ts";

/**
 * What a person is asked to agree to before their institution is: who reads what, for how long, and
 * how to end it. Agreeing is the form's submit, and refusing is one press as well.
 */
export const Consent: LazyView<"CONSENT"> = ({ state, send, text, clientName }) => {
  const { institution, consent } = state.form;
  const words = text.consent;
  // Nobody agrees to a text that they were not shown.
  const current = consent?.version === words.version;
  return (
    <Screen
      title={words.title(clientName)}
      emblem={<Logo shape={institution.mark} color={institution.color} />}
      onSubmit={(event) => {
        event.preventDefault();
        if (current) send({ type: "consent.given" });
      }}
      actions={
        <>
          {current && (
            <button type="submit" class="button primary" data-testid="agree">
              {words.agree}
            </button>
          )}
          <button
            type="button"
            class="button"
            data-testid={state.update ? "refuse" : "another"}
            onClick={() => send({ type: state.update ? "exit.requested" : "back.requested" })}
          >
            {state.update ? words.refuse : text.another}
          </button>
        </>
      }
    >
      {consent && current ? (
        <>
          <p class="lead">{words.help(clientName, institution.name, consent.days)}</p>
          <ul class="terms">
            {(["accounts", ...consent.scope] as const).map((kind) => (
              <li key={kind}>
                <Icon d={DATA_ICONS[kind]} />
                <p class="name">
                  {words.scope[kind].name}
                  <small>{words.scope[kind].means}</small>
                </p>
              </li>
            ))}
          </ul>
          <h2>{words.termTitle}</h2>
          <p class="lead">{words.term(expiry(text.language, consent.days, Date.now()))}</p>
          <h2>{words.endTitle}</h2>
          <p class="lead">{words.end(clientName, institution.name)}</p>
          <p class="links">
            <OutLink class="link" href={consent.terms_url} testId="terms" newTab={text.newTab}>
              {words.terms}
            </OutLink>
            <OutLink class="link" href={consent.privacy_url} testId="privacy" newTab={text.newTab}>
              {words.privacyPolicy}
            </OutLink>
          </p>
        </>
      ) : (
        <p class="notice" role="alert">
          {words.outdated}
        </p>
      )}
    </Screen>
  );
};
