import type { ComponentChildren } from "preact";
import type { Catalogue } from "../../i18n/catalogue.ts";
import type { OfferedAccount, Selection } from "../../protocol/link/selection.ts";
import { Logo } from "../ui/logo.tsx";
import { Screen } from "../ui/screen.tsx";
import { AccountLine } from "./account-line.tsx";
import { formatBalance, formatDay, totalOf } from "./texts.ts";
import type { ViewProps } from "./view.ts";

/** An account of the list, which may be impossible to share. */
export type AccountRow = OfferedAccount | Selection["unavailable"][number];

type SelectAccountProps = ViewProps<"SELECT_ACCOUNT", Catalogue> & {
  /** The shown accounts in named groups; by default all accounts in one unnamed group. */
  groups?: { name: string; accounts: AccountRow[] }[];
  filter?: ComponentChildren;
};

/**
 * The accounts of the login. The user ticks or picks the accounts to share. The row of an account
 * that cannot be shared names the reason.
 */
export const SelectAccount = (props: SelectAccountProps) => {
  const { state, send, text, clientName, filter } = props;
  const { form, selection, accountIds } = state;
  const { accounts, unavailable, mode, existing, deletesRest, note } = selection;
  const isSingle = mode === "one";
  const select = (ids: string[]) => send({ type: "accounts.selected", accountIds: ids });
  const { groups = [{ name: "", accounts: [...accounts, ...unavailable] }] } = props;
  const shown = groups
    .flatMap(({ accounts }) => accounts)
    .filter((row) => !isOff(row))
    .map(({ id }) => id);
  const hasAllShown = shown.every((id) => accountIds.includes(id));
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
              : accountIds.length < accounts.length
                ? `${shares} ${deletesRest ?? ""}`
                : shares}
          </p>
        </>
      }
    >
      <p class="lead">{form.institution.label ?? form.institution.name}</p>
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
      {filter}
      <div class="hint pinned">
        <span id="ticked">
          {none || isSingle
            ? text.accounts(accounts.length)
            : text.ticked(accountIds.length, accounts.length)}{" "}
          {total && <b>{formatBalance(text.language, total)}</b>}
        </span>
        {!isSingle && accounts.length > 1 && shown[0] && (
          <button
            type="button"
            class="link"
            data-testid="select-all"
            onClick={() =>
              select(
                accounts
                  .map(({ id }) => id)
                  .filter((id) => (shown.includes(id) ? !hasAllShown : accountIds.includes(id))),
              )
            }
          >
            {hasAllShown ? text.selectNone : text.selectAll}
          </button>
        )}
      </div>
      {groups.map(({ name, accounts: rows }) => (
        <fieldset key={name} aria-label={name || text.accounts(accounts.length)}>
          {name && <h2 class="hint">{name}</h2>}
          <ul class="cards">
            {rows.map((account) =>
              isOff(account) ? (
                <li key={account.id} class="row off">
                  <AccountLine account={account} text={text} />
                </li>
              ) : (
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
              ),
            )}
          </ul>
        </fieldset>
      ))}
    </Screen>
  );
};

const isOff = (row: AccountRow) => "missing_product" in row;

type AccountOptionProps = {
  account: OfferedAccount;
  text: Catalogue;
  type: "checkbox" | "radio";
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** A selectable account with its balance, which helps to recognize the account. */
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
