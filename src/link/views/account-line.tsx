import type { Catalogue } from "../../i18n/catalogue.ts";
import type { LinkAccount } from "../../protocol/account.ts";
import type { OfferedAccount, Selection } from "../../protocol/link/selection.ts";
import { accountKind } from "./texts.ts";

type AccountLineProps = {
  account: LinkAccount &
    Pick<OfferedAccount, "linked"> &
    Partial<Pick<Selection["unavailable"][number], "missing_product">>;
  text: Catalogue;
};

/**
 * An account by its name, kind, and the end of its number. A sentence marks accounts that cannot be
 * shared or already belong to another connection. Other accounts keep the sentence's empty element,
 * which makes Link a few bytes smaller.
 */
export const AccountLine = ({ account, text }: AccountLineProps) => (
  <span class="name">
    {account.name}
    <small>
      {accountKind(account, text.subtypes)}
      {account.mask && (
        <>
          <span aria-hidden="true">{` ••••\u00a0${account.mask}`}</span>
          <span class="unseen"> {text.endingIn(account.mask)}</span>
        </>
      )}
    </small>
    <small>
      {account.missing_product ? text.missingProducts[account.missing_product] : account.linked}
    </small>
  </span>
);
