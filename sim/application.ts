import type { AccountRule } from "./account-rule.ts";
import { createApiClient, type Keys } from "./api-client.ts";
import { type AppItem, newAppItem, type SyncedTransaction } from "./app-item.ts";
import type { Network } from "./network.ts";
import { readByDays } from "./read-by-days.ts";
import type { World } from "./world.ts";

type Json = Record<string, unknown>;
/** A client of the API, with its server. */
export type Application = ReturnType<typeof createApplication>;

/** The share of Items whose transactions are read only after webhooks. */
const SHARE_BY_WEBHOOKS = 0.3;

/** The time for which every clock accepts a public token, in ms. */
const SURE_MS = 25 * 60_000;

/** The time after which a reader tries again, in ms. */
const FOLLOW_MS = 20 * 60_000;

/** The share of pauses between two pages, and their average length, in ms. */
const SHARE_OF_SLOW_PAGES = 0.05;
const SLOW_PAGE_MS = 30 * 60_000;

export const createApplication = (
  world: World,
  name: string,
  keys: Keys,
  network: Network,
  hooks: {
    askUser(item: AppItem): void;
    /** Reports a removed Item, so that the Item's person may return. */
    removed(item: AppItem): void;
    accountRule: AccountRule;
  },
) => {
  const draw = world.draw(name);
  const items: AppItem[] = [];
  /** The users created for people, and the people whose user was removed. */
  const userIds = new Map<string, string>();
  const removedUsers = new Set<string>();
  /** The Items that their users may have ended on the account site. */
  const endedItems = new Set<string>();
  const deadTokens: { token: string; itemId: string }[] = [];
  /** The received webhooks by id. */
  const received = new Map<string, string>();
  /** The attempts and successes of fired webhooks, by Item. */
  const fired = new Map<string, { tried: number; acknowledged: number }>();
  let publicTokens = 0;

  const { post, call, callOnceOrTwice } = createApiClient(world, name, { keys, network, draw });

  const begin = () => ({ before: hooks.accountRule.begin(), since: world.now() });

  const self = {
    name,
    /** Whether the operator has removed the client. All later calls are refused. */
    isRemoved: false,
    keys,
    items,
    received,
    fired,
    deadTokens,
    userIds,
    removedUsers,
    endedItems,
    publicTokens: () => publicTokens,
    call,
    post,

    /** Creates a link token; a hosted link token also has a page's address. */
    createLinkToken: async (
      username: string,
      item: AppItem | null,
      isHosted: boolean,
    ): Promise<{ token: string; url: string | null } | null> => {
      const answer = await call("/link/token/create", {
        client_name: "Shop",
        language: "en",
        country_codes: ["US"],
        ...(userIds.has(username) && !item
          ? { user_id: userIds.get(username) }
          : { user: { client_user_id: username } }),
        webhook: `https://${name}.example/hook`,
        ...(isHosted && { hosted_link: {} }),
        ...(item ? { access_token: item.token } : { products: ["transactions"] }),
      });
      if (answer?.status !== 200) return null;
      const { link_token, hosted_link_url } = answer.body;
      return { token: String(link_token), url: isHosted ? String(hosted_link_url) : null };
    },

    /** Exchanges a public token. The Item has no owner if the response was lost. */
    exchange: async (
      publicToken: string,
      { username, bank }: Pick<AppItem, "username" | "bank">,
      began: number,
    ): Promise<void> => {
      publicTokens++;
      const answer = await callOnceOrTwice("/item/public_token/exchange", {
        public_token: publicToken,
      });
      if (answer?.status !== 200) {
        world.note(name, "exchange", String(answer?.body.error_code ?? "lost"));
        world.require(
          answer === null ||
            answer.losses > 0 ||
            removedUsers.has(username) ||
            // Paused processes may have kept the token for longer than its validity.
            world.now() - began > SURE_MS ||
            answer.body.error_code !== "INVALID_PUBLIC_TOKEN",
          () => "a public token was refused at its first exchange",
        );
        return;
      }
      await self.adopt(answer.body, { username, bank });
    },

    /** Takes the Item of an answer. */
    adopt: async (
      { access_token, item_id }: Json,
      { username, bank }: Pick<AppItem, "username" | "bank">,
    ): Promise<void> => {
      world.note(name, "exchange", "done", String(item_id), username);
      if (items.some(({ itemId }) => itemId === item_id)) return;
      const isByWebhooks = draw.chance(SHARE_BY_WEBHOOKS);
      const token = String(access_token);
      const item = newAppItem({ itemId: String(item_id), token, username, bank, isByWebhooks });
      items.push(item);
      // The Item's first webhooks may already have arrived.
      if (isByWebhooks) await self.follow(item);
    },

    /** Exchanges a public token after its end, which the server refuses. */
    exchangeLate: async (publicToken: string): Promise<void> => {
      const answer = await call("/item/public_token/exchange", { public_token: publicToken });
      world.require(
        answer === null || answer.body.error_code === "INVALID_PUBLIC_TOKEN",
        () => `a public token is exchanged after its end: ${answer?.status}`,
      );
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
          // A reader may be slow, so the data may change meanwhile.
          if (draw.chance(SHARE_OF_SLOW_PAGES)) await world.sleep(draw.around(SLOW_PAGE_MS));
        }
      } finally {
        item.isSyncing = false;
      }
    },

    /** Follows an Item's transactions until all are read, or its user is needed. */
    follow: async (item: AppItem): Promise<void> => {
      while (!(await self.sync(item))) {
        if (item.isGone || item.isUnclear || item.needsLogin) return;
        await world.sleep(FOLLOW_MS);
      }
    },

    /** Reads a product of an Item. */
    read: async (item: AppItem, path: string, more: Json = {}): Promise<Json | null> => {
      const { token } = item;
      const asked = begin();
      const answer = await call(path, { access_token: token, ...more });
      if (!answer || item.isGone || item.token !== token) return null;
      if (answer.status !== 200) {
        self.heed(item, answer.body);
        return null;
      }
      const { item: shown } = answer.body as { item?: { item_id: string } };
      world.require(
        shown === undefined || shown.item_id === item.itemId,
        () => `${path} with the token of ${item.itemId} answers about ${shown?.item_id}`,
      );
      hooks.accountRule.check(item, path, answer.body, asked);
      return answer.body;
    },

    /** Reads all transactions of an Item by date; null if impossible now. */
    readByDays: ({ token }: AppItem): Promise<SyncedTransaction[] | null> =>
      readByDays(call, token, draw.between(1, 100)),

    /** Reads the stored accounts of an Item; null if impossible now. */
    accountsOf: async (item: AppItem): Promise<Json | null> => {
      const answer = await call("/accounts/get", { access_token: item.token });
      return answer?.status === 200 ? answer.body : null;
    },

    /** Acts on an error of an Item. */
    heed: (item: AppItem, { error_code: code }: Json): void => {
      if (self.isRemoved) return;
      if (code === "ITEM_LOGIN_REQUIRED" && !item.needsLogin) {
        item.needsLogin = true;
        hooks.askUser(item);
      }
      if (code === "USER_PERMISSION_REVOKED") {
        world.require(
          removedUsers.has(item.username) || endedItems.has(item.itemId),
          () => `the Item ${item.itemId} was revoked, and nobody did that`,
        );
        item.isGone = true;
      }
      const isRefused = code === "INVALID_ACCESS_TOKEN" || code === "ITEM_NOT_FOUND";
      // A user may have erased all data of an ended connection.
      if (isRefused && endedItems.has(item.itemId)) item.isGone = true;
      world.require(
        !isRefused || item.isUnclear || item.isGone,
        () => `a live Item ${item.itemId} is refused with ${String(code)}`,
      );
    },

    remove: async (item: AppItem): Promise<void> => {
      if (item.isUnclear || item.isGone) return;
      item.isUnclear = true;
      const answer = await callOnceOrTwice("/item/remove", { access_token: item.token });
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
      const answer = await callOnceOrTwice("/item/access_token/invalidate", {
        access_token: old,
      });
      if (answer?.status !== 200) return;
      item.token = String(answer.body.new_access_token);
      item.isUnclear = false;
      deadTokens.push({ token: old, itemId: item.itemId });
    },

    /** Receives a webhook. The same id always has the same body. */
    receive: (id: string, body: string): void => {
      if (self.isRemoved) return;
      const before = received.get(id);
      world.require(before === undefined || before === body, () => `webhook ${id} has two bodies`);
      received.set(id, body);
      const { webhook_code: code, item_id: itemId, error } = JSON.parse(body) as Json;
      world.note(name, "webhook", String(code), id);
      if (before !== undefined) return;
      const item = items.find((item) => item.itemId === itemId);
      if (!item || item.isGone) return;
      if (code === "ERROR" && error) self.heed(item, error as Json);
      if (code === "USER_PERMISSION_REVOKED") self.heed(item, { error_code: code });
      const due = world.now() + draw.between(100, 20_000);
      if (code === "SYNC_UPDATES_AVAILABLE")
        world.scheduler.at(due, name, null, async () => {
          if (item.isByWebhooks) await self.follow(item);
          else await self.sync(item);
        });
    },
  };
  return self;
};
