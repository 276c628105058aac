import type { LinkProduct } from "../../protocol/vocabulary.ts";
import { Icon } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { OutLink } from "../ui/out-link.tsx";
import { Screen } from "../ui/screen.tsx";
import { formatDay } from "./texts.ts";
import type { RareView } from "./view.ts";

/** A line drawing for each kind of data that can be shared. */
const DATA_ICONS: Record<LinkProduct | "accounts", string> = {
  accounts: "M4 7h16v11H4zM4 11h16M7.5 15h3",
  transactions: "M8 19V6M4.5 9.5L8 6l3.5 3.5M16 5v13M12.5 14.5L16 18l3.5-3.5",
  auth: "M10 5L8 19M16 5l-2 14M5 9.5h14M5 14.5h14",
  identity: "M12 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 19.5c1-3.5 3.5-5 7-5s6 1.5 7 5",
  income: "M5 18l5-5 3.5 3.5L20 9M15 9h5v5",
  assets: "M7 4h7l4 4v12H7zM14 4v4h4M10 12.5h5M10 16h5",
  investments: "M4 20h16M6.5 20v-6M12 20V9M17.5 20V5",
  liabilities: "M3.5 7h17v11h-17zM3.5 10.5h17M7 14.5h4",
  statements: "M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6",
};

/**
 * Asks for consent before the institution is contacted: the reader, the data, the duration, and how
 * to end it. Agreeing submits the form; refusing takes one press too.
 */
export const Consent: RareView<"CONSENT", "consent"> = ({ state, send, text, clientName }) => {
  const { institution, consent } = state.form;
  // A text that was not shown cannot be agreed to.
  const current = consent?.version === text.version;
  return (
    <Screen
      title={text.title(clientName)}
      emblem={<Logo of={institution} />}
      onSubmit={(event) => {
        event.preventDefault();
        if (current) send({ type: "consent.given" });
      }}
      actions={
        <>
          {current && (
            <button type="submit" class="button primary" data-testid="agree">
              {text.agree}
            </button>
          )}
          <button
            type="button"
            class="button"
            data-testid={state.update ? "refuse" : "another"}
            onClick={() => send({ type: state.update ? "exit.requested" : "back.requested" })}
          >
            {state.update ? text.refuse : text.another}
          </button>
        </>
      }
    >
      {consent && current ? (
        <>
          <p class="lead">{text.help(clientName, institution.name, consent.days)}</p>
          <ul class="terms">
            {(["accounts", ...consent.scope] as const).map((kind) => (
              <li key={kind}>
                <Icon d={DATA_ICONS[kind]} />
                <p class="name">
                  {text.scope[kind].name}
                  <small>{text.scope[kind].means}</small>
                </p>
              </li>
            ))}
          </ul>
          <div class="clause">
            <h2>{text.termTitle}</h2>{" "}
            <p>{text.term(formatDay(text.language, consent.days, Date.now()))}</p>
          </div>
          <div class="clause">
            <h2>{text.endTitle}</h2> <p>{text.end(clientName, institution.name)}</p>
          </div>
          <p class="links">
            {consent.operator !== undefined && <span>{text.runBy(consent.operator)}</span>}
            <OutLink class="link" href={consent.terms_url} testId="terms" newTab={text.newTab}>
              {text.terms}
            </OutLink>
            <OutLink class="link" href={consent.privacy_url} testId="privacy" newTab={text.newTab}>
              {text.privacyPolicy}
            </OutLink>
          </p>
        </>
      ) : (
        <p class="notice" role="alert">
          {text.outdated}
        </p>
      )}
    </Screen>
  );
};
