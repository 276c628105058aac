import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import { isAtLeast, type MemberRole } from "../../protocol/dashboard/member-role.ts";

/** The role of the session. */
export const Role = createContext<MemberRole>("admin");

const ALLOWED: Record<MemberRole, string> = {
  read: "Everybody",
  developer: "Developers and admins",
  admin: "Admins",
};

type ForRoleProps = { least: MemberRole; children: ComponentChildren };

/** Controls for a role and the roles above it: for other roles they are disabled, with a sentence that explains why. */
export const ForRole = ({ least, children }: ForRoleProps) => {
  const role = useContext(Role);
  if (isAtLeast(role, least)) return <>{children}</>;
  return (
    <fieldset class="locked" disabled>
      <p class="lock">
        {ALLOWED[least]} may use what is switched off here. Your role is “{role}”.
      </p>
      {children}
    </fieldset>
  );
};
