import type { AccountRule } from "./account-rule.ts";
import type { Bank } from "./bank.ts";
import type { DemoBank } from "./demo-bank.ts";
import { Lost, type Network } from "./network.ts";
import type { World } from "./world.ts";

type Json = Record<string, unknown>;
type SyncedTransaction = { transaction_id: string; account_id: string } & Json;

/** An Item as the application's server knows it. */
export type AppItem = {
  itemId: string;
  token: string;
  username: string;
  bank: Bank | DemoBank | null;
  cursor: string;
  copy: Map<string, SyncedTransaction>;
  /** The names of its accounts, as the last answer had them. */
  accounts: string[];
  isGone: boolean;
  /** Whether a call that changes its token or ends it was lost: either may hold. */
  isUnclear: boolean;
  needsLogin: boolean;
  isSyncing: boolean;
};

/** A client of the API, with its server. */
export type Application = ReturnType<typeof createApplication>;

/** The keys of a client. */
export type Keys = { client_id: string; secret: string };

const RETRY_MS = 5000;
const MAX_TRIES = 6;

/** How often a reader waits between two pages, and for how long on average, in ms. */
const SHARE_OF_SLOW_PAGES = 0.05;
const SLOW_PAGE_MS = 30 * 60_000;

export const createApplication = (
  world: World,
  name: string,
  keys: Keys,
  network: Network,
  hooks: {
    askUser(item: AppItem): void;
    /** An Item was removed: its person may come again. */
    removed(item: AppItem): void;
    accountRule: AccountRule;
  },
) => {
  const draw = world.draw(name);
  const items: AppItem[] = [];
  const deadTokens: { token: string; itemId: string }[] = [];
  /** The webhooks that arrived, by their ids. */
  const received = new Map<string, string>();
  /** The attempts and successes to have a webhook fired, by Item. */
  const fired = new Map<string, { tried: number; acknowledged: number }>();
  let publicTokens = 0;

  /** Calls the API once. */
  const post = (path: string, body: Json) =>
    network.send(name, { method: "POST", path, headers: {}, body: { ...keys, ...body } });

  /**
   * Calls until there is an answer that is not the server's own failure; null if it gives up. A loss is a request that
   * may have been carried out without this answer: one that was lost, or doubled.
   */
  const call = async (
    path: string,
    body: Json,
  ): Promise<{ body: Json; status: number; losses: number } | null> => {
    for (let losses = 0; losses < MAX_TRIES; losses++) {
      try {
        const answer = await post(path, body);
        if (answer.status < 500 && answer.status !== 429)
          return { ...answer, losses: losses + Number(answer.isDoubled) };
      } catch (cause) {
        if (!(cause instanceof Lost)) throw cause;
      }
      await world.sleep(RETRY_MS * 2 ** losses);
    }
    return null;
  };

  const begin = () => ({ before: hooks.accountRule.begin(), since: world.now() });

  const self = {
    name,
    keys,
    items,
    received,
    fired,
    deadTokens,
    publicTokens: () => publicTokens,
    call,

    createLinkToken: async (username: string, item: AppItem | null): Promise<string | null> => {
      const answer = await call("/link/token/create", {
        client_name: "Shop",
        language: "en",
        country_codes: ["US"],
        user: { client_user_id: username },
        webhook: `https://${name}.example/hook`,
        ...(item ? { access_token: item.token } : { products: ["transactions"] }),
      });
      return answer?.status === 200 ? String(answer.body.link_token) : null;
    },

    /** Exchanges a public token; the Item has no owner if the answer was lost. */
    exchange: async (
      publicToken: string,
      username: string,
      bank: AppItem["bank"],
    ): Promise<void> => {
      publicTokens++;
      const answer = await call("/item/public_token/exchange", { public_token: publicToken });
      if (answer?.status !== 200) {
        world.note(name, "exchange", String(answer?.body.error_code ?? "lost"));
        world.require(
          answer === null || answer.losses > 0 || answer.body.error_code !== "INVALID_PUBLIC_TOKEN",
          () => "a public token was refused at its first exchange",
        );
        return;
      }
      const { access_token, item_id } = answer.body;
      world.note(name, "exchange", "done", String(item_id), username);
      if (items.some(({ itemId }) => itemId === item_id)) return;
      items.push({
        ...{ itemId: String(item_id), token: String(access_token), username, bank },
        ...{ cursor: "", copy: new Map(), accounts: [] },
        ...{ isGone: false, isUnclear: false, needsLogin: false, isSyncing: false },
      });
    },

    /** Follows an Item's transactions to the end; false if that was not possible now. */
    sync: async (item: AppItem): Promise<boolean> => {
      if (item.isSyncing || item.isGone) return false;
      item.isSyncing = true;
      try {
        for (;;) {
          const token = item.token;
          const asked = begin();
          const answer = await call("/transactions/sync", {
            access_token: token,
            count: draw.chance(0.2) ? draw.between(1, 2) : draw.between(3, 100),
            ...(item.cursor && { cursor: item.cursor }),
          });
          if (!answer || item.token !== token || item.isGone) return false;
          if (answer.status !== 200) {
            self.heed(item, answer.body);
            return false;
          }
          const page = answer.body as {
            added: SyncedTransaction[];
            modified: SyncedTransaction[];
            removed: SyncedTransaction[];
            accounts: { name: string }[];
            next_cursor: string;
            has_more: boolean;
          };
          for (const transaction of [...page.added, ...page.modified])
            item.copy.set(transaction.transaction_id, transaction);
          for (const { transaction_id } of page.removed) item.copy.delete(transaction_id);
          const { added, modified, removed } = page;
          const counts = `+${added.length} ~${modified.length} -${removed.length}`;
          world.note(name, "sync", counts, item.itemId, item.username);
          hooks.accountRule.check(item, "/transactions/sync", page, asked);
          item.cursor = page.next_cursor;
          item.accounts = page.accounts.map((account) => account.name);
          if (!page.has_more) return true;
          // A reader may be slow: what it reads changes meanwhile.
          if (draw.chance(SHARE_OF_SLOW_PAGES)) await world.sleep(draw.around(SLOW_PAGE_MS));
        }
      } finally {
        item.isSyncing = false;
      }
    },

    /** Reads a product of an Item. */
    read: async (item: AppItem, path: string): Promise<void> => {
      const { token } = item;
      const asked = begin();
      const answer = await call(path, { access_token: token });
      if (!answer || item.isGone || item.token !== token) return;
      if (answer.status !== 200) return self.heed(item, answer.body);
      const { item: shown } = answer.body as { item?: { item_id: string } };
      world.require(
        shown === undefined || shown.item_id === item.itemId,
        () => `${path} with the token of ${item.itemId} answers about ${shown?.item_id}`,
      );
      hooks.accountRule.check(item, path, answer.body, asked);
    },

    /** Reads all transactions of an Item by their days; null if that is not possible now. */
    readByDays: async (item: AppItem): Promise<SyncedTransaction[] | null> => {
      const all: SyncedTransaction[] = [];
      const count = draw.between(1, 100);
      for (;;) {
        const answer = await call("/transactions/get", {
          access_token: item.token,
          start_date: "2020-01-01",
          end_date: "2026-12-31",
          options: { count, offset: all.length },
        });
        if (answer?.status !== 200) return null;
        const page = answer.body as {
          transactions: SyncedTransaction[];
          total_transactions: number;
        };
        all.push(...page.transactions);
        if (page.transactions.length === 0 || all.length >= page.total_transactions) return all;
      }
    },

    /** Reads the accounts of an Item as they are stored; null if that is not possible now. */
    accountsOf: async (item: AppItem): Promise<Json | null> => {
      const answer = await call("/accounts/get", { access_token: item.token });
      return answer?.status === 200 ? answer.body : null;
    },

    /** Acts on an error of an Item. */
    heed: (item: AppItem, { error_code: code }: Json): void => {
      if (code === "ITEM_LOGIN_REQUIRED" && !item.needsLogin) {
        item.needsLogin = true;
        hooks.askUser(item);
      }
      world.require(
        (code !== "INVALID_ACCESS_TOKEN" && code !== "ITEM_NOT_FOUND") || item.isUnclear,
        () => `a live Item ${item.itemId} is refused with ${String(code)}`,
      );
    },

    remove: async (item: AppItem): Promise<void> => {
      if (item.isUnclear || item.isGone) return;
      item.isUnclear = true;
      const answer = await call("/item/remove", { access_token: item.token });
      if (answer?.status !== 200 && !(answer && answer.losses > 0)) return;
      if (answer.status !== 200 && answer.body.error_code !== "ITEM_NOT_FOUND") return;
      item.isGone = true;
      world.note(name, "removal", "done", item.itemId);
      deadTokens.push({ token: item.token, itemId: item.itemId });
      hooks.removed(item);
    },

    /** Replaces an Item's access token; the Item is lost with the answer. */
    rotate: async (item: AppItem): Promise<void> => {
      if (item.isUnclear || item.isGone) return;
      item.isUnclear = true;
      const old = item.token;
      const answer = await call("/item/access_token/invalidate", { access_token: old });
      if (answer?.status !== 200) return;
      item.token = String(answer.body.new_access_token);
      item.isUnclear = false;
      deadTokens.push({ token: old, itemId: item.itemId });
    },

    fire: async (item: AppItem): Promise<void> => {
      if (item.isUnclear || item.isGone) return;
      const count = fired.get(item.itemId) ?? { tried: 0, acknowledged: 0 };
      fired.set(item.itemId, count);
      count.tried++;
      const answer = await post("/sandbox/item/fire_webhook", {
        ...{ access_token: item.token, webhook_code: "DEFAULT_UPDATE" },
      }).catch((cause: unknown) => {
        if (cause instanceof Lost) return null;
        throw cause;
      });
      if (answer?.status === 200) count.acknowledged++;
    },

    /** Takes a webhook; the same id always brings the same body. */
    receive: (id: string, body: string): void => {
      const before = received.get(id);
      world.require(before === undefined || before === body, () => `webhook ${id} has two bodies`);
      received.set(id, body);
      const { webhook_code: code, item_id: itemId, error } = JSON.parse(body) as Json;
      world.note(name, "webhook", String(code), id);
      if (before !== undefined) return;
      const item = items.find((item) => item.itemId === itemId);
      if (!item || item.isGone) return;
      if (code === "ERROR" && error) self.heed(item, error as Json);
      const due = world.now() + draw.between(100, 20_000);
      if (code === "SYNC_UPDATES_AVAILABLE")
        world.scheduler.at(due, name, null, async () => {
          await self.sync(item);
        });
    },
  };
  return self;
};
