import type { LinkAccount } from "../../protocol/account.ts";
import type { Catalogue } from "../i18n/en.ts";

/** An account as the user knows it: its name, what it is, and the end of its number. */
export const AccountLine = ({ account, text }: { account: LinkAccount; text: Catalogue }) => (
  <span class="name">
    {account.name}
    <small>
      {text.subtypes[account.subtype ?? "other"]}
      {account.mask && (
        <>
          <span aria-hidden="true">{` ••••\u00a0${account.mask}`}</span>
          <span class="unseen"> {text.endingIn(account.mask)}</span>
        </>
      )}
    </small>
  </span>
);
