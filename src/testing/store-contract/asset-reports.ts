import { expect, test } from "vitest";
import type { ContractContext } from "./contract-context.ts";
import {
  FAILED,
  itemInReport,
  piece,
  piecesOf,
  READY,
  sampleCopy,
  sampleDraft,
  sampleReport,
} from "./sample-report.ts";
import { sampleClient, sampleJob } from "./samples.ts";

/** The contract of every store for Asset Reports. */
export const assetReportsContract = ({ empty }: ContractContext): void => {
  /** A store with the report `report-1`, which is being made. */
  const withReport = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    await store.assetReports.create(sampleReport("1"), []);
    const reports = store.assetReports;
    const make = async (name = "1", jobs = [sampleJob(`made ${name}`)]) => {
      const draft = sampleDraft(`report-${name}`);
      return (
        (await reports.begin(draft)) &&
        (await reports.write(draft, piecesOf("item-b"), itemInReport("item-b"))) &&
        (await reports.write(draft, piecesOf("item-a"), itemInReport("item-a"))) &&
        reports.complete(draft, READY, jobs)
      );
    };
    const read = async (name: string, accountId: string, position = 0) => {
      const bytes = await reports.piece(`report-${name}`, accountId, "transactions", position);
      return bytes && Buffer.from(bytes).toString();
    };
    return { ...store, reports, make, read, count: () => store.jobs.count("sample") };
  };
  const ITEMS = [itemInReport("item-b"), itemInReport("item-a")];
  const ACCOUNT = "item-a-account-1";

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

  test("a report is made once, and has its pieces in the order of writing", async () => {
    const { reports, make, read, count } = await withReport();
    expect(await make()).toBe(true);
    expect(await make()).toBe(false);
    expect(await reports.byId("report-1")).toEqual(sampleReport("1", { state: READY }));
    expect(await reports.items("report-1")).toEqual(ITEMS);
    expect(await read("1", ACCOUNT)).toEqual(piece(ACCOUNT).json);
    expect(await read("1", ACCOUNT, 1)).toEqual(piece(ACCOUNT, 1).json);
    expect(await read("1", ACCOUNT, 2)).toBe(null);
    expect(await read("1", "no-account")).toBe(null);
    expect(await count()).toBe(1);
  });

  test("nothing of a report that is being made can be read", async () => {
    const { reports, read } = await withReport();
    const draft = sampleDraft("report-1");
    await reports.begin(draft);
    expect(await reports.write(draft, piecesOf("item-a"), itemInReport("item-a"))).toBe(true);
    expect(await reports.items("report-1")).toEqual([]);
    expect(await read("1", ACCOUNT)).toBe(null);
    expect(await reports.writePdf("report-1", 0, Buffer.from("%PDF"))).toBe(false);
    expect(await reports.completePdf("report-1")).toBe(false);
  });

  test("a later attempt replaces an earlier one, which can neither write nor complete", async () => {
    const { reports, read } = await withReport();
    const [earlier, later] = [sampleDraft("report-1", "earlier"), sampleDraft("report-1", "later")];
    await reports.begin(earlier);
    await reports.write(earlier, [piece(ACCOUNT), piece(ACCOUNT, 1)], itemInReport("item-a"));
    expect(await reports.begin(later)).toBe(true);
    expect(await reports.write(earlier, [piece(ACCOUNT, 2)], itemInReport("item-b"))).toBe(false);
    expect(await reports.complete(earlier, READY, [])).toBe(false);
    expect(await reports.write(later, [piece(ACCOUNT)], itemInReport("item-a"))).toBe(true);
    expect(await reports.complete(later, READY, [])).toBe(true);
    expect(await reports.items("report-1")).toEqual([itemInReport("item-a")]);
    expect(await read("1", ACCOUNT, 1)).toBe(null);
    expect(await read("1", ACCOUNT, 2)).toBe(null);
  });

  test("discarded pieces are gone, and can be written again", async () => {
    const { reports, read } = await withReport();
    const draft = sampleDraft("report-1");
    await reports.begin(draft);
    await reports.write(draft, [piece(ACCOUNT), piece(ACCOUNT, 1)]);
    await reports.discard(draft, [ACCOUNT]);
    await reports.write(draft, [piece(ACCOUNT)], itemInReport("item-a"));
    await reports.complete(draft, READY, []);
    expect([await read("1", ACCOUNT), await read("1", ACCOUNT, 1)]).toEqual([
      piece(ACCOUNT).json,
      null,
    ]);
  });

  test("a report that failed is never made, nor one that is ready failed", async () => {
    const { reports, make, count } = await withReport();
    expect(await reports.fail("report-1", FAILED, [sampleJob("1")])).toBe(true);
    expect(await make()).toBe(false);
    expect((await reports.byId("report-1"))?.state).toEqual(FAILED);
    await reports.create(sampleReport("2"), []);
    await make("2", []);
    expect(await reports.fail("report-2", FAILED, [sampleJob("2")])).toBe(false);
    expect(await count()).toBe(1);
  });

  test("a copy has the same content without the excluded accounts; an unfinished report has no copy", async () => {
    const { reports, make, read, count } = await withReport();
    const copy = sampleReport("2", {
      itemIds: ["item-a"],
      excludedAccountIds: ["item-a-account-2", "item-b-account-1", "item-b-account-2"],
      state: READY,
    });
    expect(await reports.copy("report-1", copy, [sampleJob("1")])).toBe(false);
    expect(await reports.byId("report-2")).toBe(null);
    await make("1", []);
    expect(await reports.copy("report-1", copy, [sampleJob("2")])).toBe(true);
    const [item] = await reports.items("report-2");
    expect(item?.accounts.map(({ account_id }) => account_id)).toEqual([ACCOUNT]);
    expect(await reports.items("report-2")).toHaveLength(1);
    expect(await reports.items("report-1")).toEqual(ITEMS);
    expect(await read("2", "item-a-account-2")).toBe(null);
    expect(await read("2", ACCOUNT)).toBe(piece(ACCOUNT).json);
    expect(await count()).toBe(1);
  });

  test("a report is removed once, with its content and audit copies", async () => {
    const { reports, make, read } = await withReport();
    await make();
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
    expect(await read("1", ACCOUNT)).toBe(null);
    expect(await reports.auditCopy("copy-1")).toBe(null);
    expect(await make()).toBe(false);
  });

  test("a copy keeps its accounts when the report it was made from is removed and erased", async () => {
    const { reports, make, read, eraseDeletedRows } = await withReport();
    await make();
    await reports.copy("report-1", sampleReport("2", { itemIds: ["item-a"], state: READY }), []);
    await reports.remove("report-1");
    await eraseDeletedRows();
    expect(await read("2", ACCOUNT)).toBe(piece(ACCOUNT).json);
    expect(await read("2", ACCOUNT, 1)).toBe(piece(ACCOUNT, 1).json);
  });

  test("a report's PDF is stored in pieces, and removed with the report", async () => {
    const { reports, make, eraseDeletedRows } = await withReport();
    await make();
    for (const [position, text] of ["%PDF", "-1.4"].entries())
      expect(await reports.writePdf("report-1", position, Buffer.from(text))).toBe(true);
    expect((await reports.byId("report-1"))?.hasPdf).toBe(false);
    expect(await reports.completePdf("report-1")).toBe(true);
    expect((await reports.byId("report-1"))?.hasPdf).toBe(true);
    expect(Buffer.from((await reports.pdfPiece("report-1", 1)) ?? []).toString()).toBe("-1.4");
    expect(await reports.pdfPiece("report-1", 2)).toBe(null);
    await reports.remove("report-1");
    expect((await reports.byId("report-1"))?.hasPdf).toBe(false);
    expect(await reports.writePdf("report-1", 2, Buffer.from("more"))).toBe(false);
    await eraseDeletedRows();
    expect(await reports.pdfPiece("report-1", 0)).toBe(null);
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
