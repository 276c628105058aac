// Calls what the server calls of its store, on Items, clients and times of a filled one.

import { createHash } from "node:crypto";
import { sampleReports, samples } from "../../dist/bench/parts.js";

const DAY_MS = 86_400_000;
const {
  sampleItem,
  sampleJob,
  sampleLinkToken,
  sampleSession,
  sampleTransaction,
  sampleUser,
  BALANCES,
} = samples;

const md5 = (text) => createHash("md5").update(text).digest("hex");
const longId = (kind, n) => `${md5(`${kind}${n}`)}xxxxx`;
const digest = (kind, n) => `${md5(`${kind}${n}`)}xxxxxxxxxxx`;

/** Every step by its name; `store` is the store, `now` the time at which it was filled, `name` one that is new. */
export const tour = async (step, store, { now, name }) => {
  const LARGE = "client-0";
  const SMALL = "client-7";
  await linking(step, store, { now, name, clientId: LARGE });
  await reads(step, store, { now, name });
  await transactions(step, store, { now, name });
  await lists(step, store, { now, clients: { large: LARGE, small: SMALL } });
  await deliveries(step, store, { now, name, clientId: LARGE });
  await peopleAndUsers(step, store, { now, name, clientId: LARGE });
  await jobs(step, store, { now, name });
  await cleanup(step, store, { now });
};

/** From the session to the Item, and what is done with it. */
async function linking(step, store, { now, name, clientId }) {
  const { sessions, linkTokens, items, publicTokens, consents, processorTokens } = store;
  const token = sampleLinkToken({
    digest: `link-${name}`,
    clientId,
    createdAt: now,
    expiresAt: now + DAY_MS,
  });
  await step("linkTokens.create", () => linkTokens.create(token));
  await step("linkTokens.byDigest", () => linkTokens.byDigest(token.digest));
  const session = sampleSession({
    linkSessionId: `session-${name}`,
    tokenDigest: `session-token-${name}`,
    clientId,
    linkTokenDigest: token.digest,
    createdAt: now,
    expiresAt: now + 3_600_000,
  });
  await step("sessions.start", () => sessions.start(session));
  await step("sessions.byTokenDigest", () => sessions.byTokenDigest(session.tokenDigest));
  await step("sessions.byLinkSessionId", () => sessions.byLinkSessionId(session.linkSessionId));
  await step("sessions.byLinkTokenDigest", () => sessions.byLinkTokenDigest(token.digest));
  await step("sessions.submission", () => sessions.submission(session));
  await step("sessions.claim", () => sessions.claim(session, "first", now, now + 1000));
  await step("sessions.renewClaim", () => sessions.renewClaim(session, "first", now + 2000));
  const newItem = itemNamed(name, { clientId, createdAt: now, loggedInAt: now });
  const { item } = newItem;
  await step("sessions.advance", () =>
    sessions.advance(session, {
      step: {
        at: "connected",
        institutionId: item.institutionId,
        itemId: item.itemId,
        publicTokens: [],
        finishedAt: now,
      },
      newItem,
      consentRecord: {
        linkSessionId: session.linkSessionId,
        itemId: item.itemId,
        clientId,
        institutionId: item.institutionId,
        version: "2026-11",
        scope: ["auth"],
        givenAt: now,
        expiresAt: now + DAY_MS,
      },
    }),
  );
  await step("publicTokens.byDigest", () => publicTokens.byDigest(newItem.publicToken.digest));
  await step("publicTokens.forExchange", () =>
    publicTokens.forExchange(newItem.publicToken.digest),
  );
  await step("publicTokens.redeem", () => publicTokens.redeem(newItem.publicToken.digest, now + 1));
  await step("consents.ofItem", () => consents.ofItem(longId("item", 5)));
  await step("consents.hasSession", () => consents.hasSession(longId("session", 5)));
  const accountId = newItem.accounts[0].account.account_id;
  await step("items.setBalances", () =>
    items.setBalances(item.itemId, new Map([[accountId, BALANCES]]), now),
  );
  await step("items.setOwners", () => items.setOwners(item.itemId, new Map([[accountId, []]])));
  await step("items.owners", () => items.owners(item.itemId));
  await step("items.accountsJson", () => items.accountsJson(item.itemId));
  await step("items.addProducts", () => items.addProducts(item.itemId, ["assets"]));
  await step("items.addAccountKeys", () => items.addAccountKeys(item.itemId, ["one"], []));
  await step("items.accountKeys", () => items.accountKeys(item.itemId));
  await step("items.setWebhook", () => items.setWebhook(item.itemId, null));
  await step("items.compareAndSetStatus", () =>
    items.compareAndSetStatus(item, { error: null, loggedInAt: item.loggedInAt }),
  );
  await step("processorTokens.byDigest", () => processorTokens.byDigest("none"));
  await step("itemReads.claim", () =>
    store.itemReads.claim({ itemId: item.itemId, kind: "balances" }, now, now + 9),
  );
  await step("itemReads.find", () =>
    store.itemReads.find({ itemId: item.itemId, kind: "balances" }),
  );
  await step("itemReads.end", () =>
    store.itemReads.end({ itemId: item.itemId, kind: "balances" }, null),
  );
  await step("connectorStates.replace", () =>
    store.connectorStates.replace(item.itemId, 0, "sealed"),
  );
  await step("connectorStates.byItemId", () => store.connectorStates.byItemId(item.itemId));
  await step("itemStatus.noteTransactions", () =>
    store.itemStatus.noteTransactions(item.itemId, "updated", now),
  );
  await step("itemStatus.of", () => store.itemStatus.of(item.itemId));
  await step("notifiedPulls.merge", () =>
    store.notifiedPulls.merge(
      [{ itemId: item.itemId, since: "2026-11-01", newAccounts: false, owners: false }],
      () => sampleJob(`pull-${name}`),
    ),
  );
  await step("notifiedPulls.ofItem", () => store.notifiedPulls.ofItem(item.itemId));
  await step("items.rotateAccessToken", () => items.rotateAccessToken(item, `rotated-${name}`));
  await step("items.remove, new", () =>
    items.remove({ itemId: item.itemId, accessTokenGeneration: 1 }, now),
  );
}

