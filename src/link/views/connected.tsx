import type { Catalogue, RareWords } from "../../i18n/catalogue.ts";
import type { LinkAccount } from "../../protocol/account.ts";
import type { ViewState } from "../machine/states.ts";
import { Icon } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { OutLink } from "../ui/out-link.tsx";
import { Screen } from "../ui/screen.tsx";
import { AccountLine } from "./account-line.tsx";
import { formatDay } from "./texts.ts";
import type { RareView } from "./view.ts";

/** The entry for files. */
const FILES = "ins_909999";

/**
 * The success view: the shared accounts and data, the end of the access, and the return to the
 * application.
 */
export const Connected: RareView<"CONNECTED", "end"> = (props) => {
  const { state, send, text, clientName } = props;
  const { title, help } = outcome(state, text, clientName);
  const { institution, connection } = state;
  const { accounts, kinds, until, manageUrl, note } = connection;
  // More rows would push the end of the access out of sight.
  const count = accounts && accounts.length > 4 ? 3 : 4;
  return (
    <Screen
      title={title}
      emblem={
        <div class="emblem joined" aria-hidden="true">
          <span class="app">{[...clientName][0]}</span>
          <Icon d="M6 12.5l4 4 8-9" />
          <Logo of={institution} />
        </div>
      }
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
          {cards(accounts.slice(0, count), text)}
          {accounts.length > count && (
            <details>
              <summary class="link">{text.rest(accounts.length - count)}</summary>
              {cards(accounts.slice(count), text)}
            </details>
          )}
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

const cards = (accounts: readonly LinkAccount[], text: Catalogue) => (
  <ul class="cards">
    {accounts.map((account) => (
      <li key={account.id} class="row">
        <AccountLine account={account} text={text} />
      </li>
    ))}
  </ul>
);

/** Returns the title and the help. Numbers entered by hand are verified later, or just now. */
function outcome(
  { institution, update }: ViewState<"CONNECTED">,
  text: RareWords["end"],
  clientName: string,
): { title: string; help: string } {
  const help = text.connectedHelp(clientName);
  // After the connection there is no form. Only entries have a label.
  if (!institution.label)
    return { title: (update ? text.connectedAgain : text.connected)(institution.name), help };
  if (institution.institution_id === FILES)
    return { title: text.fileAdded, help: text.fileAddedHelp(clientName) };
  return update
    ? { title: text.confirmed, help }
    : { title: text.numbersSaved, help: text.depositsToCome(clientName) };
}
