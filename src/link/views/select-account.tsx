import { Screen } from "../ui/screen.tsx";
import { AccountLine } from "./account-line.tsx";
import { money } from "./money.ts";
import type { LaterView } from "./view.ts";

/** The accounts behind the login; the user ticks those to share. */
export const SelectAccount: LaterView<"SELECT_ACCOUNT"> = ({ state, send, text, clientName }) => {
  const { form, accounts, chosen } = state;
  const mark = (ids: string[]) => send({ type: "ACCOUNTS_MARKED", chosen: ids });
  const all = chosen.length === accounts.length;
  const none = chosen.length === 0;
  return (
    <Screen
      title={text.selectAccounts}
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: "ACCOUNTS_CHOSEN" });
      }}
      actions={
        <>
          <button
            type="submit"
            class="button primary"
            data-testid="submit"
            aria-disabled={none}
            aria-describedby="choose-one"
          >
            {none ? text.continue : text.continueWith(chosen.length)}
          </button>
          <p class="note quietly" id="choose-one" role="status">
            {none ? text.chooseOne : text.sharesTicked(clientName)}
          </p>
        </>
      }
    >
      <p class="lead">{form.institution.name}</p>
      <div class="hint">
        {text.accounts(accounts.length)}
        {accounts.length > 1 && (
          <button
            type="button"
            class="link"
            onClick={() => mark(all ? [] : accounts.map(({ id }) => id))}
          >
            {all ? text.selectNone : text.selectAll}
          </button>
        )}
      </div>
      <ul class="cards">
        {accounts.map((account) => (
          <li key={account.id}>
            <label class="row">
              <input
                type="checkbox"
                data-testid={`account-${account.id}`}
                checked={chosen.includes(account.id)}
                onChange={({ currentTarget: { checked } }) =>
                  mark(
                    accounts
                      .map(({ id }) => id)
                      .filter((id) => (id === account.id ? checked : chosen.includes(id))),
                  )
                }
              />
              <AccountLine account={account} text={text} />
              {account.balance && (
                <span class="amount">{money(text.language, account.balance)}</span>
              )}
            </label>
          </li>
        ))}
      </ul>
    </Screen>
  );
};
