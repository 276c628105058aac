import type { Catalogue } from "../../i18n/catalogue.ts";
import type { OfferedAccount } from "../../protocol/selection.ts";
import { Screen } from "../ui/screen.tsx";
import { AccountLine } from "./account-line.tsx";
import { formatBalance, formatDay } from "./texts.ts";
import type { LazyView } from "./view.ts";

/** The accounts of the login; the user ticks those to share, or picks one. */
export const SelectAccount: LazyView<"SELECT_ACCOUNT"> = ({ state, send, text, clientName }) => {
  const { form, selection, accountIds } = state;
  const { accounts, unavailable, mode, existing } = selection;
  const isSingle = mode === "one";
  const select = (ids: string[]) => send({ type: "accounts.selected", accountIds: ids });
  const all = accountIds.length === accounts.length;
  const none = accountIds.length === 0;
  const shares = (isSingle ? text.sharesChosen : text.sharesTicked)(clientName);
  return (
    <Screen
      title={isSingle ? text.selectAccount : text.selectAccounts}
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: "accounts.submitted" });
      }}
      actions={
        <>
          <button
            type="submit"
            class="button primary"
            data-testid="submit"
            aria-disabled={none}
            aria-describedby="choose"
          >
            {none || isSingle ? text.continue : text.continueWith(accountIds.length)}
          </button>
          <p class="note quietly" id="choose" role="status">
            {none
              ? isSingle
                ? text.chooseOne
                : text.chooseSome
              : state.update && !all
                ? `${shares} ${text.deletesRest}`
                : shares}
          </p>
        </>
      }
    >
      <p class="lead">{form.institution.name}</p>
      {existing && (
        <p class="notice">
          <span id="existing">
            {text.existing(
              form.institution.name,
              formatDay(text.language, 0, Date.parse(existing.since)),
            )}
          </span>{" "}
          <button
            type="button"
            class="link"
            data-testid="renew"
            aria-describedby="existing"
            onClick={() => send({ type: "accounts.submitted", renew: true })}
          >
            {text.renew}
          </button>
        </p>
      )}
      <div class="hint">
        <span id="accounts">{text.accounts(accounts.length)}</span>
        {!isSingle && accounts.length > 1 && (
          <button
            type="button"
            class="link"
            data-testid="select-all"
            onClick={() => select(all ? [] : accounts.map(({ id }) => id))}
          >
            {all ? text.selectNone : text.selectAll}
          </button>
        )}
      </div>
      <fieldset aria-labelledby="accounts">
        <ul class="cards">
          {accounts.map((account) => (
            <AccountOption
              key={account.id}
              account={account}
              text={text}
              type={isSingle ? "radio" : "checkbox"}
              checked={accountIds.includes(account.id)}
              onChange={(checked) =>
                select(
                  accounts
                    .map(({ id }) => id)
                    .filter((id) =>
                      id === account.id ? checked : !isSingle && accountIds.includes(id),
                    ),
                )
              }
            />
          ))}
        </ul>
      </fieldset>
      {unavailable.length > 0 && (
        <>
          <h2 class="hint">{text.unavailable}</h2>
          <ul class="cards">
            {unavailable.map((account) => (
              <AccountOption
                key={account.id}
                account={account}
                text={text}
                type={isSingle ? "radio" : "checkbox"}
                reason={text.missingProducts[account.missing_product]}
              />
            ))}
          </ul>
        </>
      )}
    </Screen>
  );
};

type AccountOptionProps = {
  account: OfferedAccount;
  text: Catalogue;
  type: "checkbox" | "radio";
  checked?: boolean;
  onChange?: (checked: boolean) => void;
  /** The reason why it cannot be chosen; without one it can. */
  reason?: string;
};

/** A selectable account with its balance, which helps to tell it from others. */
const AccountOption = (props: AccountOptionProps) => {
  const { account, text, type, checked, onChange, reason } = props;
  const { id, balance } = account;
  return (
    <li>
      <label class="row">
        <input
          type={type}
          name="account"
          data-testid={`account-${id}`}
          checked={checked}
          disabled={reason !== undefined}
          onChange={({ currentTarget }) => onChange?.(currentTarget.checked)}
        />
        <AccountLine account={account} text={text} reason={reason} />
        {balance && <span class="amount">{formatBalance(text.language, balance)}</span>}
      </label>
    </li>
  );
};
