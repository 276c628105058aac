import { expect, test } from "vitest";
import type { NotifiedPull } from "../../server/domain/notifications/notified-pull.ts";
import type { Store } from "../../server/domain/store.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, RACES, removeClient, sampleClient, sampleItem, sampleJob } from "./samples.ts";

const pull = (changes: Partial<NotifiedPull> = {}): NotifiedPull => ({
  itemId: "item-1",
  since: "2024-02-20",
  newAccounts: false,
  owners: false,
  ...changes,
});

let jobs = 0;
const jobFor = ({ itemId, institutionId }: { itemId: string; institutionId: string }) =>
  sampleJob(`${jobs++}`, { payload: { item_id: itemId }, lane: institutionId });

/** The contract of every store for the pulls that Items wait for. */
export const notifiedPullsContract = ({ empty }: ContractContext): void => {
  const withItems = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    for (const name of ["1", "2"]) await store.items.create(sampleItem(name));
    return store;
  };

  test("an Item that waited for nothing waits for the pull, with one job in its institution's lane", async () => {
    const { notifiedPulls, jobs } = await withItems();
    const both = pull({ newAccounts: true, owners: true });
    await notifiedPulls.merge([pull({ itemId: "item-2" }), both], jobFor);
    const pending = await notifiedPulls.ofItem("item-1");
    expect(pending).toEqual({ ...both, revision: 0, jobId: pending?.jobId });
    const due = await claimAll(jobs);
    expect(due.map(({ payload, lane }) => [payload.item_id, lane]).toSorted()).toEqual([
      ["item-1", "ins_1"],
      ["item-2", "ins_1"],
    ]);
    expect(due.map(({ jobId }) => jobId)).toContain(pending?.jobId);
  });

  test("pulls of one Item are merged into one: the earliest day, and all that any was for", async () => {
    const { notifiedPulls, jobs } = await withItems();
    const later = pull({ since: "2024-02-21", owners: true });
    for (const notifiedPull of [
      pull(),
      later,
      pull({ since: "2023-12-31" }),
      pull({ newAccounts: true }),
    ])
      await notifiedPulls.merge([notifiedPull], jobFor);
    expect(await notifiedPulls.ofItem("item-1")).toMatchObject({
      since: "2023-12-31",
      newAccounts: true,
      owners: true,
      revision: 3,
    });
    expect(await claimAll(jobs)).toHaveLength(1);
  });

  test("concurrent merges of notified pulls all count, and the Item has one job", async () => {
    const { notifiedPulls, jobs } = await withItems();
    await Promise.all(RACES.slice(0, 20).map(() => notifiedPulls.merge([pull()], jobFor)));
    expect(await notifiedPulls.ofItem("item-1")).toMatchObject({ revision: 19 });
    expect(await claimAll(jobs)).toHaveLength(1);
  });

  test("a pull that was done is over, and the jobs that follow are added", async () => {
    const { notifiedPulls, jobs } = await withItems();
    await notifiedPulls.merge([pull()], jobFor);
    const pending = await pendingOf(notifiedPulls);
    await claimAll(jobs);
    await notifiedPulls.settle(pending, sampleJob("next"), [sampleJob("webhook")]);
    expect(await notifiedPulls.ofItem("item-1")).toBeNull();
    expect((await claimAll(jobs)).map(({ jobId }) => jobId)).toEqual(["job-webhook"]);
  });

  test("changes merged during a pull become one more pull", async () => {
    const { notifiedPulls, jobs } = await withItems();
    await notifiedPulls.merge([pull()], jobFor);
    const pending = await pendingOf(notifiedPulls);
    await claimAll(jobs);
    await notifiedPulls.merge([pull({ owners: true })], jobFor);
    for (const name of ["next", "late"])
      await notifiedPulls.settle(pending, sampleJob(name), [sampleJob("webhook")]);
    expect(await notifiedPulls.ofItem("item-1")).toEqual({
      ...pull({ owners: true }),
      revision: 1,
      jobId: "job-next",
    });
    expect((await claimAll(jobs)).map(({ jobId }) => jobId)).toEqual(["job-next"]);
  });

  test("a pull that is over does not end a later one of the Item", async () => {
    const { notifiedPulls } = await withItems();
    await notifiedPulls.merge([pull()], jobFor);
    const first = await pendingOf(notifiedPulls);
    await notifiedPulls.settle(first, sampleJob("next"));
    await notifiedPulls.merge([pull()], jobFor);
    const second = await pendingOf(notifiedPulls);
    await notifiedPulls.settle(first, sampleJob("next"), [sampleJob("webhook")]);
    expect(await notifiedPulls.ofItem("item-1")).toEqual(second);
  });

  test("an Item that was removed, or was never there, waits for nothing", async () => {
    const { notifiedPulls, items, jobs } = await withItems();
    await notifiedPulls.merge([pull()], jobFor);
    await items.remove({ itemId: "item-1", accessTokenGeneration: 0 }, NOW);
    expect(await notifiedPulls.ofItem("item-1")).toBeNull();
    await claimAll(jobs);
    await notifiedPulls.merge([pull(), pull({ itemId: "item-unknown" })], jobFor);
    await notifiedPulls.merge([], jobFor);
    expect(await notifiedPulls.ofItem("item-1")).toBeNull();
    expect(await claimAll(jobs)).toEqual([]);
  });

  test("a removed client's pending pulls are deleted", async () => {
    const store = await withItems();
    const { notifiedPulls, jobs } = store;
    await notifiedPulls.merge([pull()], jobFor);
    await removeClient(store, "client-1");
    expect(await notifiedPulls.ofItem("item-1")).toBeNull();
    expect(await claimAll(jobs)).toEqual([]);
  });

  test("access tokens find their Items, removed ones among them, and the ids of their accounts", async () => {
    const { items } = await withItems();
    const [first, second] = [sampleItem("1"), sampleItem("2")];
    await items.remove({ itemId: "item-2", accessTokenGeneration: 0 }, NOW);
    const digests = [first, second].map(({ item }) => item.accessTokenDigest);
    const references = await items.byAccessTokens([...digests, "unknown", ...digests]);
    expect([...references].toSorted()).toEqual([
      [
        digests[0],
        { itemId: "item-1", clientId: "client-1", institutionId: "ins_1", removedAt: null },
      ],
      [
        digests[1],
        { itemId: "item-2", clientId: "client-1", institutionId: "ins_1", removedAt: NOW },
      ],
    ]);
    expect(await items.byAccessTokens([])).toEqual(new Map());
    const ids = first.accounts.map(({ account }) => account.account_id);
    expect(await items.accountIdsOf(["item-1", "item-2"])).toEqual(
      new Map([["item-1", new Set(ids)]]),
    );
  });
};

const claimAll = (jobs: Store["jobs"]) =>
  jobs.claim({
    now: NOW + 1,
    lease: "lease",
    leaseUntil: NOW + 30_000,
    limit: 100,
    perLane: 100,
    busy: new Map(),
  });

const pendingOf = async (notifiedPulls: Store["notifiedPulls"]) => {
  const pending = await notifiedPulls.ofItem("item-1");
  if (!pending) throw new Error("the Item waits for a pull");
  return pending;
};