const itemNamed = (name, changes) => {
  const one = sampleItem(name, changes);
  const { clientId, createdAt } = one.item;
  return {
    ...one,
    publicToken: { ...one.publicToken, clientId, createdAt, expiresAt: createdAt + 1_800_000 },
  };
};

/** What the API asks of an Item. */
async function reads(step, { items, usage, traffic }, { now, name }) {
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

/** What is read of transactions, and what a pull writes, of an Item in the midst of all. */
async function transactions(step, { transactions: all, items }, { now, name }) {
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
  };
  await step("transactions.page, 90 days", () => all.page(itemId, page));
  await step("transactions.page, 2 years, last page", () =>
    all.page(itemId, { ...page, period: { from: "2024-01-01", to }, offset: 400 }),
  );
  await step("transactions.page, of an account", () =>
    all.page(itemId, { ...page, accountIds: [longId("account", 12)] }),
  );
  await step("transactions.inPeriod", () => all.inPeriod(itemId, page.period));
  await step("transactions.added", () => all.added(itemId, { after: 400, upTo: 500, count: 100 }));
  await step("transactions.modified", () =>
    all.modified(itemId, 500, { after: 400, upTo: 1000, count: 100 }),
  );
  await step("transactions.removed", () =>
    all.removed(itemId, 500, { after: 400, upTo: 1000, count: 100 }),
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
    items.removeAccounts(ownId, ["account-checking"], () => []),
  );
  await step("items.remove, with 500 transactions", () =>
    items.remove({ itemId: longId("item", 10), accessTokenGeneration: 0 }, now),
  );
}

