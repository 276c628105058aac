// The API's reads of Items, and the reads and writes of transactions.

import { samples } from "../../../../dist/bench/parts.js";
import { DAY_MS, digest, itemNamed, longId, md5, originAt } from "./names.mjs";

const { sampleTransaction } = samples;

/** The API's reads of an Item. */
export async function reads(step, { items, usage, traffic }, { now, name }) {
  await step("items.findByAccessToken", () => items.findByAccessToken(digest("token", 5)));
  await step("items.findByAccessToken, again", () => items.findByAccessToken(digest("token", 5)));
  await step("items.byItemId", () => items.byItemId(longId("item", 5)));
  await step("items.accounts", () => items.accounts(longId("item", 5)));
  await step("items.balancesReadAt", () => items.balancesReadAt(longId("item", 5)));
  const twenty = Array.from({ length: 250 }, (_, n) => n * 31);
  await step("items.byAccessTokens", () =>
    items.byAccessTokens(twenty.map((n) => digest("token", n))),
  );
  await step("items.accountIdsOf", () => items.accountIdsOf(twenty.map((n) => longId("item", n))));
  await step("items.ofEndUser, client_user_id", () =>
    items.ofEndUser({
      clientId: "client-0",
      institutionId: "ins_109508",
      userId: null,
      clientUserId: md5("cu4"),
    }),
  );
  await step("items.ofEndUser, user", () =>
    items.ofEndUser({
      clientId: "client-0",
      institutionId: "ins_109508",
      userId: longId("user", 4),
      clientUserId: null,
    }),
  );
  const day = new Date(now).toISOString().slice(0, 10);
  await step("usage.add", () =>
    usage.add(
      [1, 2, 3].map((n) => ({
        clientId: "client-0",
        product: "auth",
        itemId: longId("item", n),
        day,
        count: 1,
      })),
    ),
  );
  const month = `${day.slice(0, 8)}01`;
  await step("usage.totals, small client", () => usage.totals(month, "9999", "client-7"));
  await step("usage.totals, largest client", () => usage.totals(month, "9999", "client-0"));
  await step("usage.totals, all clients", () => usage.totals(month, "9999"));
  await step("traffic.add", () =>
    traffic.add([
      {
        requests: [request(now)],
        events: [
          {
            eventId: `event ${now}`,
            linkSessionId: `session-${name}`,
            at: now,
            source: "link",
            name: "OPEN",
            detail: null,
            errorCode: null,
            ms: null,
          },
        ],
      },
    ]),
  );
}

const request = (at) => ({
  requestId: `r${at}`,
  clientId: "client-0",
  path: "/auth/get",
  status: 200,
  errorCode: null,
  version: "2020-09-14",
  ms: 3,
  at,
  request: "{}",
  response: "{}",
});

/** The reads of transactions, and the writes of a pull, of an Item in the middle of the table. */
export async function transactions(step, { transactions: all, items }, { now, name }) {
  const itemId = longId("item", 6);
  const feed = await step("transactions.feed", () => all.feed(itemId));
  const [from, to] = [new Date(now - 90 * DAY_MS), new Date(now)].map((at) =>
    at.toISOString().slice(0, 10),
  );
  const page = {
    period: { from, to },
    accountIds: null,
    count: 100,
    offset: 0,
    withDescription: false,
    publicUrl: null,
  };
  await step("transactions.page, 90 days", () => all.page(itemId, page));
  await step("transactions.page, 2 years, last page", () =>
    all.page(itemId, { ...page, period: { from: "2024-01-01", to }, offset: 400 }),
  );
  await step("transactions.page, of an account", () =>
    all.page(itemId, { ...page, accountIds: [longId("account", 12)] }),
  );
  await step("transactions.inPeriod", () => all.inPeriod(itemId, page.period));
  await step("transactions.added", () =>
    all.added(itemId, { after: 400, upTo: 500, count: 100, publicUrl: null }),
  );
  await step("transactions.modified", () =>
    all.modified(itemId, 500, { after: 400, upTo: 1000, count: 100, publicUrl: null }),
  );
  await step("transactions.removed", () =>
    all.removed(itemId, 500, { after: 400, upTo: 1000, count: 100, publicUrl: null }),
  );
  const changes = {
    added: [1, 2, 3].map((n) =>
      sampleTransaction(`${name}-${n}`, { account_id: longId("account", 12), date: to }),
    ),
    modified: [],
    removed: [],
  };
  await step("transactions.apply, 3 new", () =>
    all.apply(feed, changes, { ...feed, pulledAt: now }),
  );
  const before = await all.feed(itemId);
  const { added, ...others } = changes;
  await step("transactions.apply, 3 gone", () =>
    all.apply(before, { ...others, added: [], removed: added }, before),
  );
  const own = itemNamed(`accounts-${name}`, { clientId: "client-0", createdAt: now });
  await step("items.create", () => items.create(own));
  const ownId = own.item.itemId;
  await step("transactions.begin", () =>
    all.begin({ ...feed, itemId: ownId, lastChange: 0, revision: 0 }),
  );
  const many = Array.from({ length: 600 }, (_, n) =>
    sampleTransaction(`${name}-many-${n}`, { date: to }),
  );
  await step("transactions.apply, 600 new", async () =>
    all.apply(await all.feed(ownId), { ...others, added: many, removed: [] }, feed),
  );
  await step("items.removeAccounts", () =>
    items.removeAccounts(ownId, ["account-checking"], originAt(now), () => []),
  );
  await step("items.remove, with 500 transactions", () =>
    items.remove({ itemId: longId("item", 10), accessTokenGeneration: 0 }, now),
  );
}
