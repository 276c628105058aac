import type { Catalogue } from "../../i18n/catalogue.ts";
import type { LinkAccount } from "../../protocol/account.ts";
import { accountKind } from "./texts.ts";

type AccountLineProps = {
  account: LinkAccount;
  text: Catalogue;
};

/** An account by its name, its kind, and the end of its number. */
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
  </span>
);