/** The lists and pages of the Dashboard. */
async function lists(step, { lists: all, traffic, clients }, { now, clients: { large, small } }) {
  const page = { after: null, order: "descending", limit: 50 };
  const half = { ...page, after: [now - 15 * DAY_MS, "m"] };
  const created = { sort: "created" };
  const of = { all: null, "the largest client": large, "a small client": small };
  for (const [whose, clientId] of Object.entries(of)) {
    for (const state of ["live", "error", "removed"])
      await step(`lists.items, ${state}, ${whose}`, () =>
        all.items({ ...page, clientId, institutionId: null, state }),
      );
    await step(`lists.items, live, later page, ${whose}`, () =>
      all.items({
        ...page,
        after: [now - 365 * DAY_MS, "m"],
        clientId,
        institutionId: null,
        state: "live",
      }),
    );
    await step(`lists.items, of an institution, ${whose}`, () =>
      all.items({ ...page, clientId, institutionId: "ins_109600", state: "live" }),
    );
    for (const state of ["error", "removed"])
      await step(`lists.items, ${state} at an institution, ${whose}`, () =>
        all.items({ ...page, clientId, institutionId: "ins_109600", state }),
      );
    for (const state of [null, "given_up", "waiting"])
      await step(`lists.webhooks, ${state ?? "any state"}, ${whose}`, () =>
        all.webhooks({ ...half, ...created, clientId, itemId: null, state }),
      );
    await step(`lists.webhooks, of an Item, ${whose}`, () =>
      all.webhooks({ ...page, ...created, clientId, itemId: longId("item", 6), state: null }),
    );
    await step(`lists.webhooks, of an Item, given up, ${whose}`, () =>
      all.webhooks({ ...page, ...created, clientId, itemId: longId("item", 6), state: "given_up" }),
    );
    await step(`lists.webhooks, by state, ${whose}`, () =>
      all.webhooks({ ...page, sort: "state", clientId, itemId: null, state: null }),
    );
    const requests = { ...page, clientId, failed: false, errorCode: null, path: null, since: null };
    for (const failed of [false, true])
      for (const path of [null, "/auth/get", "/never/called"])
        await step(
          `traffic.requests, ${failed ? "failed" : "all"}, ${path ?? "any path"}, ${whose}`,
          () => traffic.requests({ ...requests, failed, path, sort: "time" }),
        );
    await step(`traffic.requests, slowest, ${whose}`, () =>
      traffic.requests({ ...requests, sort: "latency" }),
    );
    await step(`traffic.requests, of an error, ${whose}`, () =>
      traffic.requests({ ...requests, errorCode: "NEVER_MET", sort: "time" }),
    );
    for (const outcome of [null, "connected", "running"])
      await step(`traffic.visits, ${outcome ?? "any"}, ${whose}`, () =>
        traffic.visits({ ...page, clientId, outcome, sort: "began" }),
      );
    await step(`traffic.visits, by outcome, ${whose}`, () =>
      traffic.visits({ ...page, clientId, outcome: null, sort: "outcome" }),
    );
    await step(`traffic.visitsAt, ${whose}`, () =>
      traffic.visitsAt("ins_109600", { clientId, since: now - 7 * DAY_MS, most: 500 }),
    );
    await step(`traffic.funnel, a day, ${whose}`, () => traffic.funnel(clientId, now - DAY_MS));
    await step(`traffic.funnel, 30 days, ${whose}`, () =>
      traffic.funnel(clientId, now - 30 * DAY_MS),
    );
    await step(`traffic.errors, a day, ${whose}`, () => traffic.errors(clientId, now - DAY_MS));
  }
  await step("traffic.requestById", () => traffic.requestById(md5("request5").slice(0, 15)));
  await step("traffic.visitById", () => traffic.visitById(longId("session", 5)));
  await step("traffic.eventsOf", () => traffic.eventsOf(longId("session", 5)));
  await step("lists.clients", () => all.clients({ ...page, search: "", access: null }));
  await step("clients.all", () => clients.all());
}

async function deliveries(step, { deliveries: all }, { now, name, clientId }) {
  const delivery = {
    deliveryId: `delivery-${name}`,
    clientId,
    itemId: longId("item", 6),
    url: "https://shop.example/hook",
    webhook: "ITEM:ERROR",
    sealedBody: "sealed",
    createdAt: now,
    firstTriedAt: now,
    state: "waiting",
  };
  await step("deliveries.record", () =>
    all.record(delivery, { at: now, ms: 5, status: 200, failure: null, excerpt: "" }),
  );
  await step("deliveries.byId", () => all.byId(longId("delivery", 9)));
  await step("deliveries.attempts", () => all.attempts(longId("delivery", 9)));
  await step("deliveries.latest", () => all.latest(20));
  await step("deliveries.attemptsSince, a minute", () => all.attemptsSince(now - 1000));
  await step("deliveries.replay", () => all.replay(longId("delivery", 9), now, []));
}

