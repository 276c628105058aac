import type { Catalogue } from "../../i18n/catalogue.ts";
import type { OfferedAccount } from "../../protocol/link/selection.ts";
import { Logo } from "../ui/logo.tsx";
import { Screen } from "../ui/screen.tsx";
import { AccountLine } from "./account-line.tsx";
import { formatBalance, formatDay, totalOf } from "./texts.ts";
import type { LazyView } from "./view.ts";

/** The accounts of the login; the user ticks those to share, or picks one. An account that cannot be shared says why in its row. */
export const SelectAccount: LazyView<"SELECT_ACCOUNT"> = ({ state, send, text, clientName }) => {
  const { form, selection, accountIds } = state;
  const { accounts, unavailable, mode, existing, deletesRest, note } = selection;
  const isSingle = mode === "one";
  const select = (ids: string[]) => send({ type: "accounts.selected", accountIds: ids });
  const all = accountIds.length === accounts.length;
  const none = accountIds.length === 0;
  const total = totalOf(accounts.filter(({ id }) => accountIds.includes(id)));
  const shares = (isSingle ? text.sharesChosen : text.sharesTicked)(clientName);
  return (
    <Screen
      title={isSingle ? text.selectAccount : text.selectAccounts}
      emblem={<Logo of={form.institution} />}
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
            aria-describedby={total ? "ticked choose" : "choose"}
          >
            {none || isSingle ? text.continue : text.continueWith(accountIds.length)}
          </button>
          <p class="note quietly" id="choose" role="status">
            {none
              ? isSingle
                ? text.chooseOne
                : text.chooseSome
              : all
                ? shares
                : `${shares} ${deletesRest ?? ""}`}
          </p>
        </>
      }
    >
      <p class="lead">{form.institution.name}</p>
      {note && <p class="notice">{note}</p>}
      {existing && (
        <p class="notice">
          <span id="existing">
            {existing.text.replace(
              "{since}",
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
            {existing.renew}
          </button>
        </p>
      )}
      <div class="hint pinned">
        <span id="ticked">
          {none || isSingle
            ? text.accounts(accounts.length)
            : text.ticked(accountIds.length, accounts.length)}{" "}
          {total && <b>{formatBalance(text.language, total)}</b>}
        </span>
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
      <fieldset aria-label={text.accounts(accounts.length)}>
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
          {unavailable.map((account) => (
            <li key={account.id} class="row off">
              <AccountLine account={account} text={text} />
              <small>{text.missingProducts[account.missing_product]}</small>
            </li>
          ))}
        </ul>
      </fieldset>
    </Screen>
  );
};

type AccountOptionProps = {
  account: OfferedAccount;
  text: Catalogue;
  type: "checkbox" | "radio";
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** A selectable account with its balance, which helps to tell it from others. */
const AccountOption = ({ account, text, type, checked, onChange }: AccountOptionProps) => {
  const { id, balance } = account;
  return (
    <li>
      <label class="row">
        <input
          type={type}
          name="account"
          data-testid={`account-${id}`}
          checked={checked}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        <AccountLine account={account} text={text} />
        {balance && <span class="amount">{formatBalance(text.language, balance)}</span>}
      </label>
    </li>
  );
};
