import { expect, test } from "vitest";
import type { FailedSignIn, OpenFailure } from "../../server/domain/outages/failed-sign-in.ts";
import type { Outage } from "../../server/domain/outages/outage.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleJob, sampleSession } from "./samples.ts";

const OUTAGE: Outage = {
  institutionId: "ins_1",
  kind: "item_logins",
  beganAt: NOW,
  endedAt: null,
};

const failure = (linkSessionId: string, changes: Partial<FailedSignIn> = {}): FailedSignIn => ({
  linkSessionId,
  clientId: "client-1",
  institutionId: "ins_1",
  sealedNotice: "sealed",
  recipientDigest: null,
  at: NOW,
  ...changes,
});

/** The contract of every store for the health of institutions, and the users affected. */
export const outagesContract = ({ empty }: ContractContext): void => {
  test("requests of the same minutes add up, by institution and kind, until they are forgotten", async () => {
    const { outages } = await empty();
    const count = { institutionId: "ins_1", kind: "balance", from: NOW } as const;
    await outages.add([]);
    await outages.add([
      { ...count, succeeded: 1, failed: 2 },
      { ...count, institutionId: "ins_2", succeeded: 1, failed: 0 },
      { ...count, from: NOW + 1, succeeded: 3, failed: 0 },
    ]);
    await outages.add([{ ...count, succeeded: 10, failed: 20 }]);
    expect(await outages.counts(NOW, "ins_1")).toEqual([
      { ...count, succeeded: 11, failed: 22 },
      { ...count, from: NOW + 1, succeeded: 3, failed: 0 },
    ]);
    expect(await outages.counts(NOW)).toHaveLength(3);
    await outages.purge(NOW + 1, NOW);
    expect(await outages.counts(0)).toEqual([{ ...count, from: NOW + 1, succeeded: 3, failed: 0 }]);
  });

  test("an outage that several see begin or end is recorded once, with its jobs", async () => {
    const { outages, jobs } = await empty();
    const several = async (attempt: (n: number) => Promise<boolean>) =>
      (await Promise.all([1, 2, 3].map(attempt))).toSorted();
    const once = [false, false, true];
    const begin = (n: number) => outages.begin(OUTAGE, [sampleJob(`begin-${n}`)]);
    const end = (n: number) => outages.end(OUTAGE, NOW + 5, [sampleJob(`end-${n}`)]);
    expect(await several(begin)).toEqual(once);
    expect(await outages.current()).toEqual([OUTAGE]);
    expect(await several(end)).toEqual(once);
    expect(await jobs.count("sample")).toBe(2);
    expect(await outages.current("ins_1")).toEqual([]);
    const again = { ...OUTAGE, beganAt: NOW + 9 };
    expect(await outages.begin(again, [])).toBe(true);
    expect(await outages.last("ins_1", 5)).toEqual([again, { ...OUTAGE, endedAt: NOW + 5 }]);
    expect(await outages.last("ins_2", 5)).toEqual([]);
    await outages.purge(0, NOW + 100);
    expect(await outages.last("ins_1", 5)).toEqual([again]);
  });

  test("the last alert that a client set counts, and is deleted with the client", async () => {
    const { alerts, clients } = await empty();
    await clients.add(sampleClient());
    expect(await alerts.of("client-1")).toBeNull();
    const alert = { clientId: "client-1", webhook: null, email: "ops@shop.example" };
    const last = { ...alert, mailUsers: true, remindUsers: true };
    await alerts.set({ ...alert, mailUsers: false, remindUsers: false });
    await alerts.set(last);
    expect(await alerts.of("client-1")).toEqual(last);
    expect(await alerts.all()).toHaveLength(1);
    await clients.remove("client-1", { onlyEmpty: false, now: NOW });
    expect(await alerts.all()).toEqual([]);
  });

  test("a failed sign-in is taken once, in its time, unless its session has connected", async () => {
    const { clients, sessions, failedSignIns, jobs } = await empty();
    await clients.add(sampleClient());
    const session = sampleSession({ linkSessionId: "connected" });
    await sessions.start(session);
    await sessions.advance(session, {
      step: {
        at: "connected",
        institutionId: "ins_1",
        itemId: "item-1",
        accounts: null,
        publicTokens: [],
        finishedAt: NOW,
      },
    });
    await failedSignIns.put(failure("connected"));
    await failedSignIns.put(failure("left", { at: NOW - 50, sealedNotice: "old" }));
    await failedSignIns.put(failure("left"));
    await failedSignIns.put(failure("early", { at: NOW - 9 }));
    await failedSignIns.put(failure("late", { at: NOW + 9 }));
    await failedSignIns.put(failure("elsewhere", { institutionId: "ins_2" }));
    const of = { institutionId: "ins_1", since: NOW - 1, until: NOW + 1, limit: 10 };
    const signIns: FailedSignIn[] = [];
    const counts = await Promise.all(
      [1, 2].map((n) =>
        failedSignIns.take(of, (failures) => {
          signIns.push(...failures);
          return { jobs: failures.length === 0 ? [] : [sampleJob(`tell-${n}`)], mailed: [] };
        }),
      ),
    );
    expect(Math.max(...counts)).toBe(2);
    expect(new Set(signIns.map(({ linkSessionId }) => linkSessionId))).toEqual(new Set(["left"]));
    expect(signIns[0]).toMatchObject(failure("left"));
    expect(await jobs.count("sample")).toBe(1);
    const nothing = () => ({ jobs: [], mailed: [] });
    expect(await failedSignIns.take(of, nothing)).toBe(0);
    await failedSignIns.purge(NOW);
    expect(await failedSignIns.take({ ...of, since: 0, until: NOW + 99 }, nothing)).toBe(1);
  });

  test("a mail about one failed sign-in marks the user's others of that time and client as mailed", async () => {
    const { clients, failedSignIns } = await empty();
    for (const clientId of ["client-1", "client-2"])
      await clients.add(sampleClient({ clientId, publicKey: clientId }));
    const ann = { recipientDigest: "ann" };
    await failedSignIns.put(failure("first", { ...ann, at: NOW - 9 }));
    await failedSignIns.put(failure("second", ann));
    await failedSignIns.put(failure("their-own", { ...ann, clientId: "client-2" }));
    await failedSignIns.put(failure("somebody-else", { recipientDigest: "ben" }));
    await failedSignIns.put(failure("nobody"));
    await failedSignIns.put(failure("elsewhere", { ...ann, institutionId: "ins_2" }));
    await failedSignIns.put(failure("later", { ...ann, at: NOW + 99 }));
    const of = { institutionId: "ins_1", since: NOW - 9, until: NOW, limit: 99 };
    const mailed: Record<string, boolean> = {};
    const note = (failures: readonly OpenFailure[]) => {
      for (const { linkSessionId, isMailed } of failures) mailed[linkSessionId] = isMailed;
    };
    await failedSignIns.take({ ...of, limit: 1 }, (failures) => {
      note(failures);
      return { jobs: [], mailed: [{ clientId: "client-1", ...ann }] };
    });
    for (const part of [of, { ...of, institutionId: "ins_2" }, { ...of, until: NOW + 99 }])
      await failedSignIns.take(part, (failures) => {
        note(failures);
        return { jobs: [], mailed: [] };
      });
    expect(mailed).toEqual({
      first: false,
      second: true,
      "their-own": false,
      "somebody-else": false,
      nobody: false,
      elsewhere: false,
      later: false,
    });
  });
};
