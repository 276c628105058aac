import { sql } from "kysely";
import { expect, test } from "vitest";
import { type AuditRecord, EMPTY_HEAD } from "../../server/domain/audit/audit-entry.ts";
import {
  TamperedAuditLog,
  verifyAuditLog,
  verifyAuditPart,
} from "../../server/domain/audit/verify-audit-log.ts";
import { openStore } from "../../server/store/open-store.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleJob } from "./samples.ts";

const record = (subject: string, details: AuditRecord["details"] = {}): AuditRecord => ({
  at: NOW,
  actor: { kind: "operator", name: "alice" },
  action: "client.allow_origin",
  subject,
  details,
});

/** The contract of every store for the audit log. */
export const auditContract = ({ connect, migratedDatabase, empty }: ContractContext): void => {
  const withThree = async () => {
    const db = connect(await migratedDatabase());
    const store = await openStore(db);
    for (const name of ["a", "b", "c"]) await store.audit.append(record(name));
    return { db, ...store };
  };

  test("a page of the log is narrowed by client, action, target, actor and time, newest first", async () => {
    const { audit } = await empty();
    const actions = ["client.allow_origin", "client.end_secret", "item.refresh"] as const;
    const all = Array.from({ length: 24 }, (_, at): AuditRecord => {
      const action = actions[at % 3] ?? "item.refresh";
      const clientId = `client-${at % 2}`;
      return {
        at: NOW + Math.floor(at / 2),
        actor: { kind: "operator", name: at % 4 === 0 ? "alice" : "bob" },
        action,
        subject: action === "item.refresh" ? `item-${at}` : clientId,
        ...(action === "item.refresh" && { clientId }),
      };
    });
    for (const one of all) await audit.append(one);
    const everything = { clientId: null, action: null, subject: null, actor: null };
    const read = async (narrow: Partial<Parameters<typeof audit.page>[0]>) => {
      const sequences: number[] = [];
      let before: Parameters<typeof audit.page>[0]["before"] = null;
      do {
        const page = await audit.page({
          ...{ ...everything, from: null, until: null },
          ...narrow,
          ...{ before, limit: 5 },
        });
        sequences.push(...page.rows.map(({ sequence }) => sequence));
        before = page.next;
      } while (before !== null);
      return sequences;
    };
    const expected = (matches: (record: AuditRecord, at: number) => boolean) =>
      all.flatMap((entry, at) => (matches(entry, at) ? [at + 1] : [])).toReversed();
    expect(await read({})).toEqual(expected(() => true));
    const of = (id: string) => (_: AuditRecord, at: number) => id === `client-${at % 2}`;
    expect(await read({ clientId: "client-1" })).toEqual(expected(of("client-1")));
    expect(await read({ clientId: "nobody" })).toEqual([]);
    expect(await read({ action: "item.refresh" })).toEqual(
      expected(({ action }) => action === "item.refresh"),
    );
    expect(await read({ clientId: "client-0", action: "item.refresh", actor: "alice" })).toEqual(
      expected((entry, at) => at % 4 === 0 && entry.action === "item.refresh"),
    );
    expect(await read({ subject: "item-5", clientId: "client-1" })).toEqual([6]);
    expect(await read({ subject: "item-5", clientId: "client-0" })).toEqual([]);
    expect(await read({ from: NOW + 2, until: NOW + 5 })).toEqual(
      expected(({ at }) => at >= NOW + 2 && at < NOW + 5),
    );
    expect(await read({ clientId: "client-0", from: NOW + 2, until: NOW + 9 })).toEqual(
      expected((entry, at) => at % 2 === 0 && entry.at >= NOW + 2 && entry.at < NOW + 9),
    );
    expect(await audit.bySequence(3)).toMatchObject({ sequence: 3, clientId: "client-0" });
    expect(await audit.bySequence(25)).toBeNull();
  });

  test("a log verified part by part holds to its end, or to the first entry that was changed", async () => {
    const { db, audit } = await withThree();
    const first = await verifyAuditPart(audit, EMPTY_HEAD, 2);
    expect(first).toMatchObject({ holds: true, last: { sequence: 2 }, isEnd: false });
    if (!first.holds) return;
    expect(await verifyAuditPart(audit, first.last, 2)).toMatchObject({
      holds: true,
      last: { sequence: 3 },
      isEnd: true,
    });
    await sql`update audit_entry set subject = 'x' where sequence = 3`.execute(db);
    expect(await verifyAuditPart(audit, first.last, 2)).toEqual({
      holds: false,
      sequence: 3,
      problem: "was changed",
    });
    await sql`delete from audit_entry where sequence = 3`.execute(db);
    expect(await verifyAuditPart(audit, first.last, 2)).toMatchObject({
      holds: false,
      problem: "is missing, and all behind it",
    });
  });

  test("entries follow one another, each with the digest of the one before", async () => {
    const { audit } = await withThree();
    const entries = await audit.last(10);
    expect(entries.map(({ sequence, subject }) => [sequence, subject])).toEqual([
      [1, "a"],
      [2, "b"],
      [3, "c"],
    ]);
    expect(entries.map((entry) => entry.previousDigest)).toEqual([
      "",
      entries[0]?.digest,
      entries[1]?.digest,
    ]);
    expect(await audit.after(1, 1)).toEqual([entries[1]]);
    expect(await audit.last(2)).toEqual(entries.slice(1));
    expect(await audit.head()).toMatchObject({ sequence: 3, digest: entries[2]?.digest });
    expect(await verifyAuditLog(audit)).toMatchObject({ holds: true, head: { sequence: 3 } });
  });

  test.each([
    ["was changed", 2, sql`update audit_entry set subject = 'x' where sequence = 2`],
    ["was changed", 1, sql`update audit_entry set at = 1 where sequence = 1`],
    ["is missing", 2, sql`delete from audit_entry where sequence = 2`],
    ["is missing, and all behind it", 3, sql`delete from audit_entry where sequence = 3`],
    ["is missing, and all behind it", 1, sql`delete from audit_entry`],
    ["cannot be appended", 4, sql`update audit_head set sequence = 2`],
    ["cannot be appended", 4, sql`update audit_head set digest = 'x'`],
    ["cannot be appended: the head of the log is missing", 4, sql`delete from audit_head`],
    [
      "cannot be appended: the log has several heads",
      4,
      sql`insert into audit_head (sequence, digest) select sequence, digest from audit_head`,
    ],
  ])("an entry that %s is found (%i)", async (problem, sequence, change) => {
    const { db, audit } = await withThree();
    await change.execute(db);
    const verification = await verifyAuditLog(audit);
    expect(verification).toMatchObject({ holds: false, sequence });
    expect(verification).toHaveProperty("problem", expect.stringContaining(problem));
  });

  test.each([
    ["no head", sql`delete from audit_head`],
    ["two heads", sql`insert into audit_head (sequence, digest) values (3, '')`],
    ["a head before its last entry", sql`update audit_head set sequence = 2`],
    ["a head behind its last entry", sql`update audit_head set sequence = 4`],
    ["a head with another digest", sql`update audit_head set digest = 'x'`],
    ["no last entry", sql`delete from audit_entry where sequence = 3`],
    ["no entry", sql`delete from audit_entry`],
  ])("a log with %s is tampered: it takes no entry, and no change with one", async (_, change) => {
    const { db, transact, clients, audit } = await withThree();
    await change.execute(db);
    const rows = async () => [
      await db.selectFrom("audit_head").selectAll().execute(),
      await db.selectFrom("audit_entry").selectAll().execute(),
    ];
    const before = await rows();
    const added = transact(async (store) => {
      await store.clients.add(sampleClient());
      await store.audit.append(record("d"));
    });
    await expect(added).rejects.toThrow(TamperedAuditLog);
    await expect(audit.append(record("d"))).rejects.toThrow(TamperedAuditLog);
    expect(await clients.byClientId("client-1")).toBeNull();
    expect(await rows()).toEqual(before);
  });

  test("a log that was created again does not pass through a head recorded before", async () => {
    const head = await (await withThree()).audit.head();
    const { audit } = await empty();
    for (const name of ["a", "b"]) await audit.append(record(name));
    expect(await verifyAuditLog(audit, head)).toMatchObject({ holds: false, sequence: 3 });
    for (const name of ["x", "d"]) await audit.append(record(name));
    expect(await verifyAuditLog(audit, head)).toMatchObject({ holds: false, sequence: 3 });
    expect(await verifyAuditLog(audit)).toMatchObject({ holds: true });
  });

  test("a change and its entry are stored together or not at all", async () => {
    const { db, transact, clients, audit } = await withThree();
    const change = () =>
      transact(async (store) => {
        await store.clients.add(sampleClient());
        await store.audit.append(record("client-1"));
        expect(await store.clients.byClientId("client-1")).not.toBeNull();
        expect(await store.audit.head()).toMatchObject({ sequence: 4 });
      });
    await sql`alter table audit_entry rename to elsewhere`.execute(db);
    await expect(change()).rejects.toThrow();
    await sql`alter table elsewhere rename to audit_entry`.execute(db);
    expect(await clients.byClientId("client-1")).toBeNull();
    await change();
    expect(await clients.byClientId("client-1")).not.toBeNull();
    await expect(transact((store) => store.clients.add(sampleClient()))).rejects.toThrow();
    expect(await audit.head()).toMatchObject({ sequence: 4 });
  });

  test("jobs that are added in a transaction are announced once it is committed", async () => {
    const { transact, jobs } = await empty();
    let announcements = 0;
    jobs.onAdded(() => {
      announcements++;
    });
    await transact(async (store) => {
      await store.jobs.add([sampleJob("1")]);
      expect(announcements).toBe(0);
    });
    expect(announcements).toBe(1);
    const failing = transact(async (store) => {
      await store.jobs.add([sampleJob("2")]);
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect([announcements, await jobs.count("sample")]).toEqual([1, 1]);
  });

  test("no entry contains a token, for any input", async () => {
    const { audit } = await empty();
    const token = "access-sandbox-5d5f6c9c-5b0a-4c3e-9a53-0f6f3a1c2b7d";
    await audit.append(record(token, { note: `of ${token}` }));
    expect(JSON.stringify(await audit.last(1))).not.toContain("5d5f6c9c");
  });
};
