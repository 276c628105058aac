import type { OfferedAccount, Selection } from "../../../protocol/bridge.ts";
import { hasAllAuthFeatures } from "../../domain/link/session-products.ts";
import { linkAccount, ShareableAccounts } from "../../domain/link/shareable-accounts.ts";
import type { Services } from "../../domain/services.ts";
import type { BridgeContext } from "../endpoint.ts";

/** Seals the accounts behind a login for the time until the user has chosen among them. */
export const sealAccounts = (
  { vault }: Services,
  itemId: string,
  offer: ShareableAccounts,
): string => vault.seal(purposeOf(itemId), JSON.stringify(offer));

/** The accounts that were sealed. */
export const unsealAccounts = (
  { vault }: Services,
  { itemId, sealedOffer }: { itemId: string; sealedOffer: string },
): ShareableAccounts =>
  ShareableAccounts.parse(JSON.parse(vault.open(purposeOf(itemId), sealedOffer)));

const purposeOf = (itemId: string): string => `offer:${itemId}`;

/** The accounts as the user is asked to choose among them. */
export const selectionOf = (
  context: BridgeContext,
  { accounts, unfit }: ShareableAccounts,
): Selection => {
  const { config } = context.session;
  if (config.accountSelection === "disabled") throw new Error("there is nothing to choose");
  return {
    mode: config.accountSelection,
    accounts: accounts.map((one) => offered(context, one)),
    unfit: unfit.map(({ account, lacks }) => ({
      ...offered(context, { account, verification: null }),
      lacks,
    })),
  };
};

function offered(
  { clock, session }: BridgeContext,
  one: Parameters<typeof linkAccount>[0],
): OfferedAccount {
  const { current, iso_currency_code } = one.account.balances;
  return {
    ...linkAccount(one, hasAllAuthFeatures(session.config), clock()),
    balance:
      current === null || iso_currency_code === null
        ? null
        : { amount: current, currency: iso_currency_code },
  };
}
