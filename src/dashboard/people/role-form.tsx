import type { TargetedSubmitEvent } from "preact";
import type { DashboardMember } from "../../protocol/dashboard/dashboard-people.ts";
import { MEMBER_ROLES, type MemberRole } from "../../protocol/dashboard/member-role.ts";
import { Modal } from "../ui/modal.tsx";
import { type Action, ResultLine } from "../ui/use-action.tsx";
import { NOTHING_CHANGED } from "../ui/use-own-changes.ts";
import { ROLE_WORDS } from "./role-words.ts";

type RoleFormProps = {
  member: DashboardMember;
  action: Action<unknown>;
  change(path: string, body: object, success: string): Promise<void>;
  close(): void;
};

/** A dialog about a member's role. */
export const RoleForm = ({ member, action, change, close }: RoleFormProps) => {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const role = String(new FormData(event.currentTarget).get("role"));
    if (role === member.role) {
      action.refuse(NOTHING_CHANGED);
      return;
    }
    const body = { member_id: member.member_id, role, expected: { role: member.role } };
    void change("people/role", body, `${member.email} is ${role} now.`);
  };
  return (
    <Modal class="secret" labelledBy="role-title" onCancel={close}>
      <form onSubmit={submit}>
        <h2 id="role-title">Role of {member.email}</h2>
        <RoleChoice role={member.role} />
        <ResultLine {...action} />
        <p class="actions">
          <button type="submit" class="button primary" aria-disabled={action.isBusy}>
            {action.isBusy ? "Saving…" : "Save"}
          </button>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
        </p>
      </form>
    </Modal>
  );
};

/** The roles to choose from, each with its abilities. */
export const RoleChoice = ({ role: initial }: { role: MemberRole }) => (
  <fieldset class="roles">
    <legend>Role</legend>
    {MEMBER_ROLES.map((role) => (
      <label key={role}>
        <input type="radio" name="role" value={role} defaultChecked={role === initial} />
        <span>
          {role}
          <small>May {ROLE_WORDS[role]}.</small>
        </span>
      </label>
    ))}
  </fieldset>
);
