import type { AccountRule } from "./account-rule.ts";
import type { AppItem } from "./app-item.ts";
import type { Application } from "./application.ts";
import type { Rules } from "./rules.ts";
import type { ValueReader } from "./value-reader.ts";
import type { World } from "./world.ts";

type Readers = { rules: Rules; accountRule: AccountRule; valueReader: ValueReader };

/** Reads all Items of an application without faults. Its data must then equal the banks' data. */
export const readAll = async (
  world: World,
  application: Application,
  { rules, accountRule, valueReader }: Readers,
): Promise<void> => {
  if (application.isRemoved) return;
  for (const item of application.items) {
    if (item.isGone || item.isUnclear || item.needsLogin) continue;
    if (item.isByWebhooks) await compare(item);
    else if (await application.sync(item)) await compare(item);
    else
      world.require(item.needsLogin || item.isGone, () => `${item.itemId} cannot be read in peace`);
  }

  async function compare(item: AppItem): Promise<void> {
    rules.checkCopy(item);
    const isSimulated = item.bank !== null && "customerOf" in item.bank;
    // At other banks, a call may read more than the webhooks announced.
    if (isSimulated || !item.isByWebhooks)
      rules.checkDays(item, await application.readByDays(item));
    accountRule.checkLast(item, (await application.accountsOf(item)) ?? {});
    await valueReader.readLast(application, item);
  }
};
