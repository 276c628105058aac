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
 * An account by its name, its kind, and the end of its number; a sentence marks an account that cannot be
 * shared, or that another connection has. The element of that sentence is empty for others, which costs Link
 * fewer bytes than leaving it out.
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
