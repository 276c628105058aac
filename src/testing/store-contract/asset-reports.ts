import { expect, test } from "vitest";
import type { Bench } from "./index.ts";
import { FAILED, gathered, history, READY, sampleCopy, sampleReport } from "./sample-report.ts";
import { sampleClient, sampleJob } from "./samples.ts";

/** What every store does with Asset Reports. */
export const assetReportsContract = ({ empty }: Bench): void => {
  /** A store with the report `report-1`, which is being made. */
  const withReport = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    await store.assetReports.create(sampleReport("1"), []);
    return { ...store, reports: store.assetReports, count: () => store.jobs.count("sample") };
  };
  const ITEMS = [gathered("item-b"), gathered("item-a")];
  const REPORTED = ITEMS.map((item) => ({
    ...item,
    accounts: item.accounts.map(({ summary }) => summary),
  }));

  test("a report is found by its token and its id, as it was asked for, with its job", async () => {
    const { reports, count } = await withReport();
    await reports.create(sampleReport("2", { webhook: null, excludedAccountIds: ["ж"] }), [
      sampleJob("2"),
    ]);
    expect(await reports.byTokenDigest("assets-1")).toEqual(sampleReport("1"));
    expect(await reports.byId("report-2")).toEqual(
      sampleReport("2", { webhook: null, excludedAccountIds: ["ж"] }),
    );
    expect(await reports.byId("report-3")).toBe(null);
    expect(await count()).toBe(1);
  });

  test("a report is made once, and says what it was made of in that order", async () => {
    const { reports, count } = await withReport();
    expect(await reports.items("report-1")).toEqual([]);
    expect(await reports.complete("report-1", READY, ITEMS, [sampleJob("1")])).toBe(true);
    expect(await reports.complete("report-1", READY, [], [sampleJob("2")])).toBe(false);
    expect(await reports.byId("report-1")).toEqual(sampleReport("1", { state: READY }));
    expect(await reports.items("report-1")).toEqual(REPORTED);
    const account = "item-a-account-1";
    expect(await reports.history("report-1", account)).toEqual(history(account));
    expect(await reports.history("report-1", "no-account")).toBe(null);
    expect(await count()).toBe(1);
  });

  test("a report that failed is never made, nor one that is ready failed", async () => {
    const { reports, count } = await withReport();
    expect(await reports.fail("report-1", FAILED, [sampleJob("1")])).toBe(true);
    expect(await reports.complete("report-1", READY, ITEMS, [])).toBe(false);
    expect((await reports.byId("report-1"))?.state).toEqual(FAILED);
    await reports.create(sampleReport("2"), []);
    await reports.complete("report-2", READY, ITEMS, []);
    expect(await reports.fail("report-2", FAILED, [sampleJob("2")])).toBe(false);
    expect(await count()).toBe(1);
  });

  test("a copy says the same without what it excludes; of what is not ready there is none", async () => {
    const { reports, count } = await withReport();
    const copied = sampleReport("2", {
      itemIds: ["item-a"],
      excludedAccountIds: ["item-a-account-2", "item-b-account-1", "item-b-account-2"],
      state: READY,
    });
    expect(await reports.copy("report-1", copied, [sampleJob("1")])).toBe(false);
    expect(await reports.byId("report-2")).toBe(null);
    await reports.complete("report-1", READY, ITEMS, []);
    expect(await reports.copy("report-1", copied, [sampleJob("2")])).toBe(true);
    const [item] = await reports.items("report-2");
    expect(item?.accounts.map(({ account_id }) => account_id)).toEqual(["item-a-account-1"]);
    expect(await reports.items("report-2")).toHaveLength(1);
    expect(await reports.items("report-1")).toEqual(REPORTED);
    expect(await reports.history("report-2", "item-a-account-2")).toBe(null);
    expect(await count()).toBe(1);
  });

  test("a report is removed once, with what it says and its audit copies", async () => {
    const { reports } = await withReport();
    await reports.complete("report-1", READY, ITEMS, []);
    await reports.addAuditCopy(sampleCopy("copy-1", "report-1"));
    expect(await reports.auditCopy("copy-1")).toEqual(sampleCopy("copy-1", "report-1"));
    expect(await reports.remove("report-1")).toBe(true);
    expect(await reports.remove("report-1")).toBe(false);
    expect(await reports.byId("report-1")).toEqual(
      sampleReport("1", {
        clientReportId: null,
        webhook: null,
        sealedUser: "",
        state: { at: "removed" },
      }),
    );
    expect(await reports.items("report-1")).toEqual([]);
    expect(await reports.history("report-1", "item-a-account-1")).toBe(null);
    expect(await reports.auditCopy("copy-1")).toBe(null);
    expect(await reports.complete("report-1", READY, ITEMS, [])).toBe(false);
  });

  test("an audit copy is removed once, and no other", async () => {
    const { reports } = await withReport();
    for (const digest of ["copy-1", "copy-2"])
      await reports.addAuditCopy(sampleCopy(digest, "report-1"));
    expect(await reports.removeAuditCopy("copy-1")).toBe(true);
    expect(await reports.removeAuditCopy("copy-1")).toBe(false);
    expect(await reports.auditCopy("copy-2")).toEqual(sampleCopy("copy-2", "report-1"));
  });
};
