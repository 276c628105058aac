import type { AppItem } from "../app-item.ts";
import type { Application } from "../application.ts";
import type { Part, PartContext } from "./part.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const INSTITUTION = "ins_109508";

/** Samples that leave the Item unchanged, and a sample that opens an account at its bank. */
const SAMPLES = [
  ...["NEW_ACCOUNTS_AVAILABLE", "PENDING_EXPIRATION", "RECURRING_TRANSACTIONS_UPDATE"],
  ...["DEFAULT_UPDATE", "HISTORICAL_UPDATE"],
];

/** An Item that was created without Link. */
type Held = {
  application: Application;
  username: string;
  /** The ids of accounts that were closed for sure. */
  closed: Set<string>;
  /** The ids of the Item's accounts at the time of the written transactions. */
  shared: Set<string>;
  /** The names of the transactions written by calls, with their minimum and maximum number. */
  written: Map<string, { least: number; most: number }>;
};

/**
 * Sandbox Items created without Link. Calls change their accounts, transactions and logins. A
 * closed account never returns, a written transaction arrives, and the application is notified of a
 * lost login.
 */
export const createSandboxItems = ({ world, applications }: PartContext): Part => {
  const draw = world.draw("sandbox items");
  const all: Held[] = [];
  let names = 0;
  let isBusy = false;

  const itemOf = ({ application, username }: Held): AppItem | undefined =>
    application.items.find((item) => item.username === username && !item.isGone);

  /** A bank's partner brings a user whom the bank knows. */
  const bring = async (application: Application): Promise<void> => {
    const answer = await application.call("/item/import", {
      ...{ institution_id: INSTITUTION, products: ["transactions"] },
      user_auth: { user_id: "user_good", auth_token: "pass_good" },
      options: { webhook: `https://${application.name}.example/hook` },
    });
    if (answer?.status === 200) await application.adopt(answer.body, hold(application));
  };

  const hold = (application: Application): Pick<AppItem, "username" | "bank"> => {
    const username = `sandbox-${++names}`;
    // Closing the last account ends the Item, but does not remove it.
    application.removedUsers.add(username);
    all.push({ application, username, closed: new Set(), shared: new Set(), written: new Map() });
    return { username, bank: null };
  };

  const create = async (): Promise<void> => {
    const application = draw.pick(applications);
    if (draw.chance(0.3)) return bring(application);
    const began = world.now();
    const answer = await application.call("/sandbox/public_token/create", {
      ...{ institution_id: INSTITUTION, initial_products: ["transactions"] },
      options: { webhook: `https://${application.name}.example/hook` },
    });
    if (answer?.status !== 200) return;
    await application.exchange(String(answer.body.public_token), hold(application), began);
  };

  const accountIds = async (held: Held, item: AppItem): Promise<string[] | null> => {
    const body = await held.application.read(item, "/accounts/get");
    if (!body) return null;
    const ids = (body.accounts as { account_id: string }[]).map(({ account_id }) => account_id);
    const closed = ids.find((id) => held.closed.has(id));
    world.require(closed === undefined, () => `${item.itemId} has the closed account ${closed}`);
    return ids;
  };

  const close = async (held: Held, item: AppItem): Promise<void> => {
    const ids = await accountIds(held, item);
    if (ids === null || ids.length < 2) return;
    const id = draw.pick(ids);
    const answer = await held.application.call("/sandbox/item/close_account", {
      ...{ access_token: item.token, account_id: id },
    });
    if (answer?.status === 200) held.closed.add(id);
    await accountIds(held, item);
  };

  const write = async (held: Held, item: AppItem): Promise<void> => {
    const ids = await accountIds(held, item);
    if (ids === null) return;
    for (const id of ids) held.shared.add(id);
    const name = `By hand ${held.username} ${held.written.size + 1}`;
    const counts = { least: 0, most: 1 };
    held.written.set(name, counts);
    const date = new Date(world.now()).toISOString().slice(0, 10);
    const answer = await held.application.call("/sandbox/transactions/create", {
      access_token: item.token,
      transactions: [
        {
          ...{ date_transacted: date, date_posted: date, description: name },
          amount: draw.between(1, 500) / 100,
        },
      ],
    });
    // An attempt that failed after its write may have been written, too.
    counts.most = answer?.losses === 0 ? 1 : Number.POSITIVE_INFINITY;
    if (answer?.status === 200) counts.least = 1;
  };

  const resetLogin = async (held: Held, item: AppItem): Promise<void> => {
    const { application } = held;
    if (draw.chance(0.5))
      await application.call("/sandbox/item/reset_login", { access_token: item.token });
    else await application.call("/sandbox/user/reset_login", { item_ids: [item.itemId] });
  };

  /** The bank reports news, and the service reads, whether or not there is any. */
  const notify = async (held: Held, item: AppItem): Promise<void> => {
    const ids = await accountIds(held, item);
    if (ids === null || ids.length === 0) return;
    const new_since = new Date(world.now() - DAY_MS).toISOString().slice(0, 10);
    const one = { access_token: item.token, account_id: draw.pick(ids), new_since };
    const isOfAccounts = draw.chance(0.4);
    const news = isOfAccounts ? { new_open: draw.between(0, 1), new_information: 1 } : {};
    await held.application.call(
      isOfAccounts ? "/items/accounts/notify" : "/items/transactions/notify",
      { notifications: [{ ...one, ...news }] },
    );
  };

  const fire = ({ application }: Held, item: AppItem) =>
    application.call("/sandbox/item/fire_webhook", {
      ...{ access_token: item.token, webhook_code: draw.pick(SAMPLES) },
    });

  const act = async (held: Held, item: AppItem): Promise<void> => {
    const share = draw.unit();
    if (share < 0.4) await write(held, item);
    else if (share < 0.5) await close(held, item);
    else if (share < 0.6) await resetLogin(held, item);
    else if (share < 0.75) await fire(held, item);
    else if (share < 0.9) await notify(held, item);
    else await accountIds(held, item);
  };

  /** The transactions written to existing accounts have arrived, once per write. */
  const checkWritten = (held: Held, item: AppItem, ids: readonly string[]): void => {
    // A user who signs in again may share fewer accounts.
    const isWhole = [...held.shared].every((id) => ids.includes(id));
    const names = [...item.copy.values()].map(({ name }) => String(name));
    for (const [name, { least, most }] of held.written) {
      const count = names.filter((each) => each === name).length;
      world.require(
        count <= most && (count >= least || !isWhole),
        () => `${item.itemId}: ${name} came ${count} times`,
      );
    }
  };

  return {
    name: "sandbox items",
    meanMs: 16 * HOUR_MS,
    act: async () => {
      if (isBusy) return;
      isBusy = true;
      const live = all.filter((held) => itemOf(held) && !held.application.isRemoved);
      const held = live.length > 0 && !draw.chance(0.2) ? draw.pick(live) : null;
      const item = held && itemOf(held);
      if (!held || !item) await create();
      else if (!item.isUnclear && !item.needsLogin) await act(held, item);
      isBusy = false;
    },
    checkLast: async () => {
      for (const held of all) {
        const item = itemOf(held);
        if (!item || item.isUnclear || item.needsLogin || held.application.isRemoved) continue;
        const ids = await accountIds(held, item);
        if (ids !== null && item.cursor !== "") checkWritten(held, item, ids);
      }
    },
  };
};
