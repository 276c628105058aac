import { expect, test } from "vitest";
import type { Member } from "../../server/domain/dashboard/member.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient } from "./samples.ts";

const member = (name: string, changes: Partial<Member> = {}): Member => ({
  ...{ memberId: name, clientId: "client-1", email: `${name}@shop.example`, role: "read" },
  ...{ passwordHash: `hash of ${name}`, sealedTotp: null, totpStep: 0 },
  ...{ createdAt: NOW, signedInAt: null },
  ...changes,
});

const sessionOf = ({ memberId, clientId }: Member) => ({
  ...{ tokenDigest: `session of ${memberId}`, clientId, memberId, keyDigest: "key" },
  ...{ address: "203.0.113.7", browser: "Firefox on Linux" },
  ...{ openedAt: NOW, seenAt: NOW, expiresAt: NOW + 1000 },
});

/** The contract of every store for members, and for their sessions. */
export const membersContract = ({ empty }: ContractContext): void => {
  test("members are listed by their client, and found by id and address", async () => {
    const { clients, members } = await empty();
    await clients.add(sampleClient());
    const [ada, bob, operator] = [member("ada"), member("bob"), member("op", { clientId: null })];
    for (const one of [bob, ada, operator]) await members.put(one);
    expect(await members.of("client-1")).toEqual([ada, bob]);
    expect(await members.of(null)).toEqual([operator]);
    expect(await members.byEmail("bob@shop.example")).toEqual(bob);
    expect(await members.byId("nobody")).toBeNull();
    await members.setRole("ada", "admin");
    expect(await members.byId("ada")).toEqual({ ...ada, role: "admin" });
    expect([await members.hasAny("client-1"), await members.hasAny("client-2")]).toEqual([
      true,
      false,
    ]);
    // One address has one member.
    await expect(members.put(member("eve", { email: bob.email }))).rejects.toThrow();
  });

  test("a member's sessions end with a removal and with new credentials, and no others do", async () => {
    const { clients, members, dashboardSessions } = await empty();
    await clients.add(sampleClient());
    const all = [member("ada"), member("bob"), member("eve")];
    for (const one of all) {
      await members.put(one);
      await dashboardSessions.open(sessionOf(one));
    }
    await members.remove("ada");
    await members.put(member("bob", { passwordHash: "another" }));
    const sessions = await Promise.all(
      all.map(({ memberId }) => dashboardSessions.byTokenDigest(`session of ${memberId}`)),
    );
    expect(sessions).toEqual([null, null, sessionOf(member("eve"))]);
  });
};
