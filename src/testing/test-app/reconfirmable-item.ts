import { DAY_MS } from "../../server/domain/calendar.ts";
import { EUROPEAN_BANKS } from "../../server/domain/institutions/european-banks.ts";
import { logIn } from "../../server/domain/link/login.ts";
import { newItem } from "../../server/domain/link/new-item.ts";
import { shareableAccountsOf } from "../../server/domain/link/shareable-accounts.ts";
import type { testApp } from "./test-app.ts";

type App = Pick<Awaited<ReturnType<typeof testApp>>, "services" | "keys">;

const BANK = `ins_${EUROPEAN_BANKS.yes}`;

/**
 * Creates an Item whose user must renew the consent within 90 days, as at British banks; the
 * sandbox has no such consent. The bank's own consent ends later.
 */
export const createReconfirmableItem = async (
  { services, keys }: App,
  {
    reconfirmableUntil = services.clock() + 1000 * DAY_MS,
    ...changes
  }: Partial<
    Pick<Parameters<typeof newItem>[1], "webhook" | "reconfirmableUntil" | "contact">
  > = {},
) => {
  const login = await logIn(services, BANK, { username: "user_good", password: "pass_good" });
  if (login.at !== "accounts") throw new Error("user_good is let in");
  const { created, publicToken } = newItem(services, {
    ...login,
    clientId: keys.client_id,
    applicationName: "Corner Shop",
    products: ["transactions"],
    webhook: null,
    accounts: shareableAccountsOf(services, login.accounts, ["transactions"], false).accounts,
    consentExpiresAt: services.clock() + 90 * DAY_MS,
    reconfirmableUntil,
    ...changes,
  });
  await services.store.items.create(created);
  const { itemId } = created.item;
  return {
    item_id: itemId,
    access_token: services.vault.accessToken("sandbox", itemId, 0),
    public_token: publicToken,
  };
};
