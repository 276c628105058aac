import type { Catalogue } from "../../i18n/catalogue.ts";
import { Emblem } from "../ui/emblem.tsx";
import { OutLink } from "../ui/out-link.tsx";
import { Screen } from "../ui/screen.tsx";
import { AccountLine } from "./account-line.tsx";
import { formatDay } from "./texts.ts";
import type { LazyView, ViewProps } from "./view.ts";

/** The success view: the shared accounts and data, until when, and the way back to the application. */
export const Connected: LazyView<"CONNECTED"> = (props) => {
  const { state, text, clientName } = props;
  const title = state.update ? text.connectedAgain : text.connected;
  return (
    <Success
      {...props}
      title={title(state.institution.name)}
      help={text.connectedHelp(clientName)}
    />
  );
};

type SuccessProps = ViewProps<"CONNECTED", Catalogue> & { title: string; help: string };

/** The success, with a title and a help of its own. */
export const Success = ({ state, send, text, clientName, title, help }: SuccessProps) => {
  const { institution, connection } = state;
  const { accounts, kinds, until, manageUrl, note } = connection;
  return (
    <Screen
      title={title}
      emblem={<Emblem badge="good" of={institution} />}
      actions={
        <>
          <button
            type="button"
            class="button primary"
            data-testid="finish"
            onClick={() => send({ type: "next.requested" })}
          >
            {text.finish(clientName)}
          </button>
          {state.several && (
            <button
              type="button"
              class="button"
              data-testid="another"
              onClick={() => send({ type: "another.requested" })}
            >
              {state.several.another}
            </button>
          )}
        </>
      }
    >
      <p class="lead">
        {help} {note}
      </p>
      {accounts && accounts.length > 0 && (
        <>
          <h2 class="hint">{text.shared}</h2>
          <ul class="cards">
            {accounts.map((account) => (
              <li key={account.id} class="row">
                <AccountLine account={account} text={text} />
              </li>
            ))}
          </ul>
        </>
      )}
      <dl>
        <dt>{text.kinds}</dt>
        <dd>{kinds.join(", ")}</dd>
        <dt>{text.until}</dt>
        <dd>{until ? formatDay(text.language, 0, Date.parse(until)) : text.untilEnded}</dd>
      </dl>
      <OutLink
        class="link"
        href={manageUrl}
        testId="manage"
        newTab={text.newTab}
        onClick={() => send({ type: "my_service.opened" })}
      >
        {text.manage}
      </OutLink>
    </Screen>
  );
};
