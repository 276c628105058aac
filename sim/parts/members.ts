import { MEMBER_ROLES, type MemberRole } from "../../src/protocol/dashboard/member-role.ts";
import { oneTimeCode } from "../../src/testing/one-time-code.ts";
import { Lost } from "../network.ts";
import type { Part, PartContext } from "./part.ts";

const HOUR_MS = 3_600_000;

const PASSWORD = "correct horse battery";

/** A person who has accepted an invitation, or has tried to. */
type Member = {
  email: string;
  /** The secret of the person's one-time codes, in base32. */
  secret: string;
  /** The cookie of the newest session; null without a session. */
  cookie: string | null;
  /** The id in lists; null until a list has shown it. */
  id: string | null;
  /** The certain role; null while unknown. */
  role: MemberRole | null;
  /** Counts the changes of the member; not a number if a change may be applied again later. */
  changes: number;
  /** How many changes are under way. */
  pending: number;
  /** Whether the membership is certain. */
  isIn: boolean;
  /** Whether the removal is certain. */
  isOver: boolean;
};

type Invitation = {
  token: string;
  role: MemberRole;
  by: Member | null;
  /** The addresses that have accepted the invitation. */
  taken: Set<string>;
  /** Whether a change of the inviting member has withdrawn the invitation. */
  isWithdrawn: boolean;
};

type People = { members: { member_id: string; email: string; role: MemberRole }[] };

/**
 * Members of a client. Each invitation adds one member, and an admin always remains. Roles,
 * sessions and invitations end with the change that ends them, even if two admins act at once.
 */
