import type { Catalogue } from "../../i18n/catalogue.ts";
import type { OfferedAccount } from "../../protocol/selection.ts";
import { AccountLine } from "./account-line.tsx";
import { money } from "./money.ts";

type AccountOptionProps = {
  account: OfferedAccount;
  text: Catalogue;
  type: "checkbox" | "radio";
  checked?: boolean;
  onChange?: (checked: boolean) => void;
  /** Why it cannot be chosen; without one it can. */
  reason?: string;
};

/** An account to tick, with what it holds, so that people can tell it from its neighbours. */
export const AccountOption = (props: AccountOptionProps) => {
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
        {balance && <span class="amount">{money(text.language, balance)}</span>}
      </label>
    </li>
  );
};
