// The Dashboard's lists and pages, and its details of webhooks.

import { DAY_MS, longId, md5 } from "./names.mjs";

/** The lists and pages of the Dashboard. */
export async function lists(
  step,
  { lists: all, traffic, clients },
  { now, clients: { large, small } },
) {
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
      await step(`traffic.linkUses, ${outcome ?? "any"}, ${whose}`, () =>
        traffic.linkUses({ ...page, clientId, outcome, sort: "began" }),
      );
    await step(`traffic.linkUses, by outcome, ${whose}`, () =>
      traffic.linkUses({ ...page, clientId, outcome: null, sort: "outcome" }),
    );
    await step(`traffic.linkUsesAt, ${whose}`, () =>
      traffic.linkUsesAt("ins_109600", { clientId, since: now - 7 * DAY_MS, limit: 500 }),
    );
    await step(`traffic.funnel, a day, ${whose}`, () => traffic.funnel(clientId, now - DAY_MS));
    await step(`traffic.funnel, 30 days, ${whose}`, () =>
      traffic.funnel(clientId, now - 30 * DAY_MS),
    );
    await step(`traffic.errors, a day, ${whose}`, () => traffic.errors(clientId, now - DAY_MS));
  }
  await step("traffic.requestById", () => traffic.requestById(md5("request5").slice(0, 15)));
  await step("traffic.linkUseById", () => traffic.linkUseById(longId("session", 5)));
  await step("traffic.eventsOf", () => traffic.eventsOf(longId("session", 5)));
  await step("lists.clients", () => all.clients({ ...page, search: "", access: null }));
  await step("clients.all", () => clients.all());
}

export async function deliveries(step, { deliveries: all }, { now, name, clientId }) {
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
  await step("deliveries.attempts", () =>
    all.attempts({ deliveryId: longId("delivery", 9), createdAt: now - 9000 }),
  );
  await step("deliveries.latest", () => all.latest(20));
  await step("deliveries.attemptsSince, a minute", () => all.attemptsSince(now - 1000));
  await step("deliveries.replay", () =>
    all.replay({ deliveryId: longId("delivery", 9), createdAt: now - 9000 }, now, []),
  );
}
