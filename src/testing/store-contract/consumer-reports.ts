import { expect, test } from "vitest";
import type {
  ConsumerReportRecord,
  DocumentPiece,
  ReportDocument,
} from "../../server/domain/consumer-reports/consumer-report.ts";
import { Fault } from "../../server/domain/fault.ts";
import type { Store } from "../../server/domain/store.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, removeClient, sampleClient, sampleJob, sampleUser } from "./samples.ts";

/** An unfinished report about `sampleUser`. Its id ends in `name`. */
const sampleReport = (
  name: string,
  changes: Partial<ConsumerReportRecord> = {},
): ConsumerReportRecord => ({
  reportId: `report-${name}`,
  clientId: "client-1",
  userId: "usr_1",
  products: ["cra_base_report", "cra_income_insights"],
  daysRequested: 365,
  daysRequired: 61,
  requireIdentity: true,
  clientReportId: "loan-ж",
  webhook: "https://shop.example/webhook",
  purpose: "EXTENSION_OF_CREDIT",
  createdAt: NOW,
  state: { at: "making" },
  ...changes,
});

type State<At extends ConsumerReportRecord["state"]["at"]> = Extract<
  ConsumerReportRecord["state"],
  { at: At }
>;

const ready = (changes: Partial<State<"ready">> = {}): State<"ready"> => ({
  at: "ready",
  generatedAt: NOW + 5,
  itemIds: ["item-b", "item-a"],
  warnings: [
    {
      warning_type: "CHECK_REPORT_WARNING",
      warning_code: "IDENTITY_UNAVAILABLE",
      cause: {
        item_id: "item-a",
        error_type: "ITEM_ERROR",
        error_code: "ITEM_LOGIN_REQUIRED",
        error_message: "the login details of this item have changed",
        display_message: null,
      },
    },
  ],
  ...changes,
});
const FAILED: State<"failed"> = { at: "failed", error: "CHECK_REPORT_NO_ACCOUNTS", causes: [] };

/** Two binary documents. Their bytes differ for each piece and report. */
const splitPieces = (name: string): DocumentPiece[] =>
  (["cra_base_report", "pdf"] as const).flatMap((document) =>
    [0, 1].map((position) => ({
      document,
      position,
      bytes: Buffer.concat([
        Buffer.from([0, 255, 128, position]),
        Buffer.from(`${document} ${name}`),
      ]),
    })),
  );

const storedPieces = async ({ consumerReports }: Store, name: string) => {
  const pieces: DocumentPiece[] = [];
  for (const document of ["cra_base_report", "cra_income_insights", "pdf"] as ReportDocument[])
    for (const position of [0, 1, 2]) {
      const bytes = await consumerReports.piece(`report-${name}`, document, position);
      if (bytes) pieces.push({ document, position, bytes: Buffer.from(bytes) });
    }
  return pieces;
};

export const NOTHING_EXPIRED = {
  sessionExpiry: 0,
  dashboardSessionExpiry: 0,
  clientSecretEnd: 0,
  personSessionUse: 0,
  publicTokenExpiry: 0,
  deliveryAttempt: 0,
  deadLetter: 0,
  institutionRequest: 0,
  endedGrantKey: 0,
};

