import { sql } from "kysely";
import { expect, test } from "vitest";
import type { AuditRecord } from "../../server/domain/audit/audit-entry.ts";
import { TamperedAuditLog, verifyAuditLog } from "../../server/domain/audit/verify-audit-log.ts";
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
