import { expect, test } from "vitest";
import type { Invitation } from "../../server/domain/dashboard/invitation.ts";
import type { Member } from "../../server/domain/dashboard/member.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient } from "./samples.ts";

const member = (name: string, changes: Partial<Member> = {}): Member => ({
  ...{ memberId: name, clientId: "client-1", email: `${name}@shop.example`, role: "read" },
  ...{ passwordHash: `hash of ${name}`, sealedTotp: null, totpStep: 0, wrongCodes: 0 },
  ...{ createdAt: NOW, signedInAt: null },
  ...changes,
});

const toSession = ({ memberId, clientId }: Member) => ({
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
    await expect(members.put(member("eve", { email: bob.email }))).rejects.toThrow();
  });

  test("a member's sessions end with a removal and with new credentials, and no others do", async () => {
    const { clients, members, dashboardSessions } = await empty();
    await clients.add(sampleClient());
    const all = [member("ada"), member("bob"), member("eve")];
    for (const one of all) {
      await members.put(one);
      await dashboardSessions.open(toSession(one));
    }
    await members.remove("ada");
    await members.put(member("bob", { passwordHash: "another" }));
    const sessions = await Promise.all(
      all.map(({ memberId }) => dashboardSessions.byTokenDigest(`session of ${memberId}`)),
    );
    expect(sessions).toEqual([null, null, toSession(member("eve"))]);
    expect(await dashboardSessions.of("client-1", NOW)).toEqual([toSession(member("eve"))]);
    expect(await dashboardSessions.of("client-1", NOW + 1000)).toEqual([]);
    expect(await dashboardSessions.of(null, NOW)).toEqual([]);
  });

  test("a one-time code is recorded once, and none before it", async () => {
    const { clients, members } = await empty();
    await clients.add(sampleClient());
    await members.put(member("ada"));
    const steps = [5, 5, 4, 6];
    const answers = [];
    for (const step of steps) answers.push(await members.recordCode("ada", step, NOW + step));
    expect(answers).toEqual([true, false, false, true]);
    expect(await members.byId("ada")).toMatchObject({ totpStep: 6, signedInAt: NOW + 6 });
  });

  test("an invitation takes the place of an earlier one for the same address, and ends once", async () => {
    const { clients, members } = await empty();
    await clients.add(sampleClient());
    const invitation = (name: string, email: string | null, clientId: string | null) => ({
      ...{ invitationId: name, tokenDigest: name, clientId, email, role: "admin" as const },
      ...{ invitedBy: null, createdAt: NOW, expiresAt: NOW + 1000 },
    });
    const first = invitation("first", "ada@shop.example", "client-1");
    const second = { ...first, invitationId: "second", tokenDigest: "second" };
    const open = { ...invitation("open", null, "client-1"), createdAt: NOW - 1 };
    const operator = invitation("operator", "ada@shop.example", null);
    for (const one of [first, open, operator, second]) await members.invite(one);
    expect(await members.invitations("client-1", NOW)).toEqual([second, open]);
    expect(await members.invitations(null, NOW)).toEqual([operator]);
    expect(await members.invitation("first", NOW)).toBeNull();
    expect(await members.invitation("second", NOW)).toEqual(second);
    expect(await members.invitation("second", NOW + 1000)).toBeNull();
    expect(await members.endInvitation("second")).toBe(true);
    expect(await members.endInvitation("second")).toBe(false);
    expect(await members.invitations("client-1", NOW)).toEqual([open]);
  });

  test("a member's invitations are those that they made and those for their address, and end with them", async () => {
    const { clients, members } = await empty();
    await clients.add(sampleClient());
    const [ada, bob] = [member("ada"), member("bob")];
    for (const one of [ada, bob]) await members.put(one);
    const invitation = (name: string, changes: Partial<Invitation>): Invitation => ({
      ...{ invitationId: name, tokenDigest: name, clientId: "client-1", email: null, role: "read" },
      ...{ invitedBy: "bob", createdAt: NOW, expiresAt: NOW + 1000, ...changes },
    });
    const made = invitation("made", { invitedBy: "ada" });
    const own = invitation("own", { email: ada.email, createdAt: NOW + 1 });
    const others = [
      invitation("over", { invitedBy: "ada", expiresAt: NOW }),
      invitation("operator's", { email: ada.email, clientId: null, invitedBy: null }),
      invitation("another", {}),
    ];
    for (const one of [...others, own, made]) await members.invite(one);
    expect(await members.invitationsOf(ada, NOW)).toEqual([made, own]);
    await members.remove("ada");
    expect(await members.invitation("made", NOW)).toBeNull();
    expect(await members.invitation("own", NOW)).toEqual(own);
  });
};
