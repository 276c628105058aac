import type { ComponentChildren } from "preact";
import type {
  DashboardInvitation,
  DashboardMember,
} from "../../protocol/dashboard/dashboard-people.ts";
import { Badge } from "../ui/badge.tsx";
import { Time, timeText } from "../ui/time.tsx";

const ACTIONS = [
  ["role", "Role…", "Change the role of"],
  ["reset", "Invite again…", "Invite again:"],
  ["remove", "Remove…", "Remove"],
] as const;

type MembersProps = {
  members: readonly DashboardMember[];
  /** The id of the member who sees the table; null for any other user. */
  ownId: string | null;
  ask(about: (typeof ACTIONS)[number][0], member: DashboardMember): void;
};

/** Lists members. */
export const MemberTable = ({ members, ownId, ask }: MembersProps) => (
  <Table label="Members" columns={["E-mail address", "Role", "Last sign-in", "Joined"]}>
    {members.map((member) => (
      <tr key={member.member_id}>
        <td>
          <bdi>{member.email}</bdi> {member.member_id === ownId && <Badge tone="good" text="You" />}
        </td>
        <td data-head="Role">{member.role}</td>
        <td data-head="Signed in">
          {member.signed_in_at === null ? "never" : <Time at={member.signed_in_at} />}
        </td>
        <td data-head="Joined">
          <Time at={member.created_at} />
        </td>
        <td>
          {ACTIONS.map(([about, text, verb]) => (
            <button
              key={about}
              type="button"
              class="link"
              aria-label={`${verb} ${member.email}`}
              onClick={() => ask(about, member)}
            >
              {text}
            </button>
          ))}
        </td>
      </tr>
    ))}
  </Table>
);

type InvitationsProps = {
  invitations: readonly DashboardInvitation[];
  /** The name of an invitation's maker who is not a member. */
  maker: string;
  ask(invitation: DashboardInvitation): void;
};

/** Lists invitations. */
export const InvitationTable = ({ invitations, maker, ask }: InvitationsProps) => (
  <Table label="Invitations" columns={["For", "Role", "Made", "By", "Ends"]}>
    {invitations.map((invitation) => {
      const name = invitation.email ?? "anybody with the link";
      return (
        <tr key={invitation.invitation_id}>
          <td>
            <bdi>{name}</bdi>
          </td>
          <td data-head="Role">{invitation.role}</td>
          <td data-head="Made">
            <Time at={invitation.created_at} />
          </td>
          <td data-head="By">{<bdi>{invitation.invited_by ?? maker}</bdi>}</td>
          <td data-head="Ends">
            <time dateTime={new Date(invitation.expires_at).toISOString()}>
              {timeText(invitation.expires_at).slice(0, -3)}
            </time>
          </td>
          <td>
            <button
              type="button"
              class="link"
              aria-label={`Withdraw the invitation for ${name}`}
              onClick={() => ask(invitation)}
            >
              Withdraw…
            </button>
          </td>
        </tr>
      );
    })}
  </Table>
);

type TableProps = {
  label: string;
  columns: readonly string[];
  children: ComponentChildren;
};

/** A table with a last column of actions. */
export const Table = ({ label, columns, children }: TableProps) => (
  <div class="table list keys">
    <table aria-label={label}>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">
            <span class="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