async function peopleAndUsers(step, store, { now, name, clientId }) {
  const { people, users, assetReports, institutions, failedSignIns } = store;
  const session = {
    sessionDigest: `person-${name}`,
    itemId: longId("item", 12),
    personId: null,
    openedAt: now,
    seenAt: now,
  };
  await step("people.openSession", () =>
    people.openSession(session, { addressId: name, expiresAt: now + DAY_MS }),
  );
  await step("people.session", () => people.session(session.sessionDigest));
  await step("people.items, of an Item", () => people.items(session));
  await step("people.items, of a person", () =>
    people.items({ itemId: null, personId: longId("person", 3) }),
  );
  await step("people.byEmailDigest", () => people.byEmailDigest(digest("email", 3)));
  const code = {
    sessionDigest: session.sessionDigest,
    codeDigest: "code",
    emailDigest: `email-${name}`,
    sealedEmail: "s",
    expiresAt: now + DAY_MS,
  };
  await step("people.setCode", () => people.setCode(code, 5));
  await step("people.claim", () =>
    people.claim(
      { ...code, sent: 1, wrong: 0 },
      {
        personId: `person-${name}`,
        emailDigest: code.emailDigest,
        sealedEmail: "s",
        createdAt: now,
      },
    ),
  );
  await step("people.reports", () => people.reports(longId("item", 12)));
  await step("people.eraseItem", () =>
    people.eraseItem(
      { itemId: longId("item", 14), accessTokenGeneration: 0, userId: null },
      now,
      [],
    ),
  );
  await step("people.remove", () => people.remove(`person-${name}`));
  const user = sampleUser({ userId: `user-${name}`, clientId, clientUserId: name });
  await step("users.add", () => users.add(user));
  await step("users.byUserId", () => users.byUserId(longId("user", 3)));
  await step("users.byClientUserId", () => users.byClientUserId(clientId, md5("cu2")));
  await step("users.items", () => users.items(longId("user", 3)));
  await step("users.remove", () => users.remove(user.userId, []));
  const report = sampleReports.sampleReport(name, {
    clientId,
    itemIds: [longId("item", 5)],
    createdAt: now,
  });
  await step("assetReports.create", () => assetReports.create(report, []));
  await step("assetReports.byTokenDigest", () => assetReports.byTokenDigest(report.tokenDigest));
  await step("assetReports.remove", () => assetReports.remove(report.assetReportId));
  await step("institutions.liveItems", () => institutions.liveItems("ins_109600"));
  await step("failedSignIns.take", () =>
    failedSignIns.take({ institutionId: "ins_109600", since: 0, until: now, most: 100 }, () => ({
      jobs: [],
      mailed: [],
    })),
  );
}

async function jobs(step, { jobs: all }, { now, name }) {
  const due = Array.from({ length: 20 }, (_, n) =>
    sampleJob(`${name}-${n}`, { lane: `lane ${n % 4}`, dueAt: now - 1000 }),
  );
  await step("jobs.add", () => all.add(due));
  const claim = {
    now,
    lease: `lease-${name}`,
    leaseUntil: now + 60_000,
    most: 64,
    mostPerLane: 8,
    busy: new Map(),
  };
  const claimed = (await step("jobs.claim", () => all.claim(claim))) ?? [];
  await step("jobs.renew", () => all.renew(claimed, { now, leaseUntil: now + 90_000 }));
  await step("jobs.retry", () => all.retry(claimed[0], now + 1));
  await step("jobs.giveUp", () => all.giveUp(claimed[1], now));
  await step("jobs.complete", () => Promise.all(claimed.slice(2).map((job) => all.complete(job))));
  await step("jobs.count", () => all.count("pull-transactions"));
  await step("jobs.depth", () => all.depth());
}

/** What the daily jobs delete: here of a day. */
async function cleanup(step, store, { now }) {
  const until = now - 30.9 * DAY_MS;
  await step("forget", () =>
    store.forget({
      sessionExpiry: now,
      dashboardSessionExpiry: now,
      personSessionUse: now - 400 * DAY_MS,
      publicTokenExpiry: now - 7 * DAY_MS,
      consumerReportEnd: until,
      deliveryAttempt: until,
      deadLetter: until,
      institutionRequest: until,
    }),
  );
  await step("traffic.forget", () => store.traffic.forget(until, 1_000_000_000));
  await step("outages.forget", () => store.outages.forget(until, until));
  await step("failedSignIns.forget", () => store.failedSignIns.forget(until));
}
