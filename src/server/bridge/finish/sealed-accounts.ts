import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { OfferedAccount, Selection } from "../../../protocol/link/selection.ts";
import { hasAllAuthFeatures } from "../../domain/link/session-products.ts";
import { linkAccount, ShareableAccounts } from "../../domain/link/shareable-accounts.ts";
import type { Services } from "../../domain/services.ts";
import type { BridgeContext } from "../endpoint.ts";

/** Seals a login's accounts until the user has chosen. */
export const sealAccounts = (
  { vault }: Services,
  itemId: string,
  offer: ShareableAccounts,
): string => vault.seal(sealPurpose(itemId), JSON.stringify(offer));

/** Opens sealed accounts. */
export const unsealAccounts = (
  { vault }: Services,
  { itemId, sealedOffer }: { itemId: string; sealedOffer: string },
): ShareableAccounts =>
  ShareableAccounts.parse(JSON.parse(vault.open(sealPurpose(itemId), sealedOffer)));

const sealPurpose = (itemId: string): string => `offer:${itemId}`;

/** Returns the accounts to choose from, and the accounts that cannot be shared. */
export const toSelection = (
  context: BridgeContext,
  offer: ShareableAccounts,
  duplicate: { createdAt: number } | null,
): Selection => {
  const { accounts, unavailable, shared, linked } = offer;
  const { accountSelection, language } = context.session.config;
  const words = FORM_WORDS[language];
  // A session without a choice still offers its accounts because of an existing connection.
  const mode = accountSelection === "disabled" ? "all" : accountSelection;
  return {
    mode,
    chosen: chosenAtFirst(mode, offer),
    existing: duplicate && {
      since: new Date(duplicate.createdAt).toISOString(),
      text: words.existing,
      renew: words.renew,
    },
    ...(shared && { deletesRest: words.deletesRest }),
    accounts: accounts.map((account) => {
      const before = linked[account.account.account_id];
      return {
        ...accountShape(context, account),
        ...(before && { linked: words.linkedBefore(before.bank, before.mask) }),
      };
    }),
    unavailable: unavailable.map(({ account, missingProduct }) => ({
      ...accountShape(context, { account, verification: null }),
      missing_product: missingProduct,
    })),
  };
};

/**
 * Returns the initially ticked accounts: in an update the Item's; otherwise all, if there is no
 * choice or the user has chosen at the institution's site.
 */
function chosenAtFirst(
  mode: Selection["mode"],
  { accounts, shared, isChosen }: ShareableAccounts,
): string[] {
  if (shared !== null) return mode === "one" && shared.length > 1 ? [] : shared;
  return mode === "all" || (isChosen && mode !== "one") || accounts.length === 1
    ? accounts.map(({ account }) => account.account_id)
    : [];
}

function accountShape(
  { clock, session }: BridgeContext,
  shareable: Parameters<typeof linkAccount>[0],
): OfferedAccount {
  const { current, iso_currency_code } = shareable.account.balances;
  return {
    ...linkAccount(shareable, hasAllAuthFeatures(session.config), clock()),
    balance:
      current === null || iso_currency_code === null
        ? null
        : { amount: current, currency: iso_currency_code },
  };
}