/** The contract of every store for consumer reports. */
export const consumerReportsContract = ({ empty }: ContractContext): void => {
  const withUsers = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    await store.clients.add(sampleClient({ clientId: "client-2", publicKey: "public-key-2" }));
    await store.users.add(sampleUser());
    await store.users.add(sampleUser({ userId: "usr_2", clientId: "client-2" }));
    return store;
  };
  /** A store with two ready reports: `report-1`, and `report-2` of the other client's user. */
  const withReports = async () => {
    const store = await withUsers();
    const other = sampleReport("2", { userId: "usr_2", clientId: "client-2" });
    for (const report of [sampleReport("1"), other]) {
      const name = report.reportId.slice("report-".length);
      await store.consumerReports.create(report, []);
      expect(
        await store.consumerReports.complete(report.reportId, ready(), splitPieces(name), []),
      ).toBe(true);
    }
    return store;
  };
  /** Expects that the other client's report is unchanged. */
  const expectOther = async (store: Store) => {
    expect((await store.consumerReports.byUserId("usr_2"))?.state).toEqual(ready());
    expect(await storedPieces(store, "2")).toEqual(splitPieces("2"));
  };

  test("a report is found by its id and its user's, as it was requested, with its job", async () => {
    const { consumerReports, jobs } = await withUsers();
    const bare = sampleReport("2", { userId: "usr_2", webhook: null, clientReportId: null });
    await consumerReports.create(sampleReport("1"), [sampleJob("1")]);
    await consumerReports.create(bare, []);
    expect(await consumerReports.byId("report-1")).toEqual(sampleReport("1"));
    expect(await consumerReports.byUserId("usr_1")).toEqual(sampleReport("1"));
    expect(await consumerReports.byUserId("usr_2")).toEqual(bare);
    expect(await consumerReports.byId("report-3")).toBe(null);
    expect(await jobs.count("sample")).toBe(1);
  });

  test("a report is created once, and about no user that there is not", async () => {
    const store = await withUsers();
    const { consumerReports, jobs } = store;
    await consumerReports.create(sampleReport("1"), []);
    await consumerReports.complete("report-1", ready(), splitPieces("1"), []);
    await consumerReports.create(sampleReport("1"), [sampleJob("again")]);
    expect(await consumerReports.byId("report-1")).toEqual(sampleReport("1", { state: ready() }));
    expect(await storedPieces(store, "1")).toEqual(splitPieces("1"));
    const nobody = sampleReport("2", { userId: "usr_3" });
    await expect(consumerReports.create(nobody, [sampleJob("nobody")])).rejects.toThrow(Fault);
    expect(await consumerReports.byId("report-2")).toBe(null);
    expect(await jobs.count("sample")).toBe(0);
  });

  test("a report is made once, with its pieces and its jobs, and does not fail then", async () => {
    const store = await withUsers();
    const { consumerReports, jobs } = store;
    await consumerReports.create(sampleReport("1"), []);
    expect(await storedPieces(store, "1")).toEqual([]);
    const complete = (name: string) =>
      consumerReports.complete("report-1", ready(), splitPieces(name), [sampleJob(name)]);
    const outcomes = await Promise.all(["1", "2", "3"].map(complete));
    expect(outcomes.filter((isMade) => isMade)).toHaveLength(1);
    const first = String(outcomes.indexOf(true) + 1);
    expect(await consumerReports.fail("report-1", FAILED, [sampleJob("failed")])).toBe(false);
    expect(await consumerReports.byId("report-1")).toEqual(sampleReport("1", { state: ready() }));
    expect(await storedPieces(store, "1")).toEqual(splitPieces(first));
    expect(await jobs.count("sample")).toBe(1);
  });

  test("a report that failed is never made, and has no pieces", async () => {
    const store = await withUsers();
    const { consumerReports, jobs } = store;
    await consumerReports.create(sampleReport("1"), []);
    expect(await consumerReports.fail("report-1", FAILED, [sampleJob("failed")])).toBe(true);
    expect(
      await consumerReports.complete("report-1", ready(), splitPieces("1"), [sampleJob("1")]),
    ).toBe(false);
    expect((await consumerReports.byId("report-1"))?.state).toEqual(FAILED);
    expect(await storedPieces(store, "1")).toEqual([]);
    expect(await jobs.count("sample")).toBe(1);
  });

  test("a new report replaces the previous one, whose pieces are erased", async () => {
    const store = await withReports();
    const { consumerReports, jobs } = store;
    await consumerReports.create(sampleReport("3"), []);
    expect(await consumerReports.byId("report-1")).toBe(null);
    expect(await consumerReports.byUserId("usr_1")).toEqual(sampleReport("3"));
    const late = [sampleJob("late")];
    expect(await consumerReports.complete("report-1", ready(), splitPieces("1"), late)).toBe(false);
    expect(await consumerReports.fail("report-1", FAILED, late)).toBe(false);
    expect(await jobs.count("sample")).toBe(0);
    await consumerReports.complete("report-3", ready(), splitPieces("3"), []);
    await store.eraseDeletedRows();
    expect(await storedPieces(store, "1")).toEqual([]);
    expect(await storedPieces(store, "3")).toEqual(splitPieces("3"));
    await expectOther(store);
  });

  test("a removed user's report is gone with its pieces, and cannot be made any more", async () => {
    const store = await withReports();
    const { consumerReports, users } = store;
    expect(await users.remove("usr_1", [])).toBe(true);
    expect(await consumerReports.byUserId("usr_1")).toBe(null);
    expect(await consumerReports.complete("report-1", ready(), splitPieces("1"), [])).toBe(false);
    await store.eraseDeletedRows();
    expect(await storedPieces(store, "1")).toEqual([]);
    await expectOther(store);
  });

  test("a report is deleted by when it was ready, and no other one is", async () => {
    const store = await withReports();
    const { consumerReports, users } = store;
    const add = async (name: string) => {
      await users.add(sampleUser({ userId: `usr_${name}`, clientUserId: name }));
      await consumerReports.create(sampleReport(name, { userId: `usr_${name}` }), []);
      return `report-${name}`;
    };
    // More reports than one round deletes. The creation order differs from the order in which the
    // reports were ready.
    for (let at = 100; at < 210; at++)
      await consumerReports.complete(await add(`${at}`), ready({ generatedAt: NOW + 4 }), [], []);
    await consumerReports.complete(
      await add("later"),
      ready({ generatedAt: NOW + 6 }),
      splitPieces("later"),
      [],
    );
    await add("making");
    await consumerReports.fail(await add("failed"), FAILED, []);
    await store.purgeExpired({ ...NOTHING_EXPIRED, consumerReportEnd: NOW + 4 });
    for (let at = 100; at < 210; at++)
      expect(await consumerReports.byId(`report-${at}`)).toBe(null);
    await expectOther(store);
    await store.purgeExpired({ ...NOTHING_EXPIRED, consumerReportEnd: NOW + 5 });
    await store.eraseDeletedRows();
    for (const name of ["1", "2"]) {
      expect(await consumerReports.byId(`report-${name}`)).toBe(null);
      expect(await storedPieces(store, name)).toEqual([]);
    }
    for (const name of ["later", "making", "failed"])
      expect(await consumerReports.byId(`report-${name}`)).not.toBe(null);
    expect(await storedPieces(store, "later")).toEqual(splitPieces("later"));
  });

  test("a client's reports go with it, and no other's", async () => {
    const store = await withReports();
    await removeClient(store, "client-1");
    expect(await store.consumerReports.byId("report-1")).toBe(null);
    await store.eraseDeletedRows();
    expect(await storedPieces(store, "1")).toEqual([]);
    await expectOther(store);
  });
};