export const createMembers = ({ world, network, applications, reader }: PartContext): Part => {
  const draw = world.draw("members");
  const application = draw.pick(applications);
  const members: Member[] = [];
  const invitations: Invitation[] = [];
  const withoutAdmin = reader
    .prepare<[], string>(
      `select client_id from member where client_id is not null
       group by client_id having sum(role = 'admin') = 0 limit 1`,
    )
    .pluck();
  let people = 0;

  const post = async (path: string, body: object, cookie: string | null = null) => {
    try {
      const answer = await network.send(`members of ${application.name}`, {
        ...{ method: "POST", path: `/dashboard/api/${path}`, body },
        headers: { host: "localhost", origin: "http://localhost", ...(cookie && { cookie }) },
      });
      const cookies = [answer.headers["set-cookie"] ?? []].flat() as string[];
      const session = cookies.find((each) => each.startsWith("service_link_dashboard="));
      return { ...answer, cookie: session?.split(";")[0] ?? null };
    } catch (cause) {
      if (!(cause instanceof Lost)) throw cause;
      return null;
    }
  };

  const checkAdmins = (): void => {
    const client = withoutAdmin.get();
    world.require(client === undefined, () => `the members of ${client} are left without an admin`);
  };

  const keepToken = (url: unknown, role: MemberRole, by: Member | null): Invitation => {
    const [, token = ""] = String(url).split("#");
    const invitation = { token, role, by, taken: new Set<string>(), isWithdrawn: false };
    invitations.push(invitation);
    return invitation;
  };

  /** The first admin uses the client's secret. */
  const begin = async (): Promise<void> => {
    const session = await post("session", { ...application.keys });
    if (session?.status !== 200) return;
    const answer = await post("people/invite", { email: "", role: "admin" }, session.cookie);
    if (answer?.status === 200) await accept(keepToken(answer.body.url, "admin", null));
  };

  const invite = async (admin: Member): Promise<void> => {
    const role = draw.pick(MEMBER_ROLES);
    const answer = await post("people/invite", { email: "", role }, admin.cookie);
    if (answer?.status === 200) keepToken(answer.body.url, role, admin);
  };

  /** Opens and accepts an invitation, sometimes twice at once with two addresses. */
  const accept = async (invitation: Invitation): Promise<void> => {
    const { token } = invitation;
    const isEnded = invitation.taken.size > 0 || invitation.isWithdrawn;
    const opened = await post("invitation", { token });
    world.require(!isEnded || opened?.status !== 200, () => "an invitation opens after its end");
    if (opened?.status !== 200) return;
    const totp = opened.body.totp as { secret: string; sealed: string };
    if (draw.chance(0.3))
      world.scheduler.start("members", null, () => join(invitation, totp, isEnded));
    await join(invitation, totp, isEnded);
  };

  const join = async (
    invitation: Invitation,
    { secret, sealed }: { secret: string; sealed: string },
    isEnded: boolean,
  ): Promise<void> => {
    const email = `member-${++people}@${application.name}.example`;
    const member: Member = {
      ...{
        email,
        secret,
        cookie: null,
        id: null,
        role: null,
        changes: 0,
        pending: 0,
        isIn: false,
        isOver: false,
      },
    };
    members.push(member);
    const code = oneTimeCode(secret, world.now());
    const { token } = invitation;
    const body = { token, email, password: PASSWORD, sealed, code };
    const answer = await post("invitation/accept", body);
    // A code is too old if the clocks differ by more than a minute.
    if (answer?.status === 400 && !answer.isDoubled) members.splice(members.indexOf(member), 1);
    if (answer?.status !== 200) return;
    invitation.taken.add(email);
    world.require(
      invitation.taken.size === 1 && !isEnded,
      () => `an invitation brings ${[...invitation.taken].join(" and ")}`,
    );
    member.cookie = answer.cookie;
    if (member.changes !== 0) return;
    member.isIn = true;
    member.role = invitation.role;
  };

  const signIn = async (member: Member): Promise<void> => {
    const wasOver = member.isOver;
    const code = oneTimeCode(member.secret, world.now());
    const body = { email: member.email, password: PASSWORD, code };
    const answer = await post("member/session", body);
    world.require(
      !wasOver || answer?.status !== 200,
      () => `${member.email} signs in after the removal`,
    );
    if (answer?.status === 200) member.cookie = answer.cookie;
  };

  /** Reads the list of members, which contains exactly the client's members. */
  const look = async (member: Member): Promise<void> => {
    const sure = members.filter(({ isIn, isOver }) => isIn && !isOver);
    const over = members.filter(({ isOver }) => isOver);
    const before = new Map(members.map((each) => [each, each.changes]));
    const answer = await post("people", {}, member.cookie);
    world.require(
      !over.includes(member) || answer?.status !== 200,
      () => `a session of ${member.email} goes on after the removal`,
    );
    if (answer?.status !== 200) {
      if (answer !== null && answer.status < 429) member.cookie = null;
      return;
    }
    const { members: listed } = answer.body as People;
    for (const { email, member_id: id, role } of listed) {
      const known = members.find((each) => each.email === email);
      if (!known || over.includes(known))
        return world.violate(`${email} is in the list of members`);
      known.id = id;
      world.require(
        known.role === null || known.changes !== before.get(known) || known.role === role,
        () => `${email} has the role ${role}, and was given ${known.role}`,
      );
    }
    for (const one of sure)
      world.require(
        !one.isIn || listed.some(({ email }) => email === one.email),
        () => `${one.email} is missing in the list of members`,
      );
  };

  /**
   * Removes a member, or changes a role. If two admins act at once, one may meet the other's
   * change.
   */
  const change = async (admin: Member, one: Member): Promise<void> => {
    const isRemoval = draw.chance(0.4);
    const role = draw.pick(MEMBER_ROLES);
    const body = { member_id: one.id, ...(!isRemoval && { role }) };
    const own = invitations.filter(({ by }) => by === one);
    const wasOver = admin.isOver;
    one.role = null;
    if (isRemoval) one.isIn = false;
    const at = ++one.changes;
    const isAlone = one.pending++ === 0;
    const path = isRemoval ? "people/remove" : "people/role";
    const answer = await post(path, body, admin.cookie);
    one.pending--;
    checkAdmins();
    world.require(
      !wasOver || answer?.status !== 200,
      () => `${admin.email} changes a member after the removal`,
    );
    // A change that may still arrive equals no later count: the role is never sure again.
    if (answer === null || answer.isDoubled) one.changes = Number.NaN;
    if (answer?.status === 200) {
      for (const invitation of own) invitation.isWithdrawn = true;
      if (isRemoval) one.isOver = true;
      else if (isAlone && one.changes === at) one.role = role;
    }
    world.note("members", path, answer?.status ?? "lost", application.name);
  };

  /** A member without the required role tries to invite. */
  const overstep = async (member: Member): Promise<void> => {
    const { role, changes } = member;
    if (role === null || role === "admin") return;
    const answer = await post("people/invite", { email: "", role: "admin" }, member.cookie);
    world.require(
      member.changes !== changes || answer?.status !== 200,
      () => `${member.email} invites with the role ${role}`,
    );
  };

  const act = async (one: Member, other: Member): Promise<void> => {
    const share = draw.unit();
    if (share < 0.25) return look(one);
    if (share < 0.35) return overstep(one);
    if (share < 0.55) return invite(one);
    if (share < 0.75 && invitations.length > 0) return accept(invitations.at(-1) as Invitation);
    const listed = members.filter(({ id }) => id !== null);
    if (listed.length === 0) return look(one);
    // Two changes at once: each of two admins may remove the other.
    const changed = draw.chance(0.5) && other.id !== null ? other : draw.pick(listed);
    if (draw.chance(0.4))
      world.scheduler.start("members", null, () => change(other, one.id === null ? changed : one));
    await change(one, changed);
  };

  return {
    name: "members",
    meanMs: 10 * HOUR_MS,
    act: async () => {
      if (application.isRemoved) return;
      checkAdmins();
      if (!members.some(({ isOver }) => !isOver)) return begin();
      const [one, other] = [draw.pick(members), draw.pick(members)];
      // A session ends after an hour without a call.
      for (const each of new Set([one, other])) await signIn(each);
      for (let deeds = draw.between(2, 5); deeds > 0; deeds--) await act(one, other);
    },
    checkLast: async () => checkAdmins(),
  };
};
