import type { AccountRule } from "./account-rule.ts";
import type { AppItem, Application } from "./application.ts";
import type { Rules } from "./rules.ts";
import type { World } from "./world.ts";

/** Reads all Items of an application in peace: what it has then is what its banks have. */
export const readAll = async (
  world: World,
  application: Application,
  { rules, accountRule }: { rules: Rules; accountRule: AccountRule },
): Promise<void> => {
  for (const item of application.items) {
    if (item.isGone || item.isUnclear || item.needsLogin) continue;
    if (await application.sync(item)) await compare(item);
    else world.require(item.needsLogin, () => `${item.itemId} cannot be read in peace`);
  }

  async function compare(item: AppItem): Promise<void> {
    rules.checkCopy(item);
    rules.checkDays(item, await application.readByDays(item));
    accountRule.checkLast(item, (await application.accountsOf(item)) ?? {});
  }
};
